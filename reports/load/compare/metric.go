package compare

import (
	"time"

	"golang.org/x/perf/benchmath"

	"ifmatch/reports/load"
	"ifmatch/reports/load/figure"
)

// Figure is one figure on both sides.
type Figure struct {
	Name      string
	Old, New  float64 // median over the runs
	Ratio     Interval
	P         float64 // of the Mann-Whitney test; 1 if there was none
	Samples   [2]int
	Judgement Judgement
	kind      kind
}

// Text writes a value of the figure with its unit.
func (f Figure) Text(value float64) string {
	switch f.kind {
	case duration:
		return figure.Duration(time.Duration(value))
	case share:
		return figure.Share(value)
	case perSecond:
		return figure.Number(value) + "/s"
	}
	return figure.Number(value)
}

type kind int

const (
	plain kind = iota
	duration
	share
	perSecond
)

// direction is which way is better: more, less, or neither.
type direction int

const (
	less    direction = -1
	neither direction = 0
	more    direction = 1
)

// metric is a figure of a run. ofSecond is nil if a second does not have it.
type metric struct {
	name     string
	kind     kind
	better   direction
	ofRun    func(load.Run) (value float64, ok bool)
	ofSecond func(load.Second) float64
	middle   bool // several seconds are joined by their median, not their mean
}

// enough is how many durations a 99th percentile is worth comparing of.
const enough = 100

// metrics are the figures that the runs have, the most important first.
func metrics(runs []load.Run) []metric {
	all := func(x float64) (float64, bool) { return x, true }
	updates := func(get func(load.Contention) float64) func(load.Run) (float64, bool) {
		return func(r load.Run) (float64, bool) { return get(r.Contention), r.Contention.Commits > 0 }
	}
	of := func(d load.Distribution, get func(load.Distribution) time.Duration) (float64, bool) {
		return float64(get(d)), d.Count >= enough
	}
	p50 := func(d load.Distribution) time.Duration { return d.P50 }
	p99 := func(d load.Distribution) time.Duration { return d.P99 }
	rate := more
	for _, r := range runs {
		if r.Plan.Open {
			rate = neither // it was asked for
		}
	}
	out := []metric{
		{
			name: "goodput", kind: perSecond, better: more, ofRun: updates(func(c load.Contention) float64 { return c.Goodput }),
			ofSecond: func(s load.Second) float64 { return float64(s.Commits) },
		},
		{
			name: "rate", kind: perSecond, better: rate, ofRun: func(r load.Run) (float64, bool) { return all(r.Contention.Rate) },
			ofSecond: func(s load.Second) float64 { return float64(s.Sent) },
		},
		{
			name: "response p50", kind: duration, better: less, ofRun: func(r load.Run) (float64, bool) { return of(r.Response, p50) },
			ofSecond: func(s load.Second) float64 { return float64(s.P50) }, middle: true,
		},
		{
			name: "response p99", kind: duration, better: less, ofRun: func(r load.Run) (float64, bool) { return of(r.Response, p99) },
			ofSecond: func(s load.Second) float64 { return float64(s.P99) }, middle: true,
		},
		{name: "conflict rate", kind: share, better: less, ofRun: updates(func(c load.Contention) float64 { return c.ConflictRate })},
		{name: "attempts per commit", better: less, ofRun: updates(func(c load.Contention) float64 {
			per, _ := c.PerCommit()
			return per
		})},
		{name: "time to success p50", kind: duration, better: less, ofRun: func(r load.Run) (float64, bool) { return of(r.Contention.TimeTo, p50) }},
		{name: "time to success p99", kind: duration, better: less, ofRun: func(r load.Run) (float64, bool) { return of(r.Contention.TimeTo, p99) }},
		{name: "fairness (Jain)", better: more, ofRun: updates(func(c load.Contention) float64 { return c.Jain })},
		{name: "longest without a commit", kind: duration, better: neither, ofRun: updates(func(c load.Contention) float64 { return float64(c.Starvation) })},
		{name: "lease handoff p50", kind: duration, better: less, ofRun: func(r load.Run) (float64, bool) {
			if r.Contention.Lease == nil {
				return 0, false
			}
			return of(r.Contention.Lease.Handoff, p50)
		}},
		{name: "expiry overshoot p50", kind: duration, better: less, ofRun: func(r load.Run) (float64, bool) {
			if r.Contention.Lease == nil {
				return 0, false
			}
			return of(r.Contention.Lease.Overshoot, p50)
		}},
		{name: "late redelivery p50", kind: duration, better: less, ofRun: func(r load.Run) (float64, bool) {
			if r.Contention.Queue == nil {
				return 0, false
			}
			return of(r.Contention.Queue.Late, p50)
		}},
		{name: "CPU of the generator", kind: duration, better: neither, ofRun: func(r load.Run) (float64, bool) {
			return r.Pace.CPUSeconds * 1e9 / max(float64(r.Pace.Sent), 1), r.Pace.CPUSeconds > 0
		}},
	}
	return append(out, perOperation(runs)...)
}

