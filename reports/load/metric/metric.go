// Package metric is the only list of the figures of a load run. Each has a name, a unit
// and a formula. Everything that shows, stores, compares or judges figures takes them
// from here. The names are those in CSV, --fail-if and diff.
package metric

import (
	"slices"
	"time"

	"ifmatch/reports/load"
)

// Unit is the unit of a figure.
type Unit string

// The units.
const (
	Number    Unit = ""    // a count
	Ratio     Unit = "0–1" // a share, or an index from none to all
	Span      Unit = "ns"  // a duration
	Seconds   Unit = "s"   // processor time
	PerSecond Unit = "1/s"
)

// Figure is a figure of a run. Either Of or Spread is set.
type Figure struct {
	Name    string
	Unit    Unit
	Formula string // in words
	// Of returns the figure; false if a run does not have it.
	Of func(load.Run) (float64, bool)
	// Spread returns a distribution, whose figures are named NAME_mean, NAME_p99 and so
	// on.
	Spread func(load.Run) load.Distribution
	// Bench is its unit in lines of the Go benchmark format; empty if it is not in
	// them.
	Bench string
	// Prometheus is its name on the page of --prometheus, in base units. It is empty if
	// the figure is not there, because it is known only at the end of a run.
	Prometheus string
}

// Names that other packages refer to.
const (
	Goodput           = "goodput"
	Rate              = "rate"
	Commits           = "commits"
	ConflictRate      = "conflict_rate"
	AttemptsPerCommit = "attempts_per_commit"
	Jain              = "jain"
	Starvation        = "starvation"
	Starved           = "starved"
	Requested         = "requested"
	Late              = "late"
	Dropped           = "dropped"
	Attempts          = "attempts"
	CPUPerExchange    = "cpu_per_exchange"
	Response          = "response"
	TimeToSuccess     = "time_to_success"
	LeaseHandoff      = "lease_handoff"
	LeaseOvershoot    = "lease_overshoot"
	QueueLate         = "queue_late"
)

// Of returns the name of a distribution's figure: response_p99.
func Of(name, stat string) string { return name + "_" + stat }

// Service is the service time of each operation and outcome; runs do not sum it up over
// operations.
var Service = Figure{Name: "service", Unit: Span, Formula: "from the first byte sent to the last byte of the answer", Prometheus: "ifmatch_service_seconds"}

// All returns the figures in the order in which they are shown.
func All() []Figure { return slices.Clone(all) }

// Must returns the figure with a name. It panics if the list does not have it.
func Must(name string) Figure {
	i := slices.IndexFunc(all, func(f Figure) bool { return f.Name == name })
	if i < 0 {
		panic("metric: there is no figure " + name)
	}
	return all[i]
}

// Aliases are older names that conditions still accept.
var Aliases = map[string]string{"conflicts": ConflictRate, "attempts": AttemptsPerCommit, "success.p99": Of(TimeToSuccess, "p99")}

