package register

import (
	"math/rand/v2"
	"testing"
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
}

// TestNoticesFlaws makes the check wrong in one way after the other, and expects the
// comparison with the oracle to notice each.
func TestNoticesFlaws(t *testing.T) {
	t.Parallel()
	const most = 60_000
	s := seed(t)
	for f := sound + 1; f < flaws; f++ {
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
