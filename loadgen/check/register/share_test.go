package register

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"ifmatch/loadgen/check/finding"
)

// TestStreamsShare has the same number of events for more and more streams. All streams together must not hold more.
func TestStreamsShare(t *testing.T) {
	t.Parallel()
	const events = 8 * sharedAll
	for _, streams := range []int{64, 512} {
		t.Run(fmt.Sprint(streams), func(t *testing.T) {
			t.Parallel()
			d := deliver(rand.New(rand.NewPCG(1, 2)), load(loads[0].plan, events/streams, 4), 20)
			watermarks, all := d.watermarks(), make([]*Stream, streams)
			for k := range all {
				all[k] = NewStream(Options{Streams: &streams})
			}
			collected, remembers, from := 0, 0, 0
			for i, mark := range d.marks {
				if !mark || watermarks[i] == never {
					continue
				}
				holds, recent := 0, 0
				for _, s := range all {
					s.Add(d.events[from : i+1])
					holds, recent = holds+cap(s.retained), recent+cap(s.recent)
					s.Mark(watermarks[i])
				}
				collected, remembers, from = max(collected, holds), max(remembers, recent), i+1
			}
			if collected > 4*sharedAll || remembers > 3*sharedAll {
				t.Errorf("%d streams collect %d events, and remember %d", streams, collected, remembers)
			}
			for _, s := range all {
				s.Add(d.events[from:])
				if r := s.Close(); r.State != finding.Valid || r.Operations == 0 {
					t.Fatalf("got %s (%s) %v", r.State, r.Why, r.Violations)
				}
			}
		})
	}
}
