// Package mutate measures the suite: it runs the cases against references that are
// wrong in one way each, and tells which wrong server none of them notices.
//
// The cases of the clauses that a fault's datum is stated by come first. Only if all of
// them pass the others are asked, so that a fault which is noticed by the way, and not
// where it should be, is told from one that nobody notices.
package mutate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"ifmatch/internal/embedded"
	"ifmatch/reference/fault"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// Verdict is what became of a fault.
type Verdict string

// The verdicts.
const (
	Killed    Verdict = "killed"    // a case of its clauses fails
	Elsewhere Verdict = "elsewhere" // only cases of other clauses fail
	Survived  Verdict = "survived"  // no case that gates fails
	Excused   Verdict = "excused"   // none can: the reason says why
)

// Result is what the suite made of one fault.
type Result struct {
	Name     string   `json:"name"`
	Family   string   `json:"family"`
	Sentence string   `json:"sentence"`
	Clauses  []string `json:"clauses"`
	Verdict  Verdict  `json:"verdict"`
	// Level is the lowest level that gates: that of the run, or observed if no clause
	// of the fault is of a stronger one.
	Level string `json:"level"`
	// Cases is how many cases the fault's clauses have, Failing how many of them fail.
	Cases   int `json:"cases"`
	Failing int `json:"failing"`
	// By is the first case that fails, in the order of the suite.
	By string `json:"by,omitempty"`
	// Whole tells that all cases were run. Then Others is how many further cases fail, and
	// Rank the place, from 1, that a clause of the fault has among the cards; 0 for none.
	Whole  bool `json:"whole,omitempty"`
	Others int  `json:"others,omitempty"`
	Rank   int  `json:"rank,omitempty"`
	// Reason is why a fault is excused.
	Reason string `json:"reason,omitempty"`
}

// Config says what to run.
type Config struct {
	Suite  *plan.Suite
	Faults []fault.Fault
	// Level is the lowest level that gates.
	Level string
	Seed  int64
	// Full tells of which faults every case is run; nil: of none.
	Full func(fault.Fault) bool
	// Near asks the cases of a fault's own clauses alone.
	Near bool
	// Workers is how many faults are tried at once; 0 means one for each processor.
	Workers int
	// Cards lists the clauses that each of a run's cards names, in their order; needed for Full alone.
	Cards func(reports.Run) [][]string
	// Progress is told of every fault that is done, never from two goroutines at once.
	Progress func(done int, last Result)
}

// Run tries the faults and returns the results in their order. When ctx ends early it
// returns those that are done.
func Run(ctx context.Context, cfg Config) ([]Result, error) {
	if cfg.Workers == 0 {
		cfg.Workers = runtime.GOMAXPROCS(0)
	}
	b := bench{Config: cfg, cases: map[string][]int{}}
	for i, c := range cfg.Suite.Cases {
		for _, id := range c.Clauses {
			b.cases[id] = append(b.cases[id], i)
		}
	}
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
	var out []Result
	for _, r := range results {
		if r != nil {
			out = append(out, *r)
		}
	}
	return out, failed
}

// bench is where faults are tried.
type bench struct {
	Config
	cases map[string][]int // of each clause
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
		if run, err = b.run(ctx, f, r.Level, isMapped, false); err != nil || ctx.Err() != nil {
			return r, err
		}
		if all := failing(run, r.Level); len(all) > 0 {
			r.Verdict, r.By, r.Failing = Killed, all[0], len(all)
			break
		}
	}
	if i := slices.IndexFunc(run.Found, func(f reports.Finding) bool { return reports.Gates(f.Level, r.Level) }); i >= 0 && r.Verdict == Survived {
		r.Verdict, r.By = Elsewhere, cmp.Or(run.Found[i].Case, run.Found[i].Clause, run.Found[i].Scenario) // on the way to the cases
	}
	if f.Excuse != "" && r.Verdict == Survived {
		r.Verdict, r.Reason = Excused, f.Excuse
	}
	var err error
	switch {
	case b.Full != nil && b.Full(f):
		run, err = b.run(ctx, f, r.Level, func(plan.Case) bool { return true }, false)
		if err != nil || ctx.Err() != nil {
			return r, err
		}
		b.count(&r, f, run, mapped)
	case r.Verdict == Survived && !b.Near:
		err = b.elsewhere(ctx, f, &r, mapped, run.Summary.Blocked+run.Summary.Error > 0)
	}
	return r, err
}

