package register

import (
	"math/rand/v2"
	"testing"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// names of the flaws, for messages.
var flawNames = [flaws]string{
	ignoreLost: "412s tell nothing", ignoreGone: "404s tell nothing", ignoreThere: "409s tell nothing",
	ignoreLower: "no bound by late reads", ignoreUpper: "no bound by early reads", ignoreSuffix: "no bound by later versions",
	ignoreTails: "no unseen updates", ignoreOptional: "no unseen overwrites", ignoreUnknown: "unknown outcomes not resolved",
	ignoreZones: "zones not compared", touching: "< for <= in boxes", touchingZones: "<= for < in zones",
	trustTags: "tags given twice", ignoreValues: "contents not compared", ignoreTorn: "torn reads",
	ignoreEmpty: "creates over something", ignoreFull: "deletes of nothing", canonical: "one order only",
	anyFailure: "no second look", touching412: "< for <= in 412s", everyRefusal: "refused writes applied",
	hasty: "other orders forgotten", careless: "other states forgotten", impatient: "not waiting",
}

// TestNoticesFlaws makes the check wrong in one way after the other, and expects the
// comparison with the oracle to notice each.
func TestNoticesFlaws(t *testing.T) {
	t.Parallel()
	const most = 60_000
	s := seed(t)
	for f := sound + 1; f < hasty; f++ {
		t.Run(flawNames[f], func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(s, uint64(f)))
			for n := range most {
				p := families[n%(len(families)-1)].plan(rng) // unknown beginnings leave room for doubt
				events, _ := sample(rng, p)
				if differ, _, _ := disagree(events, beginningsOf(p), Options{flaw: f}); differ {
					t.Logf("noticed in history %d", n+1)
					return
				}
			}
			t.Errorf("not noticed in %d histories", most)
		})
	}
}

// TestStreamNoticesFlaws makes streams wrong in ways of their own, and expects the
// comparison with the check to notice each.
func TestStreamNoticesFlaws(t *testing.T) {
	t.Parallel()
	const most = 30_000
	s := seed(t)
	for _, f := range []flaw{hasty, impatient} {
		t.Run(flawNames[f], func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(s, uint64(f)))
			for n := range most {
				p := families[n%(len(families)-1)].plan(rng)
				p.events, p.timely = 5+rng.IntN(60), true
				p.unknown /= 3
				events, _ := sample(rng, p)
				if _, _, agree := compare(deliver(rng, events, 1+rng.IntN(8)), Options{flaw: f}); !agree {
					t.Logf("noticed in history %d", n+1)
					return
				}
			}
			t.Errorf("not noticed in %d histories", most)
		})
	}
}

// TestStreamKeepsOtherStates has a place that is the same in every order, but which
// one order reaches in a better state than the one that is tried first. That is too
// rare for chance to find.
func TestStreamKeepsOtherStates(t *testing.T) {
	t.Parallel()
	d := delivery{events: []history.Event{
		made,
		remove(1, 2, 10, 0),
		write(2, 3, 22, 2),
		write(3, 15, 40, 3),
		read(1, 44, 45, 3, 3),
		absent(4, 30, 50), // nothing was there before the last write, if the delete came after the other
		read(5, 47, 60, 3, 3),
	}}
	d.marks = make([]bool, len(d.events))
	d.marks[5] = true
	if got, _ := d.stream(Options{}, 1); got.State != finding.Valid {
		t.Errorf("got %s (%s) %v, want valid", got.State, got.Why, got.Violations)
	}
	if got, _ := d.stream(Options{flaw: careless}, 1); got.State == finding.Valid {
		t.Error("a stream that forgets other states says valid: the case shows nothing")
	}
}
