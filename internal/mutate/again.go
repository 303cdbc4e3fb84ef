package mutate

import (
	"context"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"ifmatch/reference/fault"
	"ifmatch/reports"
	"ifmatch/steps/plan"
)

// again runs failed cases of a whole run once more, each alone, as the line "again" of its card
// says. A case that conforms then was charged with what it does not show.
func (b *bench) again(ctx context.Context, f fault.Fault, r *Result, run reports.Run) error {
	if b.Again == 0 || slices.Contains(racing, f.Family) {
		return nil
	}
	ids := failing(run, r.Level)
	if b.Again > 0 && len(ids) > b.Again {
		name := fnv.New64a()
		name.Write([]byte(f.Name))
		random := rand.New(rand.NewPCG(uint64(b.Seed), name.Sum64()))
		random.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		ids = ids[:b.Again]
	}
	for _, id := range ids {
		alone, err := b.run(ctx, f, r.Level, func(c plan.Case) bool { return c.ID == id }, false)
		if err != nil || ctx.Err() != nil {
			return err
		}
		r.Again++
		if !slices.Contains(failing(alone, r.Level), id) {
			r.Conform = append(r.Conform, id)
		}
	}
	return nil
}
