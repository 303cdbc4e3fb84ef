package compare

import (
	"math"
	"time"

	"golang.org/x/perf/benchmath"

	"ifmatch/reports/figure"
	"ifmatch/reports/load"
	"ifmatch/reports/load/metric"
)

// Figure is one figure on both sides.
type Figure struct {
	Name      string
	Old, New  float64 // median over the runs
	Ratio     Interval
	P         float64 // of the Mann-Whitney test; 1 if it was not made
	Samples   [2]int
	Judgement Judgement
	kind      kind
	detail    bool // of one operation
}

// Text formats a value of the figure with its unit.
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

// direction says which way is better: more, less, or neither.
type direction int

const (
	less    direction = -1
	neither direction = 0
	more    direction = 1
)

// measured is a figure of a run. ofSecond is nil if seconds do not have it.
type measured struct {
	name     string
	kind     kind
	better   direction
	ofRun    func(load.Run) (value float64, ok bool)
	ofSecond func(load.Second) float64
	detail   bool // of one operation
	middle   bool // join seconds by their median, not their mean
}

// enough is the minimum number of durations for comparing a percentile.
const enough = 100

// metrics returns the figures that the runs have, the most important first.
func metrics(runs []load.Run) []measured {
	rate := more
	for _, r := range runs {
		if r.Plan.Open {
			rate = neither // the schedule determines it
		}
	}
	goodput, sent := whole(metric.Goodput, more, true), whole(metric.Rate, rate, false)
	goodput.ofSecond = func(s load.Second) float64 { return float64(s.Commits) }
	sent.ofSecond = func(s load.Second) float64 { return float64(s.Sent) }
	p50, p99 := part(metric.Response, "p50"), part(metric.Response, "p99")
	p50.ofSecond, p50.middle = func(s load.Second) float64 { return float64(s.P50) }, true
	p99.ofSecond, p99.middle = func(s load.Second) float64 { return float64(s.P99) }, true
	out := []measured{
		goodput, sent, p50, p99, whole(metric.ConflictRate, less, true), whole(metric.AttemptsPerCommit, less, true),
		part(metric.TimeToSuccess, "p50"), part(metric.TimeToSuccess, "p99"), whole(metric.Jain, more, true), whole(metric.Starvation, neither, true),
		part(metric.LeaseHandoff, "p50"), part(metric.LeaseOvershoot, "p50"), part(metric.QueueLate, "p50"), whole(metric.CPUPerExchange, neither, false),
	}
	return append(out, perOperation(runs)...)
}

// whole is a figure of the list. With committed, it is compared only if some
// updates were committed.
func whole(name string, better direction, committed bool) measured {
	f := metric.Must(name)
	m := measured{name: name, better: better, kind: map[metric.Unit]kind{metric.Span: duration, metric.PerSecond: perSecond}[f.Unit]}
	if name == metric.ConflictRate {
		m.kind = share
	}
	m.ofRun = func(r load.Run) (float64, bool) {
		x, ok := f.Of(r)
		return x, ok && (!committed || r.Contention.Commits > 0)
	}
	return m
}

// part is a percentile of a distribution in the list.
func part(name, stat string) measured {
	f := metric.Must(name)
	return measured{name: metric.Of(name, stat), kind: duration, better: less, ofRun: func(r load.Run) (float64, bool) {
		d := f.Spread(r)
		return float64(map[string]time.Duration{"p50": d.P50, "p99": d.P99}[stat]), d.Count >= enough
	}}
}

// perOperation returns the response times of every outcome that is frequent enough
// in some run. They explain a change but judge none: among so many figures some
// always seem to have changed, and a gate must not cry wolf.
func perOperation(runs []load.Run) []measured {
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
	var out []measured
	for _, k := range order {
		for _, q := range []struct {
			name string
			get  func(load.Distribution) time.Duration
		}{
			{"p50", func(d load.Distribution) time.Duration { return d.P50 }},
			{"p99", func(d load.Distribution) time.Duration { return d.P99 }},
		} {
			out = append(out, measured{
				name: k.operation + " " + k.outcome + " " + q.name, kind: duration, better: neither, detail: true,
				ofRun: func(r load.Run) (float64, bool) { d := find(r, k); return float64(q.get(d)), d.Count >= enough },
			})
		}
	}
	return out
}

// figure compares the metric; false if a run does not have it.
func (m measured) figure(before, after []load.Run, byRun bool, t *benchmath.Thresholds, o Options) (Figure, bool) {
	f := Figure{Name: m.name, kind: m.kind, detail: m.detail, P: 1, Judgement: Untested}
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

// judge returns the meaning of the change. A change counts if it is certain enough
// and large enough. If it is large but not certain, or its interval is wide, nobody can
// tell. For a share the difference has to be large, not the ratio: a
// conflict rate that rose from 0.1 % to 0.2 % has not doubled anyone's work.
func (m measured) judge(f Figure, o Options) Judgement {
	change := f.Ratio.Value - 1
	if m.kind == share {
		change = f.New - f.Old
	}
	small := math.Abs(change) < o.Minimum
	narrow := m.kind == share || f.Ratio.Low > 1/(1+wide) && f.Ratio.High < 1+wide && math.Abs(quotient(f.New, f.Old)-1) < o.Minimum
	switch {
	case f.P >= o.Alpha && !(small && narrow):
		return Untested
	case f.P >= o.Alpha || small:
		return Same
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
