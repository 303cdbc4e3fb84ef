package html

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"ifmatch/reports/figure"
	"ifmatch/reports/load"
	"ifmatch/reports/load/metric"
)

// cards returns the figures that readers look for first.
func cards(r load.Run) []card {
	c := r.Contention
	var out []card
	if c.Attempts > 0 {
		out = append(out,
			card{metric.Goodput, figure.Number(c.Goodput) + "/s", "commits a second"},
			card{metric.ConflictRate, figure.Share(c.ConflictRate), "of " + figure.Count(c.Attempts) + " attempts"},
			card{metric.AttemptsPerCommit, cost(c), "attempts, counting those that lost"},
			card{metric.Jain, figure.Number(c.Jain), "Jain's index, 1 is fair"})
	}
	response, stat, note := r.Response.P99, "p99", "of all exchanges"
	if _, ok := r.Response.Quantile(.99); !ok {
		response, stat = r.Response.Max, "max"
	}
	if r.Plan.Open {
		note = "from when each was due"
	}
	return append(out,
		card{metric.Of(metric.Response, stat), figure.Duration(response), note},
		card{metric.Rate, figure.Number(c.Rate) + "/s", "exchanges"})
}

// attempts describes the attempts of the committed updates, without quantiles that
// are based on too few updates.
func attempts(c load.Contention) string {
	if c.Commits == 0 {
		return "-"
	}
	text := "mean " + figure.Number(c.AttemptsPer.Mean)
	for _, q := range []struct {
		name  string
		share float64
		n     float64
	}{{"p50", .5, c.AttemptsPer.P50}, {"p99", .99, c.AttemptsPer.P99}} {
		if load.Enough(c.Commits, q.share) {
			text += ", " + q.name + " " + figure.Number(q.n)
		}
	}
	return text + ", max " + figure.Number(c.AttemptsPer.Max)
}

// cost returns the number of attempts for each commit; there is none without a
// commit.
func cost(c load.Contention) string {
	per, ok := c.PerCommit()
	if !ok {
		return "-"
	}
	return figure.Number(per)
}

// latency is one row of the table of latencies.
type latency struct {
	Operation, Outcome string
	Count              int64
	Kind               string // service, response, lag
	load.Distribution
}

// Quantiles returns the quantiles of the table, without those that are based on too
// few durations.
func (l latency) Quantiles() []string {
	var out []string
	for _, q := range []float64{.5, .75, .9, .95, .99, .999, .9999} {
		text := "-"
		if d, ok := l.Quantile(q); ok {
			text = figure.Duration(d)
		}
		out = append(out, text)
	}
	return out
}

// latencies returns the rows of the table of latencies.
func latencies(r load.Run) []latency {
	var out []latency
	add := func(operation, outcome, kind string, d load.Distribution) {
		if d.Count > 0 {
			out = append(out, latency{operation, outcome, d.Count, kind, d})
		}
	}
	for _, op := range r.Operations {
		for _, o := range op.Outcomes {
			if o.Response.Count == 0 {
				out = append(out, latency{Operation: op.Name, Outcome: o.Outcome, Count: o.Count, Kind: "never answered"})
			}
			add(op.Name, o.Outcome, "response", o.Response)
			if r.Plan.Open { // otherwise both are the same
				add(op.Name, o.Outcome, "service", o.Service)
				add(op.Name, o.Outcome, "send lag", o.Lag)
			}
		}
	}
	add("all", "", "response", r.Response)
	add("all", "", "send lag", r.Pace.Lag)
	add("all", "", "generator's own lag", r.Pace.Own)
	c := r.Contention
	add("update", "", "time to success", c.TimeTo)
	if l := c.Lease; l != nil {
		add("lease", "", "release to next holder", l.Handoff)
		add("lease", "", "expiry to next holder", l.Overshoot)
		add("lease", "", "break to next holder", l.AfterBreak)
	}
	if q := c.Queue; q != nil {
		add("message", "", "late redelivery", q.Late)
	}
	return out
}

