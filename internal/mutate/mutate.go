// Package mutate measures the suite: it runs the cases against references that are wrong in one
// way each, and reports which wrong servers no case notices.
//
// For each fault, the cases of the clauses that it breaks come first. Only if all of them pass,
// the others are run. This distinguishes a fault that is noticed only incidentally, not where it
// should be, from one that no case notices.
package mutate

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"ifmatch/reference/fault"
	"ifmatch/reports"
	"ifmatch/steps/plan"
)

// Run tries the faults and returns the results in their order. If ctx ends early, it returns the
// results so far.
func Run(ctx context.Context, cfg Config) ([]Result, error) {
	if cfg.Workers == 0 {
		cfg.Workers = 3 * runtime.GOMAXPROCS(0) // they wait for reads that may catch up
	}
	b := bench{cfg}
	results := make([]*Result, len(cfg.Faults))
	next := make(chan int)
	var (
		wg     sync.WaitGroup
		mu     sync.Mutex
		done   int
		failed error
	)
	for range cfg.Workers {
		wg.Go(func() {
			for i := range next {
				r, err := b.try(ctx, cfg.Faults[i])
				mu.Lock()
				switch {
				case err != nil && ctx.Err() == nil:
					failed = errors.Join(failed, fmt.Errorf("try the fault %s: %w", cfg.Faults[i].Name, err))
				case ctx.Err() == nil:
					results[i] = &r
					if done++; cfg.Progress != nil {
						cfg.Progress(done, r)
					}
				}
				mu.Unlock()
			}
		})
	}
	for i := range cfg.Faults {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	wg.Wait()
	if cfg.Musts {
		failed = errors.Join(failed, b.insist(ctx, results))
	}
	var out []Result
	for _, r := range results {
		if r != nil {
			out = append(out, *r)
		}
	}
	return out, failed
}

// try tries one fault.
func (b *bench) try(ctx context.Context, f fault.Fault) (Result, error) {
	r := Result{Name: f.Name, Family: f.Family, Sentence: f.Sentence, Clauses: f.Clauses, Verdict: Survived, Level: b.level(f)}
	mapped := b.mapped(f)
	r.Cases = len(mapped)
	isMapped := func(c plan.Case) bool { return mapped[c.ID] }
	var run reports.Run
	for range tries(f) {
		var err error
		if run, err = b.run(ctx, f, r.Level, isMapped, b.First, "none"); err != nil || ctx.Err() != nil {
			return r, err
		}
		r.accused(led(b.Suite.Register, run))
		all := failing(run, r.Level)
		own := slices.DeleteFunc(slices.Clone(all), func(id string) bool { return !mapped[id] })
		if len(own) > 0 {
			r.Verdict, r.By, r.Failing = Killed, own[0], len(own)
			break
		}
		if len(all) > 0 { // a probe of what was found on the way to the cases
			r.Verdict, r.By = Elsewhere, all[0]
		}
	}
	whole := b.Full != nil && b.Full(f)
	if r.Verdict == Killed && !whole && chosen(f.Name, b.Seed) {
		if err := b.again(ctx, f, &r, run, 1); err != nil {
			return r, err
		}
	}
	if f.Excuse != "" && r.Verdict == Survived {
		r.Verdict, r.Reason = Excused, f.Excuse
	}
	var err error
	switch {
	case whole:
		run, err = b.run(ctx, f, r.Level, func(plan.Case) bool { return true }, false, "failed") // cards look at what was sent
		if err != nil || ctx.Err() != nil {
			return r, err
		}
		r.accused(led(b.Suite.Register, run))
		if err := b.count(&r, f, run, mapped); err != nil {
			return r, err
		}
		err = b.again(ctx, f, &r, run, b.Again)
	case r.Verdict == Survived && !b.Near:
		err = b.elsewhere(ctx, f, &r, mapped, run.Summary.Blocked+run.Summary.Error > 0)
	}
	return r, err
}

// elsewhere looks for a failing case of other clauses, first near the fault's own. If cases could
// not be set up, something that they need is broken: a run of the whole service shows whose clause
// that is. It may be one of the fault's own.
func (b *bench) elsewhere(ctx context.Context, f fault.Fault, r *Result, mapped map[string]bool, blocked bool) error {
	near := map[string]bool{}
	for _, c := range b.Suite.Cases {
		if mapped[c.ID] {
			near[c.Service] = true
		}
	}
	for _, keep := range []func(plan.Case) bool{
		func(c plan.Case) bool { return (blocked || !mapped[c.ID]) && near[c.Service] },
		func(c plan.Case) bool { return !near[c.Service] },
	} {
		run, err := b.run(ctx, f, r.Level, keep, !blocked, "none")
		if err != nil || ctx.Err() != nil {
			return err
		}
		r.accused(led(b.Suite.Register, run))
		for _, id := range failing(run, r.Level) {
			switch {
			case mapped[id] && r.Verdict != Killed:
				r.Verdict, r.By, r.Failing = Killed, id, 1
			case mapped[id]:
				r.Failing++
			case r.Verdict == Survived:
				r.Verdict, r.By = Elsewhere, id
			}
		}
		if r.Verdict != Survived {
			return nil
		}
	}
	return nil
}

// count copies the outcome of a whole run into a result. Cards name what clauses say, so the run gets their statements first,
// as it does where people see it.
func (b *bench) count(r *Result, f fault.Fault, run reports.Run, mapped map[string]bool) error {
	r.Whole = true
	for _, id := range failing(run, r.Level) {
		if !mapped[id] {
			r.Others++
			if r.Verdict == Survived {
				r.Verdict, r.By = Elsewhere, id
			}
		}
	}
	if err := b.Suite.Describe(&run); err != nil {
		return err
	}
	cards := b.Cards(run)
	r.Rank = 1 + slices.IndexFunc(cards, func(clauses []string) bool {
		return slices.ContainsFunc(clauses, func(id string) bool { return states(f, id) || f.InPairs(id) })
	})
	if r.Rank != 1 && len(cards) > 0 {
		r.Charged = cards[0]
	}
	return nil
}
