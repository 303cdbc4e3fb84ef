package load

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// The states of a verdict.
const (
	Valid      = "valid"      // some order of the operations explains all answers
	Invalid    = "invalid"    // no order does
	Incomplete = "incomplete" // a part of the history is missing
	Undecided  = "undecided"  // the check gave up within its bounds
)

// States lists the states of a verdict, the best first.
var States = []string{Valid, Undecided, Incomplete, Invalid}

// OutcomeNames lists the outcomes of an exchange, from good to bad.
var OutcomeNames = []string{"won", "lost", "refused", "absent", "throttled", "unknown", "wrong"}

// Validate checks what the types cannot: known states and outcomes, unique
// operations, shares between 0 and 1, times in order.
func (r Run) Validate() error {
	switch {
	case r.Schema != Schema:
		return fmt.Errorf("schema is %d, want %d", r.Schema, Schema)
	case r.Kind != Kind:
		return fmt.Errorf("kind is %q, want %q", r.Kind, Kind)
	case r.Plan.Workload == "":
		return errors.New("plan: no workload")
	case r.Operations == nil:
		return errors.New(`no "operations" field`)
	case r.Series == nil:
		return errors.New(`no "series" field`)
	case r.Codes == nil:
		return errors.New(`no "codes" field`)
	case !(r.Seconds >= 0):
		return fmt.Errorf("it took %g seconds", r.Seconds)
	}
	seen := map[string]bool{}
	for _, op := range r.Operations {
		if err := op.validate(); err != nil {
			return fmt.Errorf("operation %q: %w", op.Name, err)
		}
		if seen[op.Name] {
			return fmt.Errorf("operation %q occurs twice", op.Name)
		}
		seen[op.Name] = true
	}
	for i, s := range r.Series {
		if err := s.validate(); err != nil {
			return fmt.Errorf("second %d: %w", i+1, err)
		}
		if i > 0 && s.At <= r.Series[i-1].At {
			return fmt.Errorf("second %d: it is at %g s, not after the one before", i+1, s.At)
		}
	}
	for i, c := range r.Codes {
		if c.Status < 0 || c.Status > 999 || c.Count <= 0 {
			return fmt.Errorf("code %d: status %d, %d times", i+1, c.Status, c.Count)
		}
	}
	if !(r.Knee >= 0) || r.Knee > 0 && len(r.Points) == 0 {
		return fmt.Errorf("the search found %g among %d points", r.Knee, len(r.Points))
	}
	for i, p := range r.Points {
		if p.Param == "" || !share(p.ConflictRate) || !share(p.Jain) || !slices.Contains(States, p.Verdict) {
			return fmt.Errorf("point %d: param %q, conflict rate %g, Jain %g, verdict %q", i+1, p.Param, p.ConflictRate, p.Jain, p.Verdict)
		}
	}
	return errors.Join(r.Contention.validate(), r.Pace.validate(), name("response", r.Response.validate()), name("verdict", r.Verdict.validate()))
}

func (op Operation) validate() error {
	if op.Name == "" {
		return errors.New("no name")
	}
	seen := map[string]bool{}
	for _, o := range op.Outcomes {
		switch {
		case !slices.Contains(OutcomeNames, o.Outcome):
			return fmt.Errorf("outcome is %q, want one of %v", o.Outcome, OutcomeNames)
		case seen[o.Outcome]:
			return fmt.Errorf("outcome %s occurs twice", o.Outcome)
		case o.Count <= 0:
			return fmt.Errorf("%s %d times", o.Outcome, o.Count)
		}
		seen[o.Outcome] = true
		for _, d := range []struct {
			name string
			Distribution
		}{{"service", o.Service}, {"response", o.Response}, {"lag", o.Lag}} {
			if err := d.validate(); err != nil {
				return fmt.Errorf("%s: %s: %w", o.Outcome, d.name, err)
			}
			if d.Count > o.Count {
				return fmt.Errorf("%s: %s: %d durations of %d exchanges", o.Outcome, d.name, d.Count, o.Count)
			}
		}
	}
	return nil
}

