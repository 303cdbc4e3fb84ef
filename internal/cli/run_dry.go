package cli

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"ifmatch/internal/embedded"
	"ifmatch/internal/target"
	"ifmatch/reports/console"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// dry prints what a run would do. It sends nothing to the target: it plays the cases on the built-in
// reference, to count their requests.
func (a *app) dry(ctx context.Context, p prepared) error {
	sent := counting{absent: p.absent, Target: embedded.New(embedded.Options{Seed: p.flags.seed})}
	_, err := steps.Run(ctx, steps.Config{Target: &sent, Plan: p.plan, Level: p.flags.level, Seed: p.flags.seed,
		Timeout: p.flags.target.timeout, Prefix: p.flags.prefix, RunID: p.runID, Trace: "none"})
	if err != nil {
		return unknown("this is a bug in ifmatch", err)
	}
	if ctx.Err() != nil {
		return exitWith(Interrupted)
	}
	info := p.target.Info()
	width, _ := terminal(a.stdout)
	t := console.Table{Width: width}
	t.Add("target", describe(info)+"; nothing was sent to it")
	can := slices.DeleteFunc(slices.Clone(p.plan.Cases), func(c plan.Case) bool { return !p.offers(c) })
	t.Add("cases", console.Number(len(p.plan.Cases)))
	if n := len(p.plan.Cases) - len(can); n > 0 {
		t.Add("", console.Plural(n, "case")+" of them skipped: they need what the target does not offer")
	}
	t.Add("requests", "about "+console.Number(int(sent.requests.Load()))+", counted on the built-in reference; a race on an endpoint may send ten times as many")
	t.Add("longest wait", p.longestWait(can))
	if info.Kind != "embedded" {
		t.Add("writes", "containers, queues, tables and shares named "+p.flags.prefix+p.runID+"*, and what is in them; deleted at the end")
		if p.target.Has(target.AccountWrites) {
			t.Add("", "settings of the whole account, restored after the case")
		}
	}
	return t.Write(a.stdout)
}

// offers reports whether the target has all that a case needs.
func (p prepared) offers(c plan.Case) bool {
	return !slices.Contains(p.absent, target.Service(c.Service)) &&
		!slices.ContainsFunc(c.Needs, func(n target.Capability) bool { return !p.target.Has(n) })
}

// longestWait is the longest time that a case lets pass, and the case.
func (p prepared) longestWait(cases []plan.Case) string {
	if p.target.Has(target.MovableClock) {
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

// counting is a target that counts requests.
type counting struct {
	target.Target
	absent   []target.Service // whose requests do not count
	requests atomic.Int64
}

// Session opens a session whose transport counts.
func (c *counting) Session(ctx context.Context, name string) (*target.Session, error) {
	s, err := c.Target.Session(ctx, name)
	if err != nil {
		return nil, err
	}
	next := s.Transport
	s.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
		if !slices.ContainsFunc(c.absent, func(a target.Service) bool { return strings.HasPrefix(r.URL.String(), s.Endpoints[a]+"/") }) {
			c.requests.Add(1)
		}
		return next.RoundTrip(r)
	})
	return s, nil
}

// roundTrip is a function as a transport.
type roundTrip func(*http.Request) (*http.Response, error)

// RoundTrip calls the function.
func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
