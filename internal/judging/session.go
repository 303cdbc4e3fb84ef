// Package judging lets a suite judge a target as a command does: it asks the target what it offers and what the credential
// may do, plays the cases, repeats failures alone, judges by known failures, and says what is missing. steps.Run plays the
// cases.
package judging

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"ifmatch/internal/exit"
	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/reports/baseline"
	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// Session is a run of which all is chosen.
type Session struct {
	steps.Config
	Offered []target.Service // services with cases and with an endpoint here
	Absent  []target.Service // services with cases but without an endpoint: these cases are skipped
	Known   *Known           // nil without a baseline
	// Disturb makes the target one whose requests are disturbed while the cases play; nil: they are not.
	Disturb func(target.Target) target.Target
}

// Embedded reports whether the target is in this process.
func (s *Session) Embedded() bool { return s.Target.Info().Kind == "embedded" }

// Approach asks the target whether it is there, what the credential may do, and what kind of account it is, and says what
// follows for the cases. After an interruption it goes on to its end, which is near, so that nothing is left behind and the
// partial report is written. Abandon ends that, too.
func (s *Session) Approach(ctx, abandon context.Context, say func(string)) error {
	asked := s.Target
	if !slices.ContainsFunc(s.Plan.Cases, func(c plan.Case) bool { return c.Wait() > 0 }) {
		asked = steps.AtAnyPace(asked)
	}
	if err := steps.Preflight(ctx, asked, s.Offered, s.Timeout); err != nil && ctx.Err() == nil {
		return exit.Unclear("", err)
	}
	helpers := slices.DeleteFunc(used(s.Plan, s.Target, s.Offered), func(service target.Service) bool { return slices.Contains(s.Offered, service) })
	s.Unusable = steps.Helpers(ctx, asked, helpers, s.Timeout)
	for _, service := range helpers {
		if why := s.Unusable[service]; why != "" {
			say("some cases need another service and cannot be judged: " + why)
		}
	}
	names := scenario.NewNames(s.Target, s.Prefix, s.RunID, s.Seed)
	var err error
	s.Permissions, err = steps.Permit(ctx, abandon, s.Target, s.Plan, names, s.Timeout)
	if err != nil && ctx.Err() == nil {
		return exit.Unclear("", err)
	}
	if text := lackText(s.Permissions, s.Plan); text != "" {
		say(text)
	}
	if err := s.lookAtAccount(ctx, abandon, names, say); err != nil && ctx.Err() == nil {
		return exit.Unclear("", err)
	}
	return nil
}

// lookAtAccount finds out what kind of account the target is, and says so. The built-in reference has no account.
func (s *Session) lookAtAccount(ctx, abandon context.Context, names scenario.Names, say func(string)) error {
	if s.Embedded() {
		return nil
	}
	see, err := steps.LookAt(ctx, abandon, s.Target, s.Plan, s.Offered, names, s.Timeout)
	if err != nil {
		return err
	}
	s.Account = see.Account
	lacking, err := s.Plan.Lacking(see.Account)
	if err != nil {
		return err
	}
	for _, text := range []string{accountText(see), excusedText(lacking)} {
		if text != "" {
			say(text)
		}
	}
	return nil
}

// Judge plays the cases once. Abandon ends the clean-up.
func (s *Session) Judge(ctx, abandon context.Context, progress func(steps.Progress)) (reports.Run, error) {
	c := s.Config
	if s.Disturb != nil {
		c.Target = s.Disturb(c.Target)
	}
	c.Abandon, c.Progress = abandon, progress
	c.Alone, c.Rounds = alone(s.Known, c.Level, !c.Target.Has(target.MovableClock)), aloneRounds
	return steps.Run(ctx, c)
}

// Often plays the cases n times, and stops after a run that did not end. It tells of each run.
func (s *Session) Often(n int, judge func() (reports.Run, error), tell func(i int, r reports.Run)) (runs []reports.Run, err error) {
	for i := range n {
		r, err := judge()
		if err != nil {
			return nil, err
		}
		runs = append(runs, r)
		if r.Incomplete || r.Stopped != "" {
			break
		}
		tell(i, r)
		s.RunID = scenario.RunID(s.Target, s.Seed)
	}
	return runs, nil
}

// Both plays the cases of two targets at once, so that their waits overlap.
func Both(ctx, abandon context.Context, both [2]*Session, progress func(steps.Progress)) (runs [2]reports.Run, err error) {
	var errs [2]error
	sum := progressSum{update: progress}
	var group sync.WaitGroup
	for i, s := range both {
		group.Go(func() {
			runs[i], errs[i] = s.Judge(ctx, abandon, func(p steps.Progress) { sum.take(i, p) })
		})
	}
	group.Wait()
	return runs, errors.Join(errs[0], errs[1])
}

// aloneRounds is how many rounds a failure by chance is repeated for at most: one that shows in one
// round of fifty then shows several times.
const aloneRounds = 300

// mostAlone is how many failures that do not depend on chance are repeated alone.
const mostAlone = 20

// alone chooses the failed cases that are repeated while nothing else runs: those of chance about
// which the list is not sure, and, if cases share a server, the first of each kind of failure.
func alone(known *Known, level string, shared bool) func([]reports.Scenario) []string {
	var list baseline.List
	if known != nil {
		list = known.List
	}
	return func(cases []reports.Scenario) []string {
		at := map[string]reports.Scenario{}
		for _, s := range cases {
			at[s.ID] = s
		}
		var chance, others []string
		kinds := map[[3]string]bool{}
		for _, id := range list.Doubtful(cases) {
			s := at[id]
			kind := [3]string{s.Clause(), s.Operation, s.Respect}
			switch {
			case !reports.Gates(s.GatingLevel(), level):
			case s.Chance:
				chance = append(chance, id)
			case shared && !kinds[kind] && len(others) < mostAlone:
				kinds[kind] = true
				others = append(others, id)
			}
		}
		return append(chance, others...)
	}
}

// progressSum is the combined progress of two runs.
type progressSum struct {
	mu     sync.Mutex
	of     [2]steps.Progress
	at     [2]time.Time
	update func(steps.Progress)
}

func (s *progressSum) take(i int, p steps.Progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.of[i], s.at[i] = p, time.Now()
	p.Done, p.Total, p.Failed = s.of[0].Done+s.of[1].Done, s.of[0].Total+s.of[1].Total, s.of[0].Failed+s.of[1].Failed
	for k, other := range s.of {
		p.Waiting = max(p.Waiting, other.Waiting-time.Since(s.at[k]))
	}
	s.update(p)
}
