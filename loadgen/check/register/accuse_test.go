package register

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// TestTheCulprits falsifies answers of a correct history, 500 to 1,000 events apart and then
// 30 to 60. Each certificate must show a false answer, and there may be no more violations
// than false answers, except for a few where these are very near each other.
func TestTheCulprits(t *testing.T) {
	t.Parallel()
	for _, s := range []uint64{thorough.Seed(t), 202} { // with the second seed, a granted update was not done
		theCulprits(t, s)
	}
}

func theCulprits(t *testing.T, s uint64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(s, 7))
	for _, l := range slices.Concat(loads[:2], loads[4:6]) { // without unanswered writes, which a false answer alone may settle
		for _, spacing := range []int{500, 30} {
			t.Run(fmt.Sprint(l.name, spacing), func(t *testing.T) {
				events := load(l.plan, min(max(4000, thorough.Of(10_000)), 100*spacing), 32)
				wrong := map[[2]uint32]bool{} // by client and exchange
				for at := 1000; at < len(events)-100; at += spacing + rng.IntN(spacing) {
					if i := falsify(rng, events, at); i >= 0 {
						wrong[[2]uint32{events[i].Client, events[i].Seq}] = true
					}
				}
				r, most := Check(events, Options{}), len(wrong)
				if spacing < 500 {
					most += most / 4
				}
				if r.State != finding.Invalid || r.More || len(r.Violations)+r.Unlisted > most {
					t.Errorf("%d answers are false, and it is %s with %d violations and %d more", len(wrong), r.State, len(r.Violations), r.Unlisted)
				}
				for _, v := range r.Violations {
					shown := func(e finding.Evidence) bool { return wrong[[2]uint32{e.Event.Client, e.Event.Seq}] }
					if v.Whole || !slices.ContainsFunc(v.Evidence, shown) {
						t.Errorf("none of the false answers is in evidence that proves itself: %s", v.Sentence)
					}
				}
			})
		}
	}
}

// falsify makes a read near a place stale by hundreds of events, or grants an update that
// was refused. It returns the index of the event, or -1.
func falsify(rng *rand.Rand, events []history.Event, at int) int {
	for i := at; i < at+100; i++ {
		switch e := &events[i]; {
		case rng.IntN(2) == 0:
		case e.Op == history.Swap && e.Outcome == history.Lost:
			e.Outcome, e.Status, e.Tag = history.Won, 201, pack(uint64(1<<40+i))
			return i
		case e.Op == history.Read && e.Outcome == history.Won:
			for _, old := range slices.Backward(events[:i-400]) {
				if old.Op == history.Read && old.Outcome == history.Won && old.Tag != e.Tag {
					e.Tag, e.Value = old.Tag, old.Value
					return i
				}
			}
		}
	}
	return -1
}

// TestGoneWithoutADelete has a blob that is not found from some time on, although nobody
// deleted it. All answers that say so are one violation until it is there again. Its
// certificate also shows that the blob was there, even if a stream has forgotten that time.
func TestGoneWithoutADelete(t *testing.T) {
	t.Parallel()
	events := []history.Event{made}
	for at := int64(10); at < 1000; at += 10 {
		events = append(events, swap(1, at, at+2, uint64(at/10), uint64(at/10+1)), read(2, at+3, at+5, uint64(at/10+1), 1))
	}
	there := len(events)
	for at := int64(1000); at < 5000; at += 10 {
		events = append(events, absent(3, at, at+5))
		if at%1000 == 500 {
			events = append(events, read(2, at+6, at+8, 100, 1))
		}
	}
	d := delivery{events, make([]bool, len(events))}
	d.marks[there-1] = true
	streamed, _ := d.stream(Options{}, 1)
	for how, r := range map[string]finding.Result{"whole": Check(events, Options{}), "stream": streamed} {
		if r.State != finding.Invalid || len(r.Violations) != 5 || r.Unlisted > 0 {
			t.Errorf("%s: it is %s with %d violations and %d more, want 5", how, r.State, len(r.Violations), r.Unlisted)
		}
		for _, v := range r.Violations {
			if v.Rule != "missing while it was there" || len(v.Evidence) < 2 || v.Evidence[0].Event.Outcome != history.Won || !v.Whole {
				t.Errorf("%s: %s: %s, shown by %d events", how, v.Rule, v.Sentence, len(v.Evidence))
			}
		}
	}
}