// racing are the families of which faults show in races: which of them do, and in how many cases, is a matter of chance.
var racing = []string{"apart", "arrival", "emulator"}

// tries is how often the cases of a fault's clauses are tried.
func tries(f fault.Fault) int {
	if slices.Contains(racing, f.Family) {
		return 25
	}
	return 1
}

// elsewhere looks for a case of other clauses that fails, near the fault's own first. Where cases
// could not be set up, what they need is broken: the whole service shows whose clause that is,
// and it may be one of the fault's own.
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
		run, err := b.run(ctx, f, r.Level, keep, !blocked)
		if err != nil || ctx.Err() != nil {
			return err
		}
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

// count takes over what a whole run says.
func (b *bench) count(r *Result, f fault.Fault, run reports.Run, mapped map[string]bool) {
	r.Whole = true
	for _, id := range failing(run, r.Level) {
		if !mapped[id] {
			r.Others++
			if r.Verdict == Survived {
				r.Verdict, r.By = Elsewhere, id
			}
		}
	}
	for i, clauses := range b.Cards(run) {
		if slices.ContainsFunc(clauses, func(id string) bool { return states(f, id) }) {
			r.Rank = i + 1
			return
		}
	}
}

// states tells whether a clause is one of the fault's. One stands for those that it was
// divided into, too: BLOB-COND-01 for BLOB-COND-01-m.
func states(f fault.Fault, clause string) bool {
	return slices.ContainsFunc(f.Clauses, func(c string) bool { return clause == c || strings.HasPrefix(clause, c+"-") })
}

// mapped are the cases of the fault's clauses.
func (b *bench) mapped(f fault.Fault) map[string]bool {
	out := map[string]bool{}
	for id, cases := range b.cases {
		if states(f, id) {
			for _, i := range cases {
				out[b.Suite.Cases[i].ID] = true
			}
		}
	}
	return out
}

// level is the lowest level that gates for a fault: where all its clauses are only
// observed, nothing else could notice.
func (b *bench) level(f fault.Fault) string {
	if f.Level != "" && !reports.Gates(f.Level, b.Level) {
		return f.Level
	}
	for id := range b.cases {
		if states(f, id) {
			if cl, ok := b.Suite.Register.Clause(id); ok && reports.Gates(cl.Level.String(), b.Level) {
				return b.Level
			}
		}
	}
	return "observed"
}

// run runs cases against a server with the fault; with first, until one fails.
func (b *bench) run(ctx context.Context, f fault.Fault, level string, keep func(plan.Case) bool, first bool) (reports.Run, error) {
	p := b.Suite.Choose(keep)
	if len(p.Cases) == 0 {
		return reports.Run{}, nil
	}
	within, stop := context.WithCancel(ctx)
	defer stop()
	cfg := steps.Config{
		Target: embedded.New(embedded.Options{Seed: b.Seed, Wrong: []fault.Fault{f}}), Plan: p, Level: level, Seed: b.Seed, Trace: "none",
		Progress: func(p steps.Progress) {
			if first && p.Last != nil && gates(*p.Last, level) {
				stop()
			}
		},
	}
	return steps.Run(within, cfg)
}

// gates tells whether a case failed and its level decides.
func gates(s reports.Scenario, level string) bool {
	return s.Status == reports.Failed && reports.Gates(s.GatingLevel(), level)
}

// failing are the cases of a run that failed and gate.
func failing(r reports.Run, level string) (ids []string) {
	for _, s := range r.Scenarios {
		if gates(s, level) {
			ids = append(ids, s.ID)
		}
	}
	return ids
}
