package features_test

import (
	"testing"

	"ifmatch/steps/plan"
)

// A run plays, of every clause of pairs, each operation at least once, and nearly everything that may be sent beside one.
func TestARunPlaysEveryOperationOfPairs(t *testing.T) {
	t.Parallel()
	s := suite(t)
	for seed := range int64(3) {
		p, err := s.Select(plan.Selection{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		played := map[plan.Pair]bool{}
		for _, c := range p.Cases {
			if c.Pair != nil {
				of, beside := c.Pair.Roles()
				played[of], played[beside] = true, true
			}
		}
		besides, missing := map[plan.Pair]bool{}, 0
		for _, c := range s.Cases {
			if c.Pair == nil {
				continue
			}
			switch of, beside := c.Pair.Roles(); {
			case !played[of]:
				t.Errorf("with seed %d, no run plays %+v", seed, of)
			case !besides[beside]:
				if besides[beside] = true; !played[beside] {
					missing++
				}
			}
		}
		if missing*10 > len(besides) {
			t.Errorf("with seed %d, no run plays anything beside %d of %d operations", seed, missing, len(besides))
		}
	}
}