func (d Distribution) validate() error {
	if d.Count < 0 {
		return fmt.Errorf("count is %d", d.Count)
	}
	in := []time.Duration{0, d.Min, d.P50, d.P75, d.P90, d.P95, d.P99, d.P999, d.P9999, d.Max}
	if !slices.IsSorted(in) || d.Mean < d.Min || d.Mean > d.Max {
		return fmt.Errorf("minimum, percentiles and maximum are not in order: %v, mean %v", in[1:], d.Mean)
	}
	if d.Count == 0 && (d.Max != 0 || d.Histogram != "") {
		return errors.New("figures without a single value")
	}
	return nil
}

func (s Second) validate() error {
	if !(s.At >= 0) || s.Sent < 0 || s.Commits < 0 || s.P50 < 0 || s.P99 < s.P50 || s.Max < s.P99 {
		return fmt.Errorf("impossible figures: %+v", s)
	}
	for o, n := range s.Outcomes {
		if !slices.Contains(OutcomeNames, o) || n < 0 {
			return fmt.Errorf("outcome %q, %d times", o, n)
		}
	}
	return nil
}

func (c Contention) validate() error {
	switch {
	case !share(c.ConflictRate):
		return fmt.Errorf("contention: conflict rate is %g, want 0 to 1", c.ConflictRate)
	case !share(c.Jain):
		return fmt.Errorf("contention: Jain's index is %g, want 0 to 1", c.Jain)
	case c.Commits < 0 || c.Attempts < 0 || c.Abandoned < 0 || c.Unfinished < 0 || c.Starved < 0 || c.Starvation < 0:
		return errors.New("contention: a count below zero")
	case !(c.Goodput >= 0) || !(c.Rate >= 0):
		return fmt.Errorf("contention: goodput is %g, rate is %g", c.Goodput, c.Rate)
	}
	err := name("time to success", c.TimeTo.validate())
	if l := c.Lease; l != nil {
		if !share(l.Jain) {
			err = errors.Join(err, fmt.Errorf("fairness of lease time is %g, want 0 to 1", l.Jain))
		}
		err = errors.Join(err, name("lease handoff", l.Handoff.validate()), name("after break", l.AfterBreak.validate()), name("overshoot", l.Overshoot.validate()))
	}
	if q := c.Queue; q != nil {
		err = errors.Join(err, name("late redelivery", q.Late.validate()))
	}
	return name("contention", err)
}

func (p Pace) validate() error {
	if p.Requested < 0 || p.Sent < 0 || p.Late < 0 || p.Dropped < 0 || p.Clients < 0 || !(p.CPUSeconds >= 0) {
		return fmt.Errorf("pace: a figure below zero: requested %d, sent %d, late %d, dropped %d, clients %d, CPU %g s",
			p.Requested, p.Sent, p.Late, p.Dropped, p.Clients, p.CPUSeconds)
	}
	return errors.Join(name("pace: lag", p.Lag.validate()), name("pace: own", p.Own.validate()))
}

func (v Verdict) validate() error {
	switch {
	case !slices.Contains(States, v.State):
		return fmt.Errorf("state is %q, want one of %v", v.State, States)
	case v.Violations < 0 || v.Operations < 0 || v.Keys < 0 || !(v.Seconds >= 0):
		return errors.New("a count below zero")
	case (v.State == Invalid) != (v.Violations > 0):
		return fmt.Errorf("%s with %d violations", v.State, v.Violations)
	case len(v.Certificates) > v.Violations:
		return fmt.Errorf("%d certificates of %d violations", len(v.Certificates), v.Violations)
	}
	for i, c := range v.Certificates {
		if c.Rule == "" || len(c.Steps) == 0 {
			return fmt.Errorf("certificate %d: rule %q with %d steps", i+1, c.Rule, len(c.Steps))
		}
		for j, s := range c.Steps {
			if s.Return != nil && *s.Return < s.Invoke {
				return fmt.Errorf("certificate %d: step %d returned before it was invoked", i+1, j+1)
			}
		}
	}
	return nil
}

func share(x float64) bool { return x >= 0 && x <= 1 }

func name(where string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", where, err)
}
