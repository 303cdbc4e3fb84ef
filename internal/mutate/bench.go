package mutate

import (
	"context"
	"slices"
	"strings"

	"ifmatch/internal/embedded"
	"ifmatch/reference/fault"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// Verdict is the outcome for a fault.
type Verdict string

// The verdicts.
const (
	Killed    Verdict = "killed"    // a case of its clauses fails
	Elsewhere Verdict = "elsewhere" // only cases of other clauses fail
	Survived  Verdict = "survived"  // no gating case fails
	Excused   Verdict = "excused"   // no case can fail: the reason says why
)

// Result is the outcome of the suite for one fault.
type Result struct {
	Name     string   `json:"name"`
	Family   string   `json:"family"`
	Sentence string   `json:"sentence"`
	Clauses  []string `json:"clauses"`
	Verdict  Verdict  `json:"verdict"`
	// Level is the lowest level that gates: that of the run, or observed if the fault's clauses
	// are all observed.
	Level string `json:"level"`
	// Cases is how many cases the fault's clauses have, Failing how many of them fail, or have failed by the time that a run
	// with First ended.
	Cases   int `json:"cases"`
	Failing int `json:"failing"`
	// By is the first case that fails, in the order of the suite.
	By string `json:"by,omitempty"`
	// Whole means that all cases were run. Then Others is how many further cases fail, and Rank is
	// the place, from 1, of the first card that names a clause of the fault; 0 if none does.
	Whole  bool `json:"whole,omitempty"`
	Others int  `json:"others,omitempty"`
	Rank   int  `json:"rank,omitempty"`
	// Charged are the clauses on the first card if none is the fault's.
	Charged []string `json:"charged,omitempty"`
	// Again is how many failed cases were run once more, each alone; Conform are those that
	// conformed then.
	Again   int      `json:"again,omitempty"`
	Conform []string `json:"conform,omitempty"`
	// Must are the clauses of level must that lead a case that fails by more than an error code.
	Must []string `json:"must,omitempty"`
	// Reason says why a fault is excused.
	Reason string `json:"reason,omitempty"`
}

// accused adds clauses of level must.
func (r *Result) accused(clauses []string) {
	for _, id := range clauses {
		if !slices.Contains(r.Must, id) {
			r.Must = append(r.Must, id)
		}
	}
}

// Config says what to run.
type Config struct {
	Suite  *plan.Suite
	Faults []fault.Fault
	// Level is the lowest level that gates.
	Level string
	Seed  int64
	// Full reports for which faults every case is run; nil: for none.
	Full func(fault.Fault) bool
	// Again is how many failed cases of a whole run are run once more, each alone, drawn by the
	// seed; negative: all.
	Again int
	// Musts says that the clauses of level must are counted, as they are where the whole catalogue is tried: then each needs a
	// fault that shows it.
	Musts bool
	// First runs the cases of a fault's clauses until one fails, and does not count the others.
	First bool
	// Near runs only the cases of a fault's own clauses.
	Near bool
	// Workers is how many faults are tried at once; 0 means three for each processor.
	Workers int
	// Cards lists, in order, the clauses that each of a run's cards names; needed only for Full.
	Cards func(reports.Run) [][]string
	// Progress is called for every finished fault, never from two goroutines at once.
	Progress func(done int, last Result)
}

// bench is the state for trying faults.
type bench struct{ Config }

// states reports whether a clause is one of the fault's. A clause also covers those into which it
// was divided: BLOB-COND-01 covers BLOB-COND-01-m.
func states(f fault.Fault, clause string) bool {
	return slices.ContainsFunc(f.Clauses, func(c string) bool { return clause == c || strings.HasPrefix(clause, c+"-") })
}

// mapped are the cases of the fault's clauses.
func (b *bench) mapped(f fault.Fault) map[string]bool {
	out := map[string]bool{}
	for _, clause := range b.Suite.Register.Clauses {
		if states(f, clause.ID) {
			for _, c := range b.Suite.CasesOf(clause.ID) {
				out[c.ID] = true
			}
		}
	}
	return out
}

// level is the lowest level that gates for a fault. If all its clauses are only observed, that is
// observed: no other case could notice it.
func (b *bench) level(f fault.Fault) string {
	if f.Level != "" && !reports.Gates(f.Level, b.Level) {
		return f.Level
	}
	for _, c := range b.Suite.Register.Clauses {
		if states(f, c.ID) && reports.Gates(c.Level.String(), b.Level) && len(b.Suite.CasesOf(c.ID)) > 0 {
			return b.Level
		}
	}
	return "observed"
}

// run runs cases against a server with the fault; if first is set, until one of them fails. Trace says whose exchanges are kept.
func (b *bench) run(ctx context.Context, f fault.Fault, level string, keep func(plan.Case) bool, first bool, trace string) (reports.Run, error) {
	p := b.Suite.Choose(keep)
	if len(p.Cases) == 0 {
		return reports.Run{}, nil
	}
	own := func(id string) bool { // not that of a probe
		return slices.ContainsFunc(p.Cases, func(c plan.Case) bool { return c.ID == id })
	}
	within, stop := context.WithCancel(ctx)
	defer stop()
	cfg := steps.Config{
		Target: embedded.New(embedded.Options{Seed: b.Seed, Wrong: []fault.Fault{f}}), Plan: p, Level: level, Seed: b.Seed, Trace: trace,
		Progress: func(p steps.Progress) {
			if first && p.Last != nil && gates(*p.Last, level) && own(p.Last.ID) {
				stop()
			}
		},
	}
	return steps.Run(within, cfg)
}
