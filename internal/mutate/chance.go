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

// insist tries faults once more, each on the clauses of level must that lead its cases and that no fault has shown: where a
// fault ends with its first failure, that may be another clause's, and which clause shows a race first depends on chance.
// Results are nil where there is none.
func (b *bench) insist(ctx context.Context, results []*Result) error {
	shown := map[string]bool{}
	for _, r := range results {
		if r != nil {
			for _, id := range r.Must {
				shown[id] = true
			}
		}
	}
	for _, chance := range []bool{false, true} { // what chance decides takes more tries
		for i, r := range results {
			if r == nil || slices.Contains(racing, r.Family) != chance || !chance && !b.First {
				continue
			}
			times := 1
			if chance {
				times = tries(b.Faults[i])
			}
			if err := b.insistOn(ctx, b.Faults[i], r, shown, times); err != nil || ctx.Err() != nil {
				return err
			}
		}
	}
	return nil
}

// insistOn tries one fault, and adds the clauses to shown that it shows.
func (b *bench) insistOn(ctx context.Context, f fault.Fault, r *Result, shown map[string]bool, times int) error {
	mapped, tried := b.mapped(f), map[string]bool{}
	for _, c := range b.Suite.Cases {
		id := c.Clauses[0]
		clause, known := b.Suite.Register.Clause(id)
		if !known || clause.Level != register.Must || shown[id] || !mapped[c.ID] || tried[id] {
			continue
		}
		tried[id] = true
		for n := 0; n < times && !shown[id]; n++ {
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
			r.accused([]string{id})
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
