package threshold

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"ifmatch/reports/figure"
	"ifmatch/reports/load"
	"ifmatch/reports/load/hdr"
	"ifmatch/reports/load/metric"
)

// kind is the form of a metric's value.
type kind int

const (
	latency kind = iota // a figure of a distribution: 20ms
	span                // a duration: 2s
	outcome             // exchanges with an outcome: a number, or a share of all with %
	count               // a number, or a share of those requested with %
	ratio               // from 0 to 1, also with %
	number              // a number
)

// subject is the part of a run that a figure covers.
type subject struct {
	latency   string // service, response or lag
	operation string // "": all of them
	share     bool   // a part of all, not a number
}

// measure is one figure of a run.
type measure struct {
	kind kind
	of   func(subject, load.Run) (float64, error)
}

// ofRun are the figures of the whole run that a condition may use. Each has a function
// that reports why the figure would mean nothing for a run.
var ofRun = map[string]func(load.Contention) error{
	metric.Goodput: nil, metric.Rate: nil, metric.Commits: nil, metric.ConflictRate: decided, metric.AttemptsPerCommit: committed,
	metric.Jain: committed, metric.Starvation: committed, metric.Starved: attempted, metric.Late: nil, metric.Dropped: nil,
}

// metrics are the figures that a condition may use.
var metrics = func() map[string]measure {
	out := map[string]measure{}
	for name, needs := range ofRun {
		out[name] = whole(metric.Must(name), needs)
	}
	out[metric.Of(metric.TimeToSuccess, "p99")] = measure{span, func(_ subject, r load.Run) (float64, error) {
		return float64(r.Contention.TimeTo.P99), committed(r.Contention)
	}}
	for name, of := range map[string]func(load.Distribution) time.Duration{
		"min": func(d load.Distribution) time.Duration { return d.Min }, "mean": func(d load.Distribution) time.Duration { return d.Mean },
		"p50": func(d load.Distribution) time.Duration { return d.P50 }, "p75": func(d load.Distribution) time.Duration { return d.P75 },
		"p90": func(d load.Distribution) time.Duration { return d.P90 }, "p95": func(d load.Distribution) time.Duration { return d.P95 },
		"p99": func(d load.Distribution) time.Duration { return d.P99 }, "p99.9": func(d load.Distribution) time.Duration { return d.P999 },
		"p99.99": func(d load.Distribution) time.Duration { return d.P9999 }, "max": func(d load.Distribution) time.Duration { return d.Max },
	} {
		out[name] = measure{latency, ofLatency(of)}
	}
	for _, o := range load.OutcomeNames {
		out[o] = measure{outcome, ofOutcome(o)}
	}
	for old, name := range metric.Aliases {
		out[old] = out[name]
	}
	return out
}()

// whole is a figure of the list as a condition reads it.
func whole(f metric.Figure, needs func(load.Contention) error) measure {
	m := measure{kind: map[metric.Unit]kind{metric.Ratio: ratio, metric.Span: span}[f.Unit]}
	if f.Unit != metric.Ratio && f.Unit != metric.Span {
		m.kind = number
	}
	ofSchedule := f.Name == metric.Late || f.Name == metric.Dropped
	if ofSchedule {
		m.kind = count
	}
	m.of = func(s subject, r load.Run) (float64, error) {
		if needs != nil {
			if err := needs(r.Contention); err != nil {
				return 0, err
			}
		}
		x, _ := f.Of(r)
		if ofSchedule && s.share {
			x /= max(1, float64(r.Pace.Requested))
		}
		return x, nil
	}
	return m
}

// Metrics returns the names of the figures, for help and error texts, without the
// aliases.
func Metrics() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(metrics)), func(name string) bool { return metric.Aliases[name] != "" })
}

// attempted returns an error if the run has no figures about attempts to commit.
func attempted(c load.Contention) error {
	if c.Attempts == 0 {
		return errors.New("the run measured no attempt to commit")
	}
	return nil
}

// decided returns an error if the run has no figures about the outcomes of attempts.
func decided(c load.Contention) error {
	if err := attempted(c); err != nil {
		return err
	}
	if c.Commits == 0 && c.ConflictRate == 0 {
		return fmt.Errorf("none of %s was won, lost or refused", figure.Plural(c.Attempts, "attempt"))
	}
	return nil
}

// committed returns an error if the run has no figures about commits.
func committed(c load.Contention) error {
	if err := attempted(c); err != nil {
		return err
	}
	if c.Commits == 0 {
		return fmt.Errorf("none of %s was committed", figure.Plural(c.Attempts, "attempt"))
	}
	return nil
}

// ofLatency reads a figure from all outcomes of the operation, or of all operations.
func ofLatency(figure func(load.Distribution) time.Duration) func(subject, load.Run) (float64, error) {
	return func(s subject, r load.Run) (float64, error) {
		var parts []load.Distribution
		for _, op := range r.Operations {
			if s.operation != "" && !strings.EqualFold(s.operation, op.Name) {
				continue
			}
			for _, o := range op.Outcomes {
				parts = append(parts, map[string]load.Distribution{"service": o.Service, "response": o.Response, "lag": o.Lag}[s.latency])
			}
		}
		all, err := hdr.Sum(parts...)
		switch {
		case err != nil:
			return 0, err
		case all.Count == 0:
			return 0, s.nothing(r)
		}
		return float64(figure(all)), nil
	}
}

// ofOutcome counts exchanges, or returns their share of all.
func ofOutcome(name string) func(subject, load.Run) (float64, error) {
	return func(s subject, r load.Run) (float64, error) {
		var n, all int64
		found := false
		for _, op := range r.Operations {
			if s.operation != "" && !strings.EqualFold(s.operation, op.Name) {
				continue
			}
			found = true
			for _, o := range op.Outcomes {
				all += o.Count
				if o.Outcome == name {
					n += o.Count
				}
			}
		}
		switch {
		case !found:
			return 0, s.nothing(r)
		case s.share:
			return float64(n) / float64(max(1, all)), nil
		}
		return float64(n), nil
	}
}

// errNoLag is the error of a condition on the lag of a closed loop.
var errNoLag = errors.New("a closed loop has no lag: it sends when it can; with --rate there is one")

// nothing returns an error that names what was not measured.
func (s subject) nothing(r load.Run) error {
	var names []string
	for _, op := range r.Operations {
		names = append(names, op.Name)
	}
	switch {
	case s.latency == "lag" && len(names) > 0:
		return errNoLag
	case s.operation == "" || len(names) == 0:
		return errors.New("the run measured no exchange")
	}
	return fmt.Errorf("the run sent no %s; it sent %s", s.operation, strings.Join(names, ", "))
}
