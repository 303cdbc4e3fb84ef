// Package bench renders a load run as lines of the Go benchmark format, so that
// benchstat compares runs: one line for the run as a whole and one for every
// outcome of every operation.
package bench

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ifmatch/reports/load"
	"ifmatch/reports/load/metric"
)

// units are those for which more is better; benchstat's default is that less is
// better.
var units = []string{
	"Unit " + unit(metric.Goodput) + " better=higher",
	"Unit " + unit(metric.Rate) + " better=higher",
	"Unit " + unit(metric.Jain) + " better=higher",
}

// Write renders r. The configuration lines hold what makes runs comparable. They
// omit what differs from one repetition to the next, such as the seed, because
// benchstat puts runs of different configurations into different tables.
//
// BenchmarkLoad/workload=W is the run, and BenchmarkLoad/workload=W/op=O/outcome=X
// the exchanges of an operation with that outcome. A unit means the same on every
// line: iterations are exchanges, ns/op, p50-ns and the like are response times, and
// success-p50-ns and success-p99-ns are from the first attempt of an update to its
// commit.
//
// A sweep or a search instead has BenchmarkLoad/workload=W/PARAM=VALUE for every
// point that measured something, the least first. The parameter that varies is not
// part of the configuration.
func Write(w io.Writer, r load.Run) error {
	b := bufio.NewWriter(w)
	config := [][2]string{
		{"goos", r.Host.OS}, {"goarch", r.Host.Arch}, {"cpus", strconv.Itoa(r.Host.CPUs)}, {"ifmatch", r.Tool.Version},
		{"workload", r.Plan.Workload}, {"shape", r.Plan.Shape}, {"target", r.Target.Name}, {"server", r.Target.Server},
		{"verdict", r.Verdict.State},
	}
	for _, k := range slices.Sorted(maps.Keys(r.Plan.Params)) {
		config = append(config, [2]string{key(k), r.Plan.Params[k]})
	}
	varies := func(k string) bool { return len(r.Points) > 0 && (k == "shape" || k == key(r.Points[0].Param)) }
	for _, c := range config {
		if value := line(c[1]); value != "" && !varies(c[0]) {
			fmt.Fprintf(b, "%s: %s\n", c[0], value)
		}
	}
	fmt.Fprintf(b, "%s\n\n", strings.Join(units, "\n"))

	name := "BenchmarkLoad/workload=" + word(r.Plan.Workload)
	if len(r.Points) > 0 {
		for _, p := range r.Curve() {
			if p.Measured() {
				point(b, name, p)
			}
		}
		return b.Flush()
	}
	whole(b, name, r)
	for _, op := range r.Operations {
		for _, o := range op.Outcomes {
			fmt.Fprintf(b, "%s/op=%s/outcome=%s %d", name, word(op.Name), word(o.Outcome), o.Count)
			times(b, o.Response)
			value(b, float64(o.Count)/max(r.Seconds, 1e-9), unit(metric.Rate))
			b.WriteByte('\n')
		}
	}
	return b.Flush()
}

// whole writes the line of the run.
func whole(b *bufio.Writer, name string, r load.Run) {
	fmt.Fprintf(b, "%s %d", name, r.Pace.Sent)
	times(b, r.Response)
	for _, name := range []string{metric.Rate, metric.Goodput, metric.ConflictRate, metric.Jain, metric.Starvation, metric.AttemptsPerCommit} {
		figure(b, name, r)
	}
	quantiles(b, "success-", r.Contention.TimeTo, success)
	figure(b, metric.CPUPerExchange, r)
	b.WriteByte('\n')
}

// unit returns the unit of a figure in the list.
func unit(name string) string { return metric.Must(name).Bench }

// figure writes a figure of the list if the run has it.
func figure(b *bufio.Writer, name string, r load.Run) {
	if f := metric.Must(name); f.Bench != "" {
		if x, ok := f.Of(r); ok {
			value(b, x, f.Bench)
		}
	}
}

// point writes the line of one run of a sweep or a search.
func point(b *bufio.Writer, name string, p load.Point) {
	fmt.Fprintf(b, "%s/%s=%s 1", name, word(p.Param), strconv.FormatFloat(p.Value, 'f', -1, 64))
	value(b, float64(p.P50), "p50-ns")
	value(b, float64(p.P99), "p99-ns")
	value(b, p.Rate, unit(metric.Rate))
	value(b, p.Goodput, unit(metric.Goodput))
	value(b, p.ConflictRate, unit(metric.ConflictRate))
	if p.AttemptsPer > 0 { // otherwise nothing was committed
		value(b, p.AttemptsPer, unit(metric.AttemptsPerCommit))
	}
	value(b, p.Jain, unit(metric.Jain))
	b.WriteByte('\n')
}

// The quantiles of a distribution that are written.
var (
	response = []float64{.50, .90, .99, .999}
	success  = []float64{.50, .99}
)

// times writes the figures of response times. A line needs at least one value;
// exchanges without an answer have only their count.
func times(b *bufio.Writer, d load.Distribution) {
	if d.Count == 0 {
		return
	}
	value(b, float64(d.Mean), "ns/op")
	quantiles(b, "", d, response)
	value(b, float64(d.Max), "max-ns")
}

// quantiles writes the quantiles that are based on enough durations.
func quantiles(b *bufio.Writer, prefix string, d load.Distribution, qs []float64) {
	for _, q := range qs {
		if x, ok := d.Quantile(q); ok {
			value(b, float64(x), prefix+"p"+strconv.FormatFloat(100*q, 'g', 4, 64)+"-ns")
		}
	}
}

func value(b *bufio.Writer, x float64, unit string) {
	b.WriteByte(' ')
	b.WriteString(strconv.FormatFloat(x, 'g', 7, 64))
	b.WriteByte(' ')
	b.WriteString(unit)
}

// key turns a word into a configuration key: it begins with a lower-case letter and
// has neither capitals nor spaces.
func key(text string) string {
	text = strings.ToLower(word(text))
	if text == "" || text[0] < 'a' || text[0] > 'z' {
		return "x-" + text
	}
	return text
}

// word turns text into one part of a benchmark's name.
func word(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '/' || r == ':' || r == '=' || unicode.IsSpace(r) || !unicode.IsPrint(r):
			return '_'
		}
		return r
	}, text)
}

// line turns text into one line.
func line(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text))
}
