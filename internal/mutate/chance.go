package mutate

import (
	"context"
	"fmt"
	"slices"

	"ifmatch/reference/fault"
	"ifmatch/reports"
	"ifmatch/steps/plan"
	"ifmatch/steps/plan/register"
)

// racing are the families whose faults show in races: whether they show, and in how many cases, depends on chance.
var racing = []string{"apart", "arrival", "emulator", "interleaved", "race", fault.Mirrors}

// tries is how often the cases of a fault's clauses are run at most, until one fails. On a machine that is busy, a race may be
// met by one try in ten, and an answer that is not in time leaves a case undecided.
func tries(f fault.Fault) int {
	switch {
	case f.Excuse != "":
		return 1
	case slices.Contains(racing, f.Family):
		return 100
	}
	return 10
}

// insist tries the faults of races once more, each on the cases of those of its clauses of level must that no fault has shown:
// it was killed by the first clause that showed it, and which one that is depends on chance. Results are nil where there is none.
func (b *bench) insist(ctx context.Context, results []*Result) error {
	shown := map[string]bool{}
	for _, r := range results {
		if r != nil {
			for _, id := range r.Must {
				shown[id] = true
			}
		}
	}
	for i, f := range b.Faults {
		if results[i] == nil || !slices.Contains(racing, f.Family) {
			continue
		}
		for id := range b.cases {
			clause, known := b.Suite.Register.Clause(id)
			if !known || clause.Level != register.Must || shown[id] || !states(f, id) {
				continue
			}
			for n := 0; n < tries(f) && !shown[id]; n++ {
				run, err := b.run(ctx, f, b.Level, func(c plan.Case) bool { return c.Clauses[0] == id }, false, "none")
				switch {
				case ctx.Err() != nil:
					return nil
				case err != nil:
					return fmt.Errorf("try the fault %s on %s: %w", f.Name, id, err)
				}
				shown[id] = slices.Contains(led(b.Suite.Register, run), id)
			}
			if shown[id] {
				results[i].accused([]string{id})
			}
		}
	}
	return nil
}

// playsAlone is how often a case is played alone at most: requests in one process, with nothing beside them, need not meet
// each time that clients send them at once.
const playsAlone = 10

// again runs failed cases of a run once more, each alone, as the line "again" of its card
// says. A case that conforms then was charged with what it does not show.
func (b *bench) again(ctx context.Context, f fault.Fault, r *Result, run reports.Run, most int) error {
	if slices.Contains(racing, f.Family) {
		return nil
	}
	for _, id := range draw(failing(run, r.Level), most, b.Seed, f.Name) {
		fails := false
		for range playsAlone {
			alone, err := b.run(ctx, f, r.Level, func(c plan.Case) bool { return c.ID == id }, false, "none")
			if err != nil || ctx.Err() != nil {
				return err
			}
			if fails = slices.Contains(failing(alone, r.Level), id); fails {
				break
			}
		}
		r.Again++
		if !fails {
			r.Conform = append(r.Conform, id)
		}
	}
	return nil
}
