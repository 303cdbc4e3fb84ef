// Package steps runs the feature files against a target and judges the answers.
// It holds the list of services and the sentences that are about no service in
// particular. Package scenario holds the world in which one scenario plays, package plan
// chooses the cases, and each service has a package of its own, its room. Package steps
// shares no code with the reference implementation that it may run against.
package steps

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ifmatch/internal/busy"
	"ifmatch/internal/target"
	"ifmatch/internal/wire"
	"ifmatch/reports"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"

	"github.com/cucumber/godog"
	messages "github.com/cucumber/messages/go/v21"
)

// Run tries every case of the plan and returns the result. If ctx ends early, the result
// holds the verdicts so far and is marked incomplete. An error means that the suite itself
// is broken.
func Run(ctx context.Context, cfg Config) (reports.Run, error) {
	cfg = withDefaults(cfg)
	r := &run{cfg: cfg, cases: map[[2]string]plan.Case{}, results: map[string]reports.Scenario{},
		aside: map[string]apart{}, afresh: map[string]*tries{}, pages: pages{doubted: map[string]bool{}, tries: map[string]int{}}, waits: map[string]time.Time{}, order: map[string]int{}, found: map[respect]*found{}, charged: map[string]charged{},
		slots: make(chan struct{}, cfg.Concurrency)}
	cfg.Target = watched{cfg.Target, r.heard}
	r.cfg = cfg
	r.stage = &scenario.Stage{
		Target: cfg.Target, Language: Language(), Gate: wire.NewGate(cfg.Concurrency),
		Names: scenario.NewNames(cfg.Target, cfg.Prefix, cfg.RunID, cfg.Seed), Seed: cfg.Seed, Timeout: cfg.Timeout,
		Strict: cfg.Level == "observed", Keep: cfg.Keep, Brooms: make(chan struct{}, cfg.Concurrency), Waits: r.waiting,
	}
	for i, c := range cfg.Plan.Cases {
		r.order[c.ID] = i
		r.cases[[2]string{c.Feature, c.Name}] = c
	}
	started := time.Now()
	r.meter = busy.Start()
	ctx, r.stop = context.WithCancel(ctx)
	defer r.stop()
	r.ctx = ctx
	atOnce := len(cfg.Plan.Cases)
	if cfg.Target.Has(target.MovableClock) {
		// Nothing waits there, so many more scenarios than cores only cost memory.
		atOnce = 2 * runtime.GOMAXPROCS(0)
	}
	admitted := cfg.Permissions.withhold(cfg.Plan.Cases, r.withheld)
	for _, turn := range r.turns() {
		if err := r.turn(ctx, atOnce, func(c plan.Case) bool { return admitted(c) && turn(c) }); err != nil {
			return reports.Run{}, err
		}
	}
	r.book()
	return r.result(ctx, started), nil
}

// turns are the parts in which the cases are played. If cases share a server, those that
// abandon requests come last: Azurite 3.7.0 accepts no more writes once it has waited for the
// rest of some fifty bodies, and no later case could be judged.
func (r *run) turns() []func(plan.Case) bool {
	if r.cfg.Target.Has(target.MovableClock) || !slices.ContainsFunc(r.cfg.Plan.Cases, plan.Case.Abandons) {
		return []func(plan.Case) bool{func(plan.Case) bool { return true }}
	}
	return []func(plan.Case) bool{func(c plan.Case) bool { return !c.Abandons() }, plan.Case.Abandons}
}

// turn plays cases, and repeats those that need it.
func (r *run) turn(ctx context.Context, atOnce int, keep func(plan.Case) bool) error {
	play := func(atOnce int) func(keep func(plan.Case) bool) error {
		return func(keep func(plan.Case) bool) error { return r.godog(ctx, atOnce, keep) }
	}
	if err := play(atOnce)(keep); err != nil {
		return err
	}
	if err := r.tryAfresh(ctx, play(atOnce)); err != nil {
		return err
	}
	if err := r.tryPages(ctx, play(atOnce)); err != nil {
		return err
	}
	err := r.repeatAlone(ctx, play(1))
	r.repeating, r.again, r.trying = false, 0, Progress{}
	clear(r.aside)
	return err
}

