// Package steps judges an implementation of Azure Storage, clause by clause: it runs the feature
// files against a target and judges the answers.
//
// Load reads the feature files (package features embeds them), the suite's Select chooses cases,
// Endpoint makes a target of a connection string, and Run returns a result, which the
// packages of reports show. LookAt, Permit and Preflight find out before a run what an account can do.
//
// The package holds the list of services and the sentences that are about no service in
// particular. Package scenario holds the world in which one scenario plays, package plan
// chooses the cases, and each service has a package of its own, its room. Package steps
// shares no code with the reference implementation that it may run against.
package steps

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
	"time"

	"ifmatch/internal/busy"
	"ifmatch/internal/target"
	"ifmatch/internal/wire"
	"ifmatch/reports"
	"ifmatch/steps/court"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"

	"github.com/cucumber/godog"
)

// Run tries every case of the plan and returns the result. If ctx ends early, the result
// holds the verdicts so far and is marked incomplete. An error means that the suite itself
// is broken.
func Run(ctx context.Context, cfg Config) (reports.Run, error) {
	started := time.Now()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	r := newRun(ctx, end, withDefaults(cfg))
	chosen, err := r.admitted()
	if err != nil {
		return reports.Run{}, err
	}
	// Cases that abandon requests come last: Azurite 3.7.0 accepts no more writes once it has waited for the
	// rest of some fifty bodies, and no later case could be judged.
	for _, abandons := range []bool{false, true} {
		r.again = 0
		turn := slices.DeleteFunc(slices.Clone(chosen), func(c plan.Case) bool { return c.Abandons() != abandons })
		if err := errors.Join(r.godog(ctx, r.atOnce(), turn), r.rehear(ctx, false)); err != nil {
			return reports.Run{}, err
		}
	}
	if err := r.rehear(ctx, true); err != nil {
		return reports.Run{}, err
	}
	out := r.result(ctx, started)
	r.alone(ctx, out.Scenarios)
	out.Seconds = time.Since(started).Seconds()
	return out, nil
}

func newRun(ctx context.Context, end context.CancelCauseFunc, cfg Config) *run {
	r := &run{cfg: cfg, slots: make(chan struct{}, cfg.Concurrency), meter: busy.Start(),
		end:      end,
		progress: &progress{report: cfg.Progress, now: Progress{Total: len(cfg.Plan.Cases)}, waits: map[string]time.Time{}}}
	r.cfg.Target = watched{cfg.Target, func(s target.Service, answered bool) { r.heard(ctx, s, answered) }}
	r.stage = &scenario.Stage{
		Target: r.cfg.Target, Language: Language(), Gate: wire.NewGate(cfg.Concurrency),
		Names: scenario.NewNames(cfg.Target, cfg.Prefix, cfg.RunID, cfg.Seed), Seed: cfg.Seed, Timeout: cfg.Timeout,
		Strict: cfg.Level == "observed", Keep: cfg.Keep, Abandon: cfg.Abandon, CleanupSlots: make(chan struct{}, cfg.Concurrency), Waits: r.progress.waiting, Now: cfg.Now,
	}
	realTime := !cfg.Target.Has(target.MovableClock)
	r.court = court.New(court.Config{Plan: cfg.Plan, RealTime: realTime, Shared: realTime && cfg.Concurrency > 1,
		Run: r.stage.Names.Run, Trace: cfg.Trace, Filed: r.progress.filed})
	return r
}

