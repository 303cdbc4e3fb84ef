package payload

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRuns(t *testing.T) {
	t.Parallel()
	const run = "5f3a1b2c"
	one, two := FillAtoms(nil, 40, run, 1), FillAtoms(nil, 32, run, 1<<32|2)
	zeros := make([]byte, 32)
	damaged := slices.Clone(two)
	damaged[20] ^= 1
	torn := slices.Concat(one[:24], two[8:])
	for name, tt := range map[string]struct {
		body []byte
		want []Run
	}{
		"nothing":     {nil, nil},
		"one writer":  {one, []Run{{0, 48, 1, false}}},
		"zeros":       {zeros, []Run{{0, 32, 0, false}}},
		"two writers": {slices.Concat(one, two, zeros), []Run{{0, 48, 1, false}, {48, 32, 1<<32 | 2, false}, {80, 32, 0, false}}},
		"damaged":     {damaged, []Run{{0, 16, 1<<32 | 2, false}, {16, 16, 1<<32 | 0x01000002, true}}},
		"within":      {torn, []Run{{0, 16, 1, false}, {16, 16, 1, true}, {32, 16, 1<<32 | 2, false}}},
		"cut":         {one[:20], []Run{{0, 16, 1, false}, {16, 4, 0, true}}},
		"another run": {FillAtoms(nil, 16, "other", 1), []Run{{0, 16, 1, true}}},
	} {
		if diff := cmp.Diff(tt.want, Runs(nil, tt.body, run)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// FuzzRuns demands that the runs are the whole body, and that a run with a value has
// exactly the bytes that its writer would have written.
func FuzzRuns(f *testing.F) {
	f.Add(FillAtoms(make([]byte, 16), 48, "5f3a1b2c", 7))
	f.Add([]byte("short"))
	f.Fuzz(func(t *testing.T, body []byte) {
		at := 0
		for _, r := range Runs(nil, body, "5f3a1b2c") {
			if r.At != at || r.Length <= 0 {
				t.Fatalf("a run of %d bytes at %d, where %d was next", r.Length, r.At, at)
			}
			at += r.Length
			want := FillAtoms(nil, r.Length, "5f3a1b2c", r.Value)
			if r.Value == 0 {
				clear(want)
			}
			if got := body[r.At:at]; !r.Mixed && !slices.Equal(got, want) && !slices.Equal(got, FillAtoms(nil, r.Length, "5f3a1b2c", 0)) {
				t.Errorf("% x counts as written with %d", got, r.Value)
			}
		}
		if at != len(body) {
			t.Errorf("the runs are %d of %d bytes", at, len(body))
		}
	})
}
