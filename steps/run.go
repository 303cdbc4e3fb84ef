package steps

import (
	"context"
	"ifmatch/internal/wire"
	"ifmatch/reports"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
	"sync"
	"time"
)

// run is the state that all scenarios of one run share.
type run struct {
	cfg   Config
	stage *scenario.Stage
	cases map[[2]string]plan.Case // by feature and name, as godog tells them

	mu        sync.Mutex
	results   map[string]reports.Scenario
	late      map[string]reports.Scenario // cases to repeat alone, with their first verdict
	repeating bool                        // late cases are being repeated
	again     int                         // how often cases have been tried before
	afresh    map[string]*tries           // cases that met a transient answer
	weather   reports.Weather
	rough     int    // cases that met one at their first try
	silent    int    // cases in a row that got no answer at all
	probing   bool   // the target is asked whether it is still there
	stopped   string // why the run ends before its time
	stop      context.CancelFunc
	slots     chan struct{}        // one for each scenario that goes on without waiting
	waits     map[string]time.Time // by case: when its wait ends
	failed    int
}

// tries is how often a case met a transient answer.
type tries struct {
	all    int
	long   bool // the story has many requests
	status int  // of the last one to a request of the story
	inRow  int  // how many in a row were the same
	last   reports.Scenario
}

// slowEnough is how many cases in a row must come too late even alone before the
// way to the target is known to be slow, and the rest keep their first verdict: each
// repetition would take as long as it took in vain.
const slowEnough = 3

// file takes a verdict into the result and tells of it.
func (r *run) file(sc reports.Scenario) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.results[sc.ID] = sc
	if sc.Status == reports.Failed {
		r.failed++
	}
	if r.cfg.Progress != nil {
		r.cfg.Progress(Progress{Done: len(r.results), Total: len(r.cfg.Plan.Cases), Failed: r.failed, Last: &sc, Waiting: r.longestWait()})
	}
}

// told puts the verdict on a case into the form of the result.
func told(c plan.Case, v *verdict.Verdict) reports.Scenario {
	return reports.Scenario{ID: c.ID, Name: c.Name, Feature: c.Feature, Line: c.Line, Clauses: c.Clauses,
		Level: c.Level, Service: c.Service, Status: v.Status, Reason: v.Reason, Want: v.Want, Got: v.Got,
		Differs: v.Differs, CodeLevel: v.CodeLevel, Lacks: v.Lacks, Operation: v.Operation, Respect: v.Respect}
}

// withheld files a case for which nothing is sent.
func (r *run) withheld(c plan.Case, v *verdict.Verdict) { r.file(told(c, v)) }

// end stops the run before its time, for the first reason that is given. Cases that
// have not ended by then get no verdict.
func (r *run) end(reason string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped == "" {
		r.stopped = reason
		r.stop()
	}
}

// waiting notes that a case lets real time pass until then.
func (r *run) waiting(id string, until time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waits[id] = until
}

// longestWait looks over the cases that wait; the caller holds r.mu.
func (r *run) longestWait() time.Duration {
	longest := time.Duration(0)
	for id, until := range r.waits {
		if _, done := r.results[id]; !done {
			longest = max(longest, time.Until(until))
		}
	}
	return longest
}

// result puts the verdicts into the plan's order.
func (r *run) result(ctx context.Context, started time.Time) reports.Run {
	info := r.cfg.Target.Info()
	out := reports.Run{
		Schema: reports.Schema, Tool: r.cfg.Tool, Started: started.UTC(), Seconds: time.Since(started).Seconds(),
		Target: reports.Target{Name: info.Name, Kind: info.Kind, Account: info.Account,
			Endpoints: map[string]string{}, Versions: map[string]string{}},
		Plan:      reports.Plan{Seed: r.cfg.Seed, Hash: r.cfg.Plan.Hash, RunID: r.stage.Names.Run, Level: r.cfg.Level},
		Scenarios: []reports.Scenario{},
	}
	for s, u := range info.Endpoints {
		out.Target.Endpoints[string(s)] = wire.RedactURL(u)
	}
	for s, v := range info.Versions {
		out.Target.Versions[string(s)] = v
	}
	out.Summary.Planned = len(r.cfg.Plan.Cases)
	for _, c := range r.cfg.Plan.Cases {
		if sc, ok := r.results[c.ID]; ok {
			out.Scenarios = append(out.Scenarios, sc)
			out.Summary.Add(sc.Status)
		}
	}
	if r.weather != (reports.Weather{}) {
		out.Weather = &r.weather
	}
	out.Stopped = r.stopped
	out.Incomplete = ctx.Err() != nil || out.Summary.Check() != nil
	return out
}
