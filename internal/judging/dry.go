package judging

import (
	"context"
	"fmt"
	"slices"
	"time"

	"ifmatch/internal/embedded"
	"ifmatch/internal/exit"
	"ifmatch/internal/target"
	"ifmatch/reports/console"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// Dry says what a run would do, described as a target with a name. It sends nothing to the target: it plays the cases on
// the built-in reference, to count their requests.
func (s *Session) Dry(ctx context.Context, described string, width int) (*console.Table, error) {
	sent := counting{absent: s.Absent, Target: embedded.New(embedded.Options{Seed: s.Seed})}
	_, err := steps.Run(ctx, steps.Config{Target: &sent, Plan: s.Plan, Level: s.Level, Seed: s.Seed,
		Timeout: s.Timeout, Prefix: s.Prefix, RunID: s.RunID, Trace: "none"})
	if err != nil {
		return nil, exit.Unclear("this is a bug in ifmatch", err)
	}
	if ctx.Err() != nil {
		return nil, exit.With(exit.Interrupted)
	}
	t := &console.Table{Width: width}
	t.Add("target", described+"; nothing was sent to it")
	can := slices.DeleteFunc(slices.Clone(s.Plan.Cases), func(c plan.Case) bool { return !s.offers(c) })
	t.Add("cases", console.Number(len(s.Plan.Cases)))
	if n := len(s.Plan.Cases) - len(can); n > 0 {
		t.Add("", console.Plural(n, "case")+" of them skipped: they need what the target does not offer")
	}
	t.Add("requests", "about "+console.Number(int(sent.requests.Load()))+", counted on the built-in reference; a race on an endpoint may send ten times as many")
	t.Add("longest wait", s.longestWait(can))
	if !s.Embedded() {
		t.Add("writes", "containers, queues, tables and shares named "+s.Prefix+s.RunID+"*, and what is in them; deleted at the end")
		if s.Target.Has(target.AccountWrites) {
			t.Add("", "settings of the whole account, restored after the case")
		}
	}
	return t, nil
}

// offers reports whether the target has all that a case needs.
func (s *Session) offers(c plan.Case) bool {
	return !slices.Contains(s.Absent, target.Service(c.Service)) &&
		!slices.ContainsFunc(c.Needs, func(n target.Capability) bool { return !s.Target.Has(n) })
}

// longestWait is the longest time that a case lets pass, and the case.
func (s *Session) longestWait(cases []plan.Case) string {
	if s.Target.Has(target.MovableClock) {
		return "none: the clock is moved"
	}
	longest, id := time.Duration(0), ""
	for _, c := range cases {
		if w := c.Wait(); w > longest {
			longest, id = w, c.ID
		}
	}
	if id == "" {
		return "none"
	}
	return fmt.Sprintf("%s, in %s; all waits pass at the same time", longest, id)
}
