package explore_test

import (
	"regexp"
	"testing"
	"time"

	"ifmatch/reference/explore"
)

// alike is the text of a failure without what clients choose at random.
func alike(text string) string { return chosen.ReplaceAllString(text, "$1") }

var chosen = regexp.MustCompile(`(lease: )[0-9a-f]+`)

func TestAReportedScheduleFailsAgainEachTime(t *testing.T) {
	t.Parallel()
	const times = 100
	for _, p := range gallery {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			r := explore.Find(t, p.make(false), explore.Departures(2), explore.Budget(time.Minute))
			if r.Failure == nil {
				t.Fatalf("nothing found in %s", r)
			}
			for n := range times {
				again, err := explore.Replay(t, p.make(false), r.Failure.Token)
				if err != nil {
					t.Fatal(err)
				}
				if again == nil || alike(again.Text) != alike(r.Failure.Text) {
					t.Fatalf("replay %d of %d of %s: %+v\nwant\n%s", n+1, times, r.Failure.Token, again, r.Failure.Text)
				}
			}
		})
	}
}
