package schedule_test

import (
	"slices"
	"testing"

	"ifmatch/reference/explore/schedule"
)

func TestTokens(t *testing.T) {
	t.Parallel()
	for _, choices := range [][]uint8{nil, {1}, {0, 0, 3}, {2, 0, 0, 0, 0, 1, 250}} {
		token := schedule.Token(choices)
		got, err := schedule.ParseToken(token)
		if err != nil || !slices.Equal(got, choices) {
			t.Errorf("%v as %s: %v, %v", choices, token, got, err)
		}
	}
	for _, broken := range []string{"", "k", "k3f", "xaa", schedule.Token([]uint8{0, 0, 3})[:4], "k" + schedule.Token([]uint8{1})} {
		if got, err := schedule.ParseToken(broken); err == nil {
			t.Errorf("%q: %v", broken, got)
		}
	}
}

func FuzzParseToken(f *testing.F) {
	f.Add(schedule.Token([]uint8{0, 1, 0, 7}))
	f.Add("k3f")
	f.Fuzz(func(t *testing.T, token string) {
		choices, err := schedule.ParseToken(token)
		if err != nil {
			return
		}
		again, err := schedule.ParseToken(schedule.Token(choices))
		if err != nil || !slices.Equal(again, choices) {
			t.Errorf("%q means %v, and then %v, %v", token, choices, again, err)
		}
	})
}
