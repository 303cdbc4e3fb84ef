// Package html renders a load run as one page that needs nothing else: no
// network, no script. It shows the verdict and its proof, latencies and goodput
// over time, their distributions, the curve of a sweep, and every figure as a
// table. It is read in light and dark, on a phone, and by keyboard.
package html

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"ifmatch/reports/load"
	"ifmatch/reports/load/certificate"
	"ifmatch/reports/load/figure"
)

//go:embed page.gohtml
var source string

//go:embed page.css
var style string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"duration": figure.Duration,
	"count":    figure.Count,
	"number":   figure.Number,
	"share":    figure.Share,
	"seconds":  figure.Seconds,
	"plural":   func(n any, noun string) string { return figure.Plural(whole(n), noun) },
	"style":    func() template.CSS { return template.CSS(style) },
}).Parse(source))

func whole(n any) int64 {
	if i, ok := n.(int); ok {
		return int64(i)
	}
	return n.(int64)
}

// view is a run with what the page adds to it.
type view struct {
	load.Run
	Headline, Explanation  string
	Stamp, Count, Sentence string // of the verdict on all points: its state, how many are valid, and which are not
	All                    []point
	Shown                  string // which of the points the page has in detail; empty if there is one run only
	Unmeasured             bool   // and nothing was measured at it
	Proofs                 []proof
	Replay                 *replay
	More                   int // violations without a certificate
	Cards                  []card
	Charts                 []drawn
	Curve                  []drawn
	Histograms             []histogram
	Latencies              []latency
	Facts                  []row
	Asked                  []row
	Seen                   []row
	CPU                    time.Duration // of the generator for one exchange
}

type proof struct {
	load.Certificate
	Drawing template.HTML
	Upright template.HTML // for narrow pages
}

type card struct{ Name, Value, Note string }

type drawn struct {
	Title   string
	Drawing template.HTML
}

type row struct{ Name, Value string }

// latency is one row of the table of latencies.
type latency struct {
	Operation, Outcome string
	Count              int64
	Kind               string // service, response, lag
	load.Distribution
}

// Write renders r.
func Write(w io.Writer, r load.Run) error {
	v := view{Run: r, Histograms: histograms(r), Latencies: latencies(r), Cards: cards(r), Facts: facts(r), Asked: asked(r), Seen: seen(r)}
	v.Headline, v.Explanation = verdict(r)
	v.Stamp, v.All = r.Verdict.State, points(r)
	if len(v.All) > 0 {
		v.Stamp, v.Count, v.Sentence = overall(r, v.All)
		v.Shown = "one of the points"
		if i := slices.IndexFunc(v.All, func(p point) bool { return p.Shown }); i >= 0 {
			v.Shown, v.Unmeasured = v.All[i].Name(), v.All[i].State == unmeasured
		}
	}
	if c, ok := commands(r); ok {
		v.Replay = &c
	}
	for _, c := range r.Verdict.Certificates {
		var wide, upright strings.Builder
		if err := errors.Join(certificate.SVG(&wide, c), certificate.UprightSVG(&upright, c)); err != nil {
			return fmt.Errorf("render page: draw a certificate: %w", err)
		}
		v.Proofs = append(v.Proofs, proof{c, template.HTML(wide.String()), template.HTML(upright.String())})
	}
	v.More = r.Verdict.Violations - len(r.Verdict.Certificates)
	for _, c := range overTime(r) {
		v.Charts = append(v.Charts, drawn{c.title, c.HTML()})
	}
	for _, c := range curve(r, v.All) {
		v.Curve = append(v.Curve, drawn{c.title, c.HTML()})
	}
	if r.Pace.Sent > 0 {
		v.CPU = time.Duration(r.Pace.CPUSeconds * 1e9 / float64(r.Pace.Sent))
	}
	var b bytes.Buffer
	if err := page.Execute(&b, v); err != nil {
		return fmt.Errorf("render page: %w", err)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// verdict is the verdict in a sentence, and what the promise means.
func verdict(r load.Run) (headline, explanation string) {
	v := r.Verdict
	scope := figure.Plural(v.Operations, "operation") + " on " + figure.Plural(int64(v.Keys), "key")
	promise, more, _ := strings.Cut(r.Plan.Invariant, ":")
	switch v.State {
	case load.Valid:
		return promise + ", in " + scope, strings.TrimSpace(more)
	case load.Invalid:
		return figure.AtLeast(int64(v.Violations), v.More, "violation") + " in " + scope, "promised is: " + r.Plan.Invariant
	}
	return "the history does not tell, in " + scope, v.Why
}

func cards(r load.Run) []card {
	c := r.Contention
	var out []card
	if c.Attempts > 0 {
		out = append(out,
			card{"goodput", figure.Number(c.Goodput) + "/s", "commits a second"},
			card{"conflicts", figure.Share(c.ConflictRate), "of " + figure.Count(c.Attempts) + " attempts"},
			card{"a commit cost", cost(c), "attempts, those in vain included"},
			card{"fairness", figure.Number(c.Jain), "Jain's index, 1 is fair"})
	}
	note := "p99, all exchanges"
	if r.Plan.Open {
		note = "p99, from the intended start"
	}
	return append(out,
		card{"response time", figure.Duration(r.Response.P99), note},
		card{"rate", figure.Number(c.Rate) + "/s", "exchanges"})
}

// cost is the number of attempts for each commit; there is none without a commit.
func cost(c load.Contention) string {
	per, ok := c.PerCommit()
	if !ok {
		return "-"
	}
	return figure.Number(per)
}

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
			if r.Plan.Open { // else both are the same
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

// facts are the figures that are no distribution.
func facts(r load.Run) []row {
	c, p := r.Contention, r.Pace
	count := figure.Count
	var out []row
	add := func(name, value string) { out = append(out, row{name, value}) }
	if c.Attempts > 0 {
		add("commits", count(c.Commits))
		add("attempts", count(c.Attempts))
		add("attempts per commit", cost(c))
		add("attempts of updates that got through", fmt.Sprintf("mean %s, p50 %s, p99 %s, max %s", figure.Number(c.AttemptsPer.Mean), figure.Number(c.AttemptsPer.P50), figure.Number(c.AttemptsPer.P99), figure.Number(c.AttemptsPer.Max)))
		add("unfinished at the end", count(c.Unfinished))
		add("abandoned", count(c.Abandoned))
		add("longest without a commit", figure.Duration(c.Starvation))
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

// asked is what the run was asked for, and where it ran.
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

// seen is what the checks saw at work.
func seen(r load.Run) []row {
	var out []row
	for _, k := range slices.Sorted(maps.Keys(r.Verdict.Observed)) {
		out = append(out, row{k, figure.Count(int64(r.Verdict.Observed[k]))})
	}
	return out
}