var all = []Figure{
	pace(Requested, "requests that the schedule asked for; without a schedule, those sent", func(p load.Pace) float64 { return float64(p.Requested) }).live(),
	pace("sent", "requests that were sent", func(p load.Pace) float64 { return float64(p.Sent) }),
	pace(Late, "requests sent later than their schedule by more than a millisecond", func(p load.Pace) float64 { return float64(p.Late) }).live(),
	pace(Dropped, "requests of the schedule that no client was free to send", func(p load.Pace) float64 { return float64(p.Dropped) }).live(),
	{Name: "cpu", Unit: Seconds, Formula: "processor time of the generator", Of: func(r load.Run) (float64, bool) { return r.Pace.CPUSeconds, true }},
	{Name: CPUPerExchange, Unit: Span, Formula: "cpu / sent, where it was measured", Bench: "cpu-ns/exchange", Of: func(r load.Run) (float64, bool) {
		return r.Pace.CPUSeconds * 1e9 / max(float64(r.Pace.Sent), 1), r.Pace.CPUSeconds > 0
	}},
	spread("lag", "from when a request was due to when it was sent, by a schedule", func(r load.Run) load.Distribution { return r.Pace.Lag }),
	spread("own_lag", "the part of lag that is the generator's own", func(r load.Run) load.Distribution { return r.Pace.Own }),
	{Name: Rate, Unit: PerSecond, Formula: "exchanges / seconds measured", Bench: "exchanges/s", Of: func(r load.Run) (float64, bool) { return r.Contention.Rate, true }},
	spread(Response, "from when a request was due, or sent in a closed loop, to the last byte of its answer", func(r load.Run) load.Distribution { return r.Response }).live(),
	update(Commits, Number, "updates that were committed", func(c load.Contention) float64 { return float64(c.Commits) }).live(),
	update(Attempts, Number, "attempts to commit, however they ended", func(c load.Contention) float64 { return float64(c.Attempts) }).live(),
	update(Goodput, PerSecond, "commits / seconds measured", func(c load.Contention) float64 { return c.Goodput }).bench("commits/s"),
	update(ConflictRate, Ratio, "attempts lost or refused / attempts won, lost or refused", func(c load.Contention) float64 { return c.ConflictRate }).bench("conflicts/attempt"),
	{Name: AttemptsPerCommit, Formula: "attempts / commits, counting the attempts that lost", Bench: "attempts/commit", Of: func(r load.Run) (float64, bool) { return r.Contention.PerCommit() }},
	success("mean", "mean", func(s load.Spread) float64 { return s.Mean }),
	success("p50", "median", func(s load.Spread) float64 { return s.P50 }),
	success("p99", "99th percentile", func(s load.Spread) float64 { return s.P99 }),
	success("max", "most", func(s load.Spread) float64 { return s.Max }),
	update("unfinished", Number, "updates that the end of the run cut short", func(c load.Contention) float64 { return float64(c.Unfinished) }),
	update("abandoned", Number, "updates that were given up", func(c load.Contention) float64 { return float64(c.Abandoned) }),
	update(Jain, Ratio, "(sum of commits of each client)² / (clients × sum of their squares): 1 is fair", func(c load.Contention) float64 { return c.Jain }).bench("jain"),
	update(Starvation, Span, "the longest that any client was without a commit", func(c load.Contention) float64 { return float64(c.Starvation) }).bench("starvation-ns"),
	update(Starved, Number, "clients that never committed", func(c load.Contention) float64 { return float64(c.Starved) }),
	spread(TimeToSuccess, "from the first attempt of an update to its commit", func(r load.Run) load.Distribution { return r.Contention.TimeTo }),
	lease("lease_acquired", Number, "leases acquired", func(l load.Lease) float64 { return float64(l.Acquired) }),
	lease("lease_renewed", Number, "renewals", func(l load.Lease) float64 { return float64(l.Renewed) }),
	lease("lease_released", Number, "releases", func(l load.Lease) float64 { return float64(l.Released) }),
	lease("lease_broken", Number, "leases broken", func(l load.Lease) float64 { return float64(l.Broken) }),
	lease("lease_expired", Number, "leases that expired", func(l load.Lease) float64 { return float64(l.Expired) }),
	lease("lease_jain", Ratio, "jain of the time that each client held leases", func(l load.Lease) float64 { return l.Jain }),
	leases(LeaseHandoff, "from a release to the next holder", func(l load.Lease) load.Distribution { return l.Handoff }),
	leases("lease_after_break", "from the end of a break to the next holder", func(l load.Lease) load.Distribution { return l.AfterBreak }),
	leases(LeaseOvershoot, "from an expiry to the next holder", func(l load.Lease) load.Distribution { return l.Overshoot }),
	queue("queue_delivered", "messages delivered", func(q load.Queue) float64 { return float64(q.Delivered) }),
	queue("queue_redelivered", "messages delivered again", func(q load.Queue) float64 { return float64(q.Redelivered) }),
	queue("queue_deleted", "messages deleted", func(q load.Queue) float64 { return float64(q.Deleted) }),
	queue("queue_empty", "answers without a message", func(q load.Queue) float64 { return float64(q.Empty) }),
	queue("queue_out_of_order", "messages that overtook an older one", func(q load.Queue) float64 { return float64(q.OutOfOrder) }),
	spread(QueueLate, "from the end of a visibility timeout to the next delivery", func(r load.Run) load.Distribution {
		if r.Contention.Queue == nil {
			return load.Distribution{}
		}
		return r.Contention.Queue.Late
	}),
}

