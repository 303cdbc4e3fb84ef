package threshold

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"ifmatch/reports/load"
	"ifmatch/reports/load/figure"
	"ifmatch/reports/load/hdr"
)

// kind says how the value of a metric is written.
type kind int

const (
	latency kind = iota // a figure of a distribution: 20ms
	span                // a length of time: 2s
	outcome             // exchanges that ended so: a number, or a share of all with %
	count               // a number, or a share of those requested with %
	ratio               // from 0 to 1, also with %
	number              // a number
)

// subject is what of a run a figure is about.
type subject struct {
	latency   string // service, response or lag
	operation string // "": all of them
	share     bool   // a part of all, not a number
}

// metric is one figure of a run.
type metric struct {
	kind kind
	of   func(subject, load.Run) (float64, error)
}

// metrics are the figures that a condition may be about.
var metrics = func() map[string]metric {
	out := map[string]metric{
		"goodput":   of(number, func(r load.Run) float64 { return r.Contention.Goodput }),
		"rate":      of(number, func(r load.Run) float64 { return r.Contention.Rate }),
		"commits":   of(number, func(r load.Run) float64 { return float64(r.Contention.Commits) }),
		"conflicts": ofUpdates(ratio, decided, func(c load.Contention) float64 { return c.ConflictRate }),
		"attempts": ofUpdates(number, committed, func(c load.Contention) float64 {
			per, _ := c.PerCommit()
			return per
		}),
		"jain":        ofUpdates(ratio, committed, func(c load.Contention) float64 { return c.Jain }),
		"starvation":  ofUpdates(span, committed, func(c load.Contention) float64 { return float64(c.Starvation) }),
		"starved":     ofUpdates(number, attempted, func(c load.Contention) float64 { return float64(c.Starved) }),
		"success.p99": ofUpdates(span, committed, func(c load.Contention) float64 { return float64(c.TimeTo.P99) }),
		"late":        {count, ofPace(func(p load.Pace) int64 { return p.Late })},
		"dropped":     {count, ofPace(func(p load.Pace) int64 { return p.Dropped })},
		"min":         {latency, ofLatency(func(d load.Distribution) time.Duration { return d.Min })},
		"mean":        {latency, ofLatency(func(d load.Distribution) time.Duration { return d.Mean })},
		"p50":         {latency, ofLatency(func(d load.Distribution) time.Duration { return d.P50 })},
		"p75":         {latency, ofLatency(func(d load.Distribution) time.Duration { return d.P75 })},
		"p90":         {latency, ofLatency(func(d load.Distribution) time.Duration { return d.P90 })},
		"p95":         {latency, ofLatency(func(d load.Distribution) time.Duration { return d.P95 })},
		"p99":         {latency, ofLatency(func(d load.Distribution) time.Duration { return d.P99 })},
		"p99.9":       {latency, ofLatency(func(d load.Distribution) time.Duration { return d.P999 })},
		"p99.99":      {latency, ofLatency(func(d load.Distribution) time.Duration { return d.P9999 })},
		"max":         {latency, ofLatency(func(d load.Distribution) time.Duration { return d.Max })},
	}
	for _, o := range load.OutcomeNames {
		out[o] = metric{outcome, ofOutcome(o)}
	}
	return out
}()

// Metrics lists the names of the figures, for help and error texts.
func Metrics() []string { return slices.Sorted(maps.Keys(metrics)) }

func of(k kind, figure func(load.Run) float64) metric {
	return metric{k, func(_ subject, r load.Run) (float64, error) { return figure(r), nil }}
}

// ofUpdates is a figure of the updates, which a run has only if there were some.
func ofUpdates(k kind, some func(load.Contention) error, figure func(load.Contention) float64) metric {
	return metric{k, func(_ subject, r load.Run) (float64, error) {
		if err := some(r.Contention); err != nil {
			return 0, err
		}
		return figure(r.Contention), nil
	}}
}

// attempted says why there is no figure about trying to commit.
func attempted(c load.Contention) error {
	if c.Attempts == 0 {
		return errors.New("the run measured no attempt to commit")
	}
	return nil
}

// decided says why there is no figure about how attempts came out.
func decided(c load.Contention) error {
	if err := attempted(c); err != nil {
		return err
	}
	if c.Commits == 0 && c.ConflictRate == 0 {
		return fmt.Errorf("of %s none was won, lost or refused", figure.Plural(c.Attempts, "attempt"))
	}
	return nil
}

// committed says why there is no figure about commits.
func committed(c load.Contention) error {
	if err := attempted(c); err != nil {
		return err
	}
	if c.Commits == 0 {
		return fmt.Errorf("of %s none was committed", figure.Plural(c.Attempts, "attempt"))
	}
	return nil
}

func ofPace(figure func(load.Pace) int64) func(subject, load.Run) (float64, error) {
	return func(s subject, r load.Run) (float64, error) {
		x := float64(figure(r.Pace))
		if s.share {
			return x / max(1, float64(r.Pace.Requested)), nil
		}
		return x, nil
	}
}

// ofLatency reads a figure off all outcomes of the operation, or of all.
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

// ofOutcome counts exchanges, or gives their share of all.
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

// errNoLag is the answer to who asks for what only a schedule has.
var errNoLag = errors.New("a closed loop has no lag: it sends when it can; with --rate there is one")

// nothing says what there would have been to measure.
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
