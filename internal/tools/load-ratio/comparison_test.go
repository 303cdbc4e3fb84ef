package main

import (
	"io"
	"strings"
	"testing"

	"ifmatch/reports/load"
)

func TestCompareSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	side := func(goodput float64, state string) map[string]load.Run {
		return map[string]load.Run{"blob-cas": {
			Verdict: load.Verdict{State: state}, Contention: load.Contention{Goodput: goodput, Commits: int64(goodput)},
		}}
	}
	for _, tc := range []struct {
		name             string
		reference, other map[string]load.Run
		want             string // part of the error, or nothing
	}{
		{"as it should be", side(4000, load.Valid), side(90, load.Valid), ""},
		{"too slow", side(3000, load.Valid), side(90, load.Valid), "33.3 times as much"},
		{"the reference is wrong", side(4000, load.Invalid), side(90, load.Valid), "the reference is invalid"},
		{"Azurite is wrong", side(4000, load.Valid), side(90, load.Undecided), "Azurite is undecided"},
		{"nothing came of it", side(4000, load.Valid), side(0, load.Valid), "committed nothing"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c := comparison{stdout: io.Discard, least: 40}
			err := c.compare([]string{"blob-cas"}, tc.reference, tc.other)
			if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
				t.Errorf("got %v, want an error with %q", err, tc.want)
			}
		})
	}
}