func (f Figure) bench(unit string) Figure { f.Bench = unit; return f }

// live adds the name that Prometheus conventions require: counters end in total, and
// times are in seconds.
func (f Figure) live() Figure {
	f.Prometheus = "ifmatch_" + f.Name + "_total"
	if f.Unit == Span {
		f.Prometheus = "ifmatch_" + f.Name + "_seconds"
	}
	return f
}

func pace(name, formula string, of func(load.Pace) float64) Figure {
	return Figure{Name: name, Formula: formula, Of: func(r load.Run) (float64, bool) { return of(r.Pace), true }}
}

// update is a figure of the updates. A run has it only if it attempted some.
func update(name string, unit Unit, formula string, of func(load.Contention) float64) Figure {
	return Figure{Name: name, Unit: unit, Formula: formula, Of: func(r load.Run) (float64, bool) { return of(r.Contention), r.Contention.Attempts > 0 }}
}

// success is a figure of the attempts of committed updates.
func success(stat, what string, of func(load.Spread) float64) Figure {
	return Figure{Name: "attempts_of_success_" + stat, Formula: what + " of the attempts that a committed update took", Of: func(r load.Run) (float64, bool) {
		_, ok := r.Contention.PerCommit()
		return of(r.Contention.AttemptsPer), ok
	}}
}

func spread(name, formula string, of func(load.Run) load.Distribution) Figure {
	return Figure{Name: name, Unit: Span, Formula: formula, Spread: of}
}

func lease(name string, unit Unit, formula string, of func(load.Lease) float64) Figure {
	return Figure{Name: name, Unit: unit, Formula: formula, Of: func(r load.Run) (float64, bool) {
		if r.Contention.Lease == nil {
			return 0, false
		}
		return of(*r.Contention.Lease), true
	}}
}

func leases(name, formula string, of func(load.Lease) load.Distribution) Figure {
	return spread(name, formula, func(r load.Run) load.Distribution {
		if r.Contention.Lease == nil {
			return load.Distribution{}
		}
		return of(*r.Contention.Lease)
	})
}

func queue(name, formula string, of func(load.Queue) float64) Figure {
	return Figure{Name: name, Formula: formula, Of: func(r load.Run) (float64, bool) {
		if r.Contention.Queue == nil {
			return 0, false
		}
		return of(*r.Contention.Queue), true
	}}
}

// Stats returns the figures of a distribution in the order in which they are shown. It
// omits percentiles that are based on too few durations.
func Stats(d load.Distribution) []Stat {
	if d.Count == 0 {
		return nil
	}
	out := []Stat{{"min", d.Min}, {"mean", d.Mean}}
	for _, q := range quantiles {
		if x, ok := d.Quantile(q.of); ok {
			out = append(out, Stat{q.name, x})
		}
	}
	return append(out, Stat{"max", d.Max})
}

// Stat is a figure of a distribution.
type Stat struct {
	Name  string
	Value time.Duration
}

var quantiles = []struct {
	name string
	of   float64
}{{"p50", .50}, {"p75", .75}, {"p90", .90}, {"p95", .95}, {"p99", .99}, {"p99.9", .999}, {"p99.99", .9999}}
