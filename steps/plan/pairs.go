package plan

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
)

func isPairs(head []string) bool { return len(head) == 1 && head[0] == "pairs" }

// expandPairs writes out the row of a family.
func expandPairs(all []Pair, family string) (head []string, rows [][]string, err error) {
	if known := []string{guarded, dated, dependent, across, Whole, Shown}; !slices.Contains(known, family) {
		return nil, nil, fmt.Errorf("%q is no family of pairs: want one of %s", family, strings.Join(known, ", "))
	}
	head = []string{"clause", "operation", "guard", "beside", "kind", "state", "label", "look", "other", "to", "with"}
	for _, p := range all {
		if p.Family == family && p.NoCase == "" {
			rows = append(rows, []string{p.Clause, p.Operation, cmp.Or(p.Guard, "nothing"), p.Beside, p.Kind, p.State, p.Label, p.Look, p.Other, p.To, p.With})
		}
	}
	return head, rows, nil
}

// mostPairs is how many pairs a run plays that is not asked for more.
const mostPairs = 450

// draw chooses among pairs by a seed. Every operation of a family gets its share, of every clause, and whatever may stand beside
// one, too, as far as there is room; which guards and kinds stand for a pair, the seed decides.
func draw(cases []Case, seed int64) map[string]bool {
	var pairs []Case
	places := map[string]uint64{}
	for _, c := range cases {
		if c.Pair != nil {
			h := fnv.New64a()
			fmt.Fprintf(h, "%d %s", seed, c.ID)
			pairs, places[c.ID] = append(pairs, c), h.Sum64()
		}
	}
	slices.SortFunc(pairs, func(a, b Case) int { return cmp.Compare(places[a.ID], places[b.ID]) })
	many, chosen, shares := len(pairs) > mostPairs, map[string]bool{}, map[Pair]int{}
	for share := 0; len(pairs) > 0 && len(chosen) < mostPairs; share++ {
		for _, wanted := range []func(of, beside int) bool{
			func(of, beside int) bool { return of <= share && beside <= share },
			func(of, _ int) bool { return of <= share },
			func(_, beside int) bool { return beside == 0 },
		} {
			pairs = slices.DeleteFunc(pairs, func(c Case) bool {
				of, beside := c.Pair.Roles()
				switch {
				case many && shares[*c.Pair] > 0:
					return true // another guard or kind stands for it
				case len(chosen) == mostPairs || !wanted(shares[of], shares[beside]):
					return false
				}
				for _, shown := range []Pair{*c.Pair, of, beside} {
					shares[shown]++
				}
				chosen[c.ID] = true
				return true
			})
		}
	}
	return chosen
}