// facts returns the figures that are not distributions.
func facts(r load.Run) []row {
	c, p := r.Contention, r.Pace
	count := figure.Count
	var out []row
	add := func(name, value string) { out = append(out, row{name, value}) }
	if c.Attempts > 0 {
		add("commits", count(c.Commits))
		add("attempts", count(c.Attempts))
		add("attempts per commit", cost(c))
		add("attempts of updates that got through", attempts(c))
		add("unfinished at the end", count(c.Unfinished))
		add("abandoned", count(c.Abandoned))
		add(metric.Starvation, figure.Duration(c.Starvation))
		add("clients that never committed", count(int64(c.Starved)))
	}
	if c.BytesOut > 0 {
		add("bytes sent", count(c.BytesOut))
	}
	if l := c.Lease; l != nil {
		add("leases", fmt.Sprintf("%s acquired, %s renewed, %s released, %s expired, %s broken", count(l.Acquired), count(l.Renewed), count(l.Released), count(l.Expired), count(l.Broken)))
		add("fairness of lease time", figure.Number(l.Jain))
		for _, d := range []struct {
			name string
			load.Distribution
		}{{"release to next holder", l.Handoff}, {"expiry to next holder", l.Overshoot}, {"break to next holder", l.AfterBreak}} {
			if d.Count == 0 {
				add(d.name, "not observed")
			}
		}
	}
	if q := c.Queue; q != nil {
		add("messages", fmt.Sprintf("%s delivered, %s redelivered, %s deleted", count(q.Delivered), count(q.Redelivered), count(q.Deleted)))
		add("empty answers", count(q.Empty))
		add("deliveries that overtook an older message", count(q.OutOfOrder))
		if q.Late.Count == 0 {
			add("lateness of redelivery", "not observed")
		}
	}
	if r.Plan.Open {
		add("requested", count(p.Requested))
	}
	add("sent", fmt.Sprintf("%s by %s", count(p.Sent), figure.Plural(int64(p.Clients), "client")))
	if untimed := p.Sent - r.Response.Count; untimed > 0 {
		add("without a clear answer, and in none of the times", count(untimed))
	}
	if r.Plan.Open {
		add("late by more than "+figure.Duration(p.LateAfter), count(p.Late))
		add("dropped", count(p.Dropped))
	}
	return out
}

// asked returns the configuration of the run, and where it ran.
func asked(r load.Run) []row {
	out := []row{{"workload", r.Plan.Workload + ": " + r.Plan.Sentence}, {"shape", r.Plan.Shape}, {"seed", strconv.FormatUint(r.Plan.Seed, 10)}}
	for _, k := range slices.Sorted(maps.Keys(r.Plan.Params)) {
		out = append(out, row{"--" + k, r.Plan.Params[k]})
	}
	out = append(out, row{"target", strings.TrimSpace(r.Target.Name + " " + r.Target.Server)})
	for _, k := range slices.Sorted(maps.Keys(r.Target.Endpoints)) {
		out = append(out, row{k, strings.TrimSpace(r.Target.Endpoints[k] + " " + r.Target.Versions[k])})
	}
	return append(out,
		row{"generator", fmt.Sprintf("%s %s, %s, %s/%s, %s", r.Tool.Name, r.Tool.Version, r.Tool.Go, r.Host.OS, r.Host.Arch, figure.Plural(int64(r.Host.CPUs), "CPU"))},
		row{"started", r.Started.UTC().Format(time.RFC3339)})
}

// seen returns what the checks observed.
func seen(r load.Run) []row {
	var out []row
	for _, k := range slices.Sorted(maps.Keys(r.Verdict.Observed)) {
		out = append(out, row{k, figure.Count(int64(r.Verdict.Observed[k]))})
	}
	return out
}

type card struct{ Name, Value, Note string }

type row struct{ Name, Value string }
