// Package steps runs the feature files against a target and judges the answers.
// It holds the vocabulary of the features and the world in which one scenario
// plays; what the words mean on the wire is in its subfolder cell, the
// operations in ops, the choice of cases in plan. It shares no code with the
// reference implementation that it may be run against.
package steps

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"sync"
	"time"

	"ifmatch/internal/target"
	"ifmatch/internal/wire"
	"ifmatch/reports"
	"ifmatch/steps/plan"

	"github.com/cucumber/godog"
	messages "github.com/cucumber/messages/go/v21"
)

// Config says what to run, against whom, and how.
type Config struct {
	Target target.Target
	Plan   *plan.Plan
	// Level is the lowest level that gates: must, should or observed. At observed
	// even the weakly attested error codes are judged.
	Level string
	Seed  int64
	// Concurrency is how many exchanges may be under way at once; 0 chooses by the
	// target. Scenarios that wait take no part in it.
	Concurrency int
	// Timeout bounds one exchange; 0 means 30 seconds.
	Timeout time.Duration
	// Prefix begins every name the run creates, RunID tells runs apart that share
	// an account; an empty RunID is made from the seed.
	Prefix, RunID string
	// Keep leaves behind what the run created.
	Keep bool
	// Trace says whose exchanges the result holds: failed, all or none.
	Trace string
	// Tool names the program in the result.
	Tool reports.Tool
	// Progress is told of every verdict, never from two goroutines at once.
	Progress func(Progress)
}

// Progress is how far a run has come.
type Progress struct {
	Done, Total, Failed int
	Last                *reports.Scenario
	// Waiting is how long the longest wait that is under way still takes: what
	// keeps a run on a real clock from ending.
	Waiting time.Duration
}

// DefaultConcurrency is how many exchanges a run keeps under way on an endpoint.
const DefaultConcurrency = 16

// run is the state that all scenarios of one run share.
type run struct {
	cfg   Config
	gate  *wire.Gate
	names names
	cases map[[2]string]plan.Case // by feature and name, as godog tells them

	// account is held by the scenario that changes what the whole account shares.
	account sync.Mutex

	mu      sync.Mutex
	results map[string]reports.Scenario
	late    map[string]reports.Scenario // cases to repeat alone, with their first verdict
	again   bool                        // they are being repeated
	slots   chan struct{}               // one for each scenario that goes on without waiting
	brooms  chan struct{}               // one for each scenario that cleans up
	waits   map[string]time.Time        // by case: when its wait ends
	failed  int
}

// Run tries every case of the plan and returns the result. When ctx ends early
// the result holds what was found out so far and is marked incomplete. An error
// means that the suite itself is broken.
func Run(ctx context.Context, cfg Config) (reports.Run, error) {
	cfg = withDefaults(cfg)
	r := &run{cfg: cfg, gate: wire.NewGate(cfg.Concurrency), names: newNames(cfg),
		cases: map[[2]string]plan.Case{}, results: map[string]reports.Scenario{}, late: map[string]reports.Scenario{}, waits: map[string]time.Time{},
		slots: make(chan struct{}, cfg.Concurrency), brooms: make(chan struct{}, cfg.Concurrency)}
	for _, c := range cfg.Plan.Cases {
		r.cases[[2]string{c.Feature, c.Name}] = c
	}
	started := time.Now()
	atOnce := len(cfg.Plan.Cases)
	if cfg.Target.Has(target.MovableClock) {
		// Nothing waits there, so more scenarios than cores only cost memory.
		atOnce = 2 * runtime.GOMAXPROCS(0)
	}
	if err := r.godog(ctx, atOnce, func(plan.Case) bool { return true }); err != nil {
		return reports.Run{}, err
	}
	if err := r.repeatLate(ctx); err != nil {
		return reports.Run{}, err
	}
	return r.result(ctx, started), nil
}

func withDefaults(cfg Config) Config {
	if cfg.Concurrency == 0 {
		cfg.Concurrency = DefaultConcurrency
	}
	if cfg.Timeout == 0 {
		cfg.Timeout = 30 * time.Second
	}
	if cfg.Level == "" {
		cfg.Level = "should"
	}
	if cfg.Trace == "" {
		cfg.Trace = "failed"
	}
	return cfg
}

// godog runs the cases that keep picks, at most atOnce of them at a time.
func (r *run) godog(ctx context.Context, atOnce int, keep func(plan.Case) bool) error {
	var features []godog.Feature
	for _, s := range r.cfg.Plan.Sources(keep) {
		features = append(features, godog.Feature{Name: s.Name, Contents: s.Text})
	}
	status := godog.TestSuite{
		Name:                "ifmatch",
		ScenarioInitializer: func(sc *godog.ScenarioContext) { r.scenario(sc) },
		Options: &godog.Options{
			Format: silent, Output: io.Discard, Strict: true, NoColors: true,
			Concurrency: max(2, atOnce), DefaultContext: ctx, FeatureContents: features,
		},
	}.Run()
	// 1 only says that some step failed: the verdicts say which.
	if status > 1 {
		return fmt.Errorf("run the features: godog ended with status %d", status)
	}
	return nil
}