// godog runs the cases that keep picks, at most atOnce of them at a time.
func (r *run) godog(ctx context.Context, atOnce int, keep func(plan.Case) bool) error {
	var features []godog.Feature
	for _, s := range r.cfg.Plan.Sources(keep) {
		features = append(features, godog.Feature{Name: s.Name, Contents: s.Text})
	}
	if len(features) == 0 {
		return nil // godog would look for a folder called features
	}
	if !r.cfg.Target.Has(target.MovableClock) {
		return r.features(ctx, atOnce, features)
	}
	// godog keeps the result of every step until the last feature that it was given has ended,
	// so each feature is given alone. The features run side by side, so that none waits for the last
	// case of another.
	errs := make([]error, len(features))
	var players sync.WaitGroup
	var next atomic.Int64
	for range max(1, atOnce/2) {
		players.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(features); i = int(next.Add(1)) - 1 {
				errs[i] = r.features(ctx, 2, features[i:i+1])
			}
		})
	}
	players.Wait()
	return errors.Join(errs...)
}

func (r *run) features(ctx context.Context, atOnce int, features []godog.Feature) error {
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

// keywords are how a step begins in a trace, whatever the file says: "And" alone would
// not say which kind of step it is.
var keywords = map[messages.PickleStepType]string{
	messages.PickleStepType_CONTEXT: "Given ", messages.PickleStepType_ACTION: "When ", messages.PickleStepType_OUTCOME: "Then ",
}

// playing is one scenario that godog runs.
type playing struct {
	world *scenario.World
	next  int    // the step whose turn it is
	err   error  // what ended the scenario, nil while it runs
	clear bool   // no transient answer, and no page, had come when err was set
	over  bool   // the steps that judge the failed act are done
	leave func() // frees the scenario's place for another, nil if it holds none
}

// scenario gives each scenario a world of its own.
func (r *run) scenario(sc *godog.ScenarioContext) {
	p := &playing{}
	sc.Before(func(ctx context.Context, g *godog.Scenario) (context.Context, error) {
		cs, ok := r.cases[[2]string{g.Uri, g.Name}]
		if !ok {
			return ctx, fmt.Errorf("the plan has no case %q in %s", g.Name, g.Uri)
		}
		p.world = scenario.NewWorld(r.stage, cs, r.again)
		if p.err = ctx.Err(); p.err != nil {
			return ctx, nil
		}
		if p.err = r.admit(ctx, p); p.err == nil {
			p.err = p.world.Begin(ctx)
		}
		if p.err == nil && r.again > 0 {
			p.world.Stagger(ctx)
		}
		return ctx, nil
	})
	sc.StepContext().Before(func(ctx context.Context, st *godog.Step) (context.Context, error) {
		if p.world == nil {
			return ctx, nil // a step that is skipped after a panic
		}
		if rec := p.world.Recorder(); rec != nil {
			rec.Step(keywords[st.Type] + plan.English(st.Text))
		}
		return ctx, nil
	})
	// The sentences were read when the plan was made.
	sc.Step(anySentence, func(ctx context.Context, _ string) error {
		step := p.world.Case.Script[p.next]
		p.next++
		if p.play(ctx, step); p.err == nil && p.next == len(p.world.Case.Script) && p.world.Case.Races() {
			r.rounds(ctx, p)
		}
		return nil // godog would not run the steps after an error
	})
	sc.After(func(ctx context.Context, _ *godog.Scenario, err error) (context.Context, error) {
		if p.err == nil {
			p.err = err // a panic
		}
		r.finish(ctx, p)
		// godog keeps its steps, and p with them, until the last scenario has ended.
		*p = playing{}
		return ctx, nil
	})
}

// play runs one step. After an answer that was not as promised, the steps that judge the
// same act still show whether the effect is as promised: they send only reads.
func (p *playing) play(ctx context.Context, step *plan.Step) {
	body := step.Body.(scenario.Body)
	if p.err == nil {
		p.err = body(ctx, p.world)
		met := p.world.Weather()
		p.clear = met.Last == nil && !met.Page
		return
	}
	var v, more *verdict.Verdict
	if p.over = p.over || !step.Judging; p.over || !errors.As(p.err, &v) || !v.Has(reports.InStatus) && !v.Has(reports.InResponse) {
		return
	}
	if err := body(ctx, p.world); errors.As(err, &more) && more.Status == reports.Failed {
		v.Add(more)
		v.Got += "; " + more.Reason + ": " + more.Got
	}
}

var anySentence = regexp.MustCompile(`^(.*)$`)

// admit holds a scenario back while as many others are running as the run may have exchanges
// under way. If all ran at once, each would be so slow that its leases would end before it
// does. A scenario that waits for time to pass starts at once: it delays no other, and the
// run ends with the longest wait.
func (r *run) admit(ctx context.Context, p *playing) error {
	if p.world.Case.Wait() > 0 || r.cfg.Target.Has(target.MovableClock) {
		return nil
	}
	select {
	case r.slots <- struct{}{}:
		p.leave = func() { <-r.slots }
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// finish cleans up after a scenario and files its verdict.
func (r *run) finish(ctx context.Context, p *playing) {
	w := p.world
	if p.leave != nil {
		defer p.leave()
	}
	v, ended := excuse(w, verdict.Of(ctx, p.err))
	if ended {
		r.end(v.Reason)
	}
	if v != nil && v.Status == reports.Failed && v.Has(reports.InStatus) && w.Weather().Last == nil && !ended {
		if err := w.Doubt(ctx); err != nil {
			v = verdict.Of(ctx, err)
		}
	}
	if v != nil && v.Status == reports.Passed {
		if err := w.Unfounded(); err != nil {
			v = verdict.Of(ctx, err)
		}
	}
	if v != nil && w.Code != nil {
		switch v.Status {
		case reports.Passed:
			v = w.Code
		case reports.Failed:
			v.Add(w.Code)
		}
	}
	if v != nil && w.Missing != nil && v.Status != reports.Passed && w.Absent(ctx) {
		name := w.Missing.Op.Name
		v = verdict.Of(ctx, verdict.Skipped("the target does not implement "+name, reports.Lack{Kind: reports.LacksOperation, Name: name}))
	}
	seconds := w.Elapsed().Round(time.Millisecond).Seconds()
	if v == nil || ctx.Err() != nil && !ended && v.Status != reports.Passed {
		// The run was interrupted. An answer half read, or a look at why a case failed, was cut
		// short and proves nothing.
		w.End(ctx)
		return
	}
	c := w.Case
	sc := told(c, v)
	sc.Seconds = seconds
	if c.Open && (v.Status == reports.Passed || v.Status == reports.Failed) {
		sc.Status = reports.Recorded
		if v.Status == reports.Passed {
			sc.Reason = "the clause is undocumented; the target answered as the case supposes"
		}
	}
	if rec := w.Recorder(); rec != nil && (r.cfg.Trace == "all" || r.cfg.Trace == "failed" && sc.Status != reports.Passed && sc.Status != reports.Skipped) {
		sc.Exchanges = rec.Exchanges()
	}
	charges := w.Charges()
	var trace []reports.Exchange
	if sc.Status == reports.Passed && len(charges) > 0 {
		trace = sc.Exchanges
		if r.cfg.Trace == "failed" {
			trace = w.Recorder().Exchanges()
		}
	}
	w.End(ctx)
	if !ended && r.transient(w, v, sc, p.clear) {
		return
	}
	if !ended && r.doubtPage(w, &sc, p.clear, v.Status == reports.Passed && len(charges) == 0) {
		return
	}
	if r.setAside(v, sc) {
		return
	}
	if met := w.Weather(); met.Last == nil && !met.Page && !v.Late && sc.Status != reports.Skipped && sc.Status != reports.Error {
		r.take(w)
	}
	if sc.Status == reports.Passed && len(charges) > 0 {
		r.hold(sc, charges, trace)
		return
	}
	r.file(sc)
}
