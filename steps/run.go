package steps

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"ifmatch/internal/busy"
	"ifmatch/internal/wire"
	"ifmatch/reports"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
)

// run is the state that all scenarios of one run share.
type run struct {
	cfg   Config
	stage *scenario.Stage
	cases map[[2]string]plan.Case // by feature and name, as godog reports them

	mu        sync.Mutex
	results   map[string]reports.Scenario
	aside     map[string]apart  // cases to repeat alone
	repeating bool              // they are being repeated
	again     int               // how often cases have been tried before
	afresh    map[string]*tries // cases that met a transient answer
	pages     pages
	weather   reports.Weather
	late      reports.Late
	meter     busy.Meter
	rough     int             // cases that met a transient answer at their first try
	stopped   string          // why the run ends early
	ctx       context.Context // of the whole run
	stop      context.CancelFunc
	slots     chan struct{}        // one for each scenario that goes on without waiting
	waits     map[string]time.Time // by case: when its wait ends
	failed    int
	trying    Progress       // which cases are tried again
	order     map[string]int // of the cases in the suite
	found     map[respect]*found
	charged   map[string]charged
	unclaimed []reports.Finding // findings whose own cases were not chosen

	unanswered atomic.Int32 // requests in a row, of whatever case, that got no answer
	probing    atomic.Bool  // the target is being asked whether it is still there
}

// tries is how often a case met a transient answer.
type tries struct {
	all    int
	long   bool // the story has many requests
	status int  // of the last transient answer
	broken bool // that answer began and broke off
	inRow  int  // how many answers in a row were the same, to one of few requests of the story
	last   reports.Scenario
}

// apart is the first verdict on a case that is to be repeated alone.
type apart struct {
	first reports.Scenario
	late  bool
}

// slowEnough is how many cases in a row must be just as late alone, or blocked in the same
// way, before the remaining cases keep their first verdict: repeating them would cost the same
// time and gain nothing.
const slowEnough = 3

// file takes a verdict into the result and reports it as progress.
func (r *run) file(sc reports.Scenario) {
	if sc.Status == reports.Passed {
		if err := sc.Pack(); err != nil {
			sc.Status, sc.Reason = reports.Error, err.Error()
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.company(&sc)
	r.results[sc.ID] = sc
	if sc.Status == reports.Failed {
		r.failed++
	}
	r.progress(&sc)
}

// company notes, for a case that could be set up only alone, what happened when it ran next
// to other cases.
func (r *run) company(sc *reports.Scenario) {
	if was, found := r.aside[sc.ID]; found && !was.late && sc.Status != reports.Blocked && sc.Status != reports.Error {
		sc.Company = was.first.Reason
	}
}

// tell reports the cases that the run tries again, once the first try of every case is over.
func (r *run) tell(again Progress) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.trying = again
	r.progress(nil)
}

// progress reports how far the run has come; the caller holds r.mu.
func (r *run) progress(last *reports.Scenario) {
	if r.cfg.Progress == nil {
		return
	}
	p := r.trying
	p.Done, p.Total, p.Failed, p.Last, p.Waiting = len(r.results), len(r.cfg.Plan.Cases), r.failed, last, r.longestWait()
	r.cfg.Progress(p)
}

// told turns the verdict on a case into the form of the result.
func told(c plan.Case, v *verdict.Verdict) reports.Scenario {
	return reports.Scenario{ID: c.ID, Name: c.Title(), Feature: c.Feature, Line: c.Line, Clauses: c.Clauses,
		Level: c.Level, Service: c.Service, Status: v.Status, Reason: v.Reason, Want: v.Want, Got: v.Got,
		Differs: v.Differs, CodeLevel: v.CodeLevel, Lacks: v.Lacks, Operation: v.Operation, Respect: v.Respect}
}

// withheld files a verdict for a case that is not sent at all.
func (r *run) withheld(c plan.Case, v *verdict.Verdict) { r.file(told(c, v)) }

// end stops the run early; the first reason given counts. Cases that have not ended by then
// get no verdict.
func (r *run) end(reason string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped == "" {
		r.stopped = reason
		r.stop()
	}
}

// waiting notes that a case lets real time pass until the given time.
func (r *run) waiting(id string, until time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waits[id] = until
}

// longestWait is the remaining time of the longest wait; the caller holds r.mu.
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
	out.Waited = r.meter.Waited()
	if r.late.Cases > 0 {
		out.Late = &r.late
	}
	if r.weather != (reports.Weather{}) {
		out.Weather = &r.weather
	}
	out.Stopped, out.Found = r.stopped, r.unclaimed
	out.Incomplete = ctx.Err() != nil || out.Summary.Check() != nil
	return out
}