// keywords are how a step begins in a trace, whatever stands in the file: "And"
// says nothing of its own.
var keywords = map[messages.PickleStepType]string{
	messages.PickleStepType_CONTEXT: "Given ", messages.PickleStepType_ACTION: "When ", messages.PickleStepType_OUTCOME: "Then ",
}

// scenario gives each scenario a world of its own.
func (r *run) scenario(sc *godog.ScenarioContext) {
	var w *world
	sc.Before(func(ctx context.Context, p *godog.Scenario) (context.Context, error) {
		cs, ok := r.cases[[2]string{p.Uri, p.Name}]
		if !ok {
			return ctx, fmt.Errorf("the plan has no case %q in %s", p.Name, p.Uri)
		}
		*w = *newWorld(r, cs)
		if ctx.Err() != nil {
			w.err = ctx.Err()
			return ctx, nil
		}
		if w.err = r.admit(ctx, w); w.err == nil {
			w.err = w.begin(ctx)
		}
		return ctx, nil
	})
	sc.StepContext().Before(func(ctx context.Context, st *godog.Step) (context.Context, error) {
		if w.rec != nil {
			w.rec.Step(keywords[st.Type] + st.Text)
		}
		return ctx, nil
	})
	sc.After(func(ctx context.Context, p *godog.Scenario, err error) (context.Context, error) {
		if w.err == nil {
			w.err = err // an undefined step or a panic
		}
		r.finish(ctx, w)
		return ctx, nil
	})
	w = &world{}
	w.addTo(sc)
}

// admit holds a scenario back until as many others have ended as the run may have
// exchanges under way. All at once would each go so slowly that its leases end
// before it does. Who must wait for time to pass starts at once: that costs nobody
// anything, and the run ends with the longest wait.
func (r *run) admit(ctx context.Context, w *world) error {
	if nominalWait(w.cs.Steps) > 0 || r.cfg.Target.Has(target.MovableClock) {
		return nil
	}
	select {
	case r.slots <- struct{}{}:
		w.leave = func() { <-r.slots }
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// finish cleans up after a scenario and files its verdict.
func (r *run) finish(ctx context.Context, w *world) {
	if w.leave != nil {
		defer w.leave()
	}
	v := asVerdict(ctx, w.err)
	seconds := 0.0
	if w.rec != nil {
		seconds = w.session.Clock.Now().Sub(w.started).Round(time.Millisecond).Seconds()
	}
	if v == nil {
		w.end(ctx)
		return // interrupted: no verdict
	}
	c := w.cs
	sc := reports.Scenario{ID: c.ID, Name: c.Name, Feature: c.Feature, Line: c.Line, Clauses: c.Clauses,
		Level: c.Level, Service: c.Service, Status: v.status, Reason: v.reason, Want: v.want, Got: v.got, Seconds: seconds}
	if c.Open && (v.status == reports.Passed || v.status == reports.Failed) {
		sc.Status = reports.Recorded
		if v.status == reports.Passed {
			sc.Reason = "the clause is undocumented; the target answered as the case supposes"
		}
	}
	if w.rec != nil && (r.cfg.Trace == "all" || r.cfg.Trace == "failed" && sc.Status != reports.Passed && sc.Status != reports.Skipped) {
		sc.Exchanges = w.rec.Exchanges()
	}
	w.end(ctx)
	if v.late && !r.again {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.late[c.ID] = sc
		return
	}
	r.file(sc)
}

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

// slowEnough is how many cases in a row must come too late even alone before the
// way to the target is known to be slow, and the rest keep their first verdict: each
// repetition would take as long as it took in vain.
const slowEnough = 3

// repeatLate tries the cases that came too late once more, each alone, so that
// the rest of the suite is not what makes them late.
func (r *run) repeatLate(ctx context.Context) error {
	r.again = true
	inVain := 0
	for _, c := range r.cfg.Plan.Cases {
		first, late := r.late[c.ID]
		if !late || ctx.Err() != nil {
			continue
		}
		if inVain >= slowEnough {
			first.Reason += "; it was not repeated, because others were as late alone"
			r.file(first)
			continue
		}
		if err := r.godog(ctx, 1, func(x plan.Case) bool { return x.ID == c.ID }); err != nil {
			return err
		}
		inVain++
		if sc, ok := r.results[c.ID]; ok && sc.Status != reports.Error {
			inVain = 0
		}
	}
	return nil
}

// result puts the verdicts into the plan's order.
func (r *run) result(ctx context.Context, started time.Time) reports.Run {
	info := r.cfg.Target.Info()
	out := reports.Run{
		Schema: reports.Schema, Tool: r.cfg.Tool, Started: started.UTC(), Seconds: time.Since(started).Seconds(),
		Target: reports.Target{Name: info.Name, Kind: info.Kind, Account: info.Account,
			Endpoints: map[string]string{}, Versions: map[string]string{}},
		Plan:      reports.Plan{Seed: r.cfg.Seed, Hash: r.cfg.Plan.Hash, RunID: r.names.run, Level: r.cfg.Level},
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
	out.Incomplete = ctx.Err() != nil || out.Summary.Check() != nil
	return out
}

// strict tells whether weakly attested error codes are judged.
func (r *run) strict() bool { return r.cfg.Level == "observed" }