// perOperation are the response times of every outcome that some run has often
// enough. They explain a change and judge none: of so many figures one or the other
// always seems to have changed, and a gate must not cry wolf.
func perOperation(runs []load.Run) []metric {
	type outcome struct{ operation, outcome string }
	var order []outcome
	seen := map[outcome]bool{}
	for _, r := range runs {
		for _, op := range r.Operations {
			for _, o := range op.Outcomes {
				k := outcome{op.Name, o.Outcome}
				if o.Response.Count >= enough && !seen[k] {
					seen[k] = true
					order = append(order, k)
				}
			}
		}
	}
	find := func(r load.Run, k outcome) load.Distribution {
		for _, op := range r.Operations {
			for _, o := range op.Outcomes {
				if op.Name == k.operation && o.Outcome == k.outcome {
					return o.Response
				}
			}
		}
		return load.Distribution{}
	}
	var out []metric
	for _, k := range order {
		for _, q := range []struct {
			name string
			get  func(load.Distribution) time.Duration
		}{
			{"p50", func(d load.Distribution) time.Duration { return d.P50 }},
			{"p99", func(d load.Distribution) time.Duration { return d.P99 }},
		} {
			out = append(out, metric{
				name: k.operation + " " + k.outcome + " " + q.name, kind: duration, better: neither,
				ofRun: func(r load.Run) (float64, bool) { d := find(r, k); return float64(q.get(d)), d.Count >= enough },
			})
		}
	}
	return out
}

// figure compares the metric; false if a run does not have it.
func (m metric) figure(before, after []load.Run, byRun bool, t *benchmath.Thresholds, o Options) (Figure, bool) {
	f := Figure{Name: m.name, kind: m.kind, P: 1, Judgement: Untested}
	x, okOld := values(before, m.ofRun)
	y, okNew := values(after, m.ofRun)
	if !okOld || !okNew {
		return Figure{}, false
	}
	f.Old, f.New = median(x), median(y)
	if !byRun {
		if m.ofSecond == nil {
			f.Ratio = Interval{Low: 0, Value: quotient(f.New, f.Old), High: infinity}
			return f, true
		}
		x, y = stretches(before, m.ofSecond, m.middle), stretches(after, m.ofSecond, m.middle)
	}
	f.Samples = [2]int{len(x), len(y)}
	f.Ratio = effect(x, y, o.Alpha)
	if len(x) < repeated || len(y) < repeated {
		return f, true
	}
	f.P = benchmath.AssumeNothing.Compare(benchmath.NewSample(x, t), benchmath.NewSample(y, t)).P
	f.Judgement = m.judge(f, o)
	return f, true
}

// judge says what the change means. A change counts if it is certain enough and
// large enough: for a share the change itself, and not its ratio, has to be large,
// because a conflict rate of 0.2 % that was 0.1 % has not doubled anyone's work.
func (m metric) judge(f Figure, o Options) Judgement {
	change := f.Ratio.Value - 1
	if m.kind == share {
		change = f.New - f.Old
	}
	if f.P >= o.Alpha || (change < o.Minimum && change > -o.Minimum) {
		return Same
	}
	switch {
	case m.better == neither:
		return Changed
	case (change > 0) == (m.better == more):
		return Better
	}
	return Worse
}

func values(runs []load.Run, of func(load.Run) (float64, bool)) ([]float64, bool) {
	var out []float64
	for _, r := range runs {
		v, ok := of(r)
		if !ok {
			return nil, false
		}
		out = append(out, v)
	}
	return out, true
}