// admitted are the chosen cases for which the credential suffices, whose account is of a kind that
// offers what they presuppose, and whose other services can be used; the rest get their verdict before
// anything is sent.
func (r *run) admitted() (out []plan.Case, err error) {
	lacking, err := r.cfg.Plan.Lacking(r.cfg.Account)
	for _, c := range r.cfg.Plan.Cases {
		lack, pre := r.cfg.Permissions.lacks(c), lacking[c.ID]
		need := slices.IndexFunc(c.Needs, func(n target.Capability) bool { return r.cfg.Unusable[target.Service(n)] != "" })
		switch {
		case lack != "":
			r.court.Withhold(court.Told(c, verdict.NeedsPermission(lack)))
		case pre.Presupposes != "":
			r.court.Withhold(court.Told(c, verdict.Skipped(pre.Reason(), reports.Lack{Kind: reports.LacksFeature, Name: pre.Presupposes})))
		case need >= 0:
			r.court.Withhold(court.Told(c, &verdict.Verdict{Status: reports.Error, Reason: r.cfg.Unusable[target.Service(c.Needs[need])]}))
		default:
			out = append(out, c)
		}
	}
	return out, err
}

// atOnce is how many scenarios are under way at a time.
func (r *run) atOnce() int {
	if r.cfg.Target.Has(target.MovableClock) {
		// Nothing waits there, so many more scenarios than cores only cost memory.
		return 2 * runtime.GOMAXPROCS(0)
	}
	n := r.cfg.Concurrency
	for _, c := range r.cfg.Plan.Cases {
		if c.Timed() {
			n++ // all of them wait at the same time
		}
	}
	return n
}

// rehear plays cases again until the court has its verdicts. When all cases have been heard, it also plays the probes
// of what set-ups and readings found.
func (r *run) rehear(ctx context.Context, allHeard bool) error {
	for ctx.Err() == nil {
		round, more := r.court.Next(time.Now(), allHeard)
		if !more {
			break
		}
		if err := r.replay(ctx, round); err != nil {
			return err
		}
	}
	r.progress.trying(court.Round{})
	return nil
}

// replay plays one round of cases.
func (r *run) replay(ctx context.Context, round court.Round) error {
	select {
	case <-time.After(round.Pause):
	case <-ctx.Done():
		return nil
	}
	r.again++
	r.progress.trying(round)
	atOnce := r.atOnce()
	switch {
	case round.Alone:
		atOnce = 1
	case round.Together:
		atOnce = max(atOnce, len(round.Cases))
	}
	return r.godog(ctx, atOnce, r.cfg.Plan.Pick(round.Cases))
}

// godog lets godog play cases, at most atOnce of them at a time. It keeps what became of every scenario until its suite
// has ended, so each suite holds few.
func (r *run) godog(ctx context.Context, atOnce int, cases []plan.Case) error {
	few := 1 // a case that waits keeps no other from being played
	if r.cfg.Target.Has(target.MovableClock) {
		few = 25
	}
	suites := slices.Collect(slices.Chunk(plan.InOrder(cases), few))
	errs := make([]error, len(suites))
	slots := make(chan struct{}, atOnce)
	var players sync.WaitGroup
	for i, cases := range suites {
		slots <- struct{}{}
		players.Go(func() {
			errs[i] = r.suite(ctx, cases)
			<-slots
		})
	}
	players.Wait()
	return errors.Join(errs...)
}

// suite lets godog play cases one after the other: a scenario for each, whose one step plays the script that was read
// when the plan was made.
func (r *run) suite(ctx context.Context, cases []plan.Case) error {
	text := []byte("Feature: cases\n")
	for _, c := range cases {
		text = fmt.Appendf(text, "  Scenario: %s\n    * %s is played\n", c.ID, c.ID)
	}
	status := godog.TestSuite{
		Name:                "ifmatch",
		ScenarioInitializer: func(sc *godog.ScenarioContext) { sc.Step(theStep, r.play) },
		Options: &godog.Options{
			// Every report is made from our own verdicts: godog counts a skip as passed and loses its reason.
			Format: "progress", Output: io.Discard, Strict: true, NoColors: true,
			DefaultContext: ctx, FeatureContents: []godog.Feature{{Name: "cases", Contents: text}},
		},
	}.Run()
	if status != 0 {
		return fmt.Errorf("run the features: godog ended with status %d", status)
	}
	return nil
}
