package register

import "testing"

// TestWhatAFailureCovers checks that a state fails because another failed only if it allows
// no more than that one, and has no more unseen writes left.
func TestWhatAFailureCovers(t *testing.T) {
	t.Parallel()
	failed := failure{state: state{floor: 10, due: 50, lifeDue: 50}, used: [kinds]int32{overwrite: 2, deletion: 1}}
	for name, test := range map[string]struct {
		change func(*failure)
		want   bool
	}{
		"the same":                           {func(*failure) {}, true},
		"fewer left":                         {func(f *failure) { f.used[overwrite]++ }, true},
		"more left":                          {func(f *failure) { f.used[overwrite]-- }, false},
		"more left of one, fewer of another": {func(f *failure) { f.used[overwrite]++; f.used[deletion]-- }, false},
		"later":                              {func(f *failure) { f.floor++ }, true},
		"earlier":                            {func(f *failure) { f.floor-- }, false},
		"to be ended sooner":                 {func(f *failure) { f.due-- }, true},
		"to be ended later":                  {func(f *failure) { f.due++ }, false},
		"a life to be ended later":           {func(f *failure) { f.lifeDue++ }, false},
		"alive":                              {func(f *failure) { f.alive = true }, false},
	} {
		other := failed
		test.change(&other)
		if got := failed.covers(&other); got != test.want {
			t.Errorf("%s: it covers that: %t, want %t", name, got, test.want)
		}
	}
}
