// Package csv renders a load run as one table in the long form, one figure a row,
// which spreadsheets, R and pandas can pivot.
package csv

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"ifmatch/reports/load"
	"ifmatch/reports/load/metric"
)

// header names the columns.
//
//   - kind is the kind of row: run, operation, second, answer or point;
//   - subject is the documented operation of an operation, status and code of an
//     answer, and the parameter of a point. If the run represents a sweep, it is the
//     parameter of the point whose figures the run, its operations, seconds and answers show;
//   - outcome is how exchanges ended, where the figure is divided by outcome;
//   - at is the second, from the start of the measured part, or the value of the
//     parameter of a point;
//   - measure and value are the figure;
//   - unit is ns, s, 1/s or empty.
var header = []string{"kind", "subject", "outcome", "at", "measure", "value", "unit"}

// Write renders r as RFC 4180, with a header and CRLF.
func Write(w io.Writer, r load.Run) error {
	t := sheet{w: csv.NewWriter(w)}
	t.w.UseCRLF = true
	t.row(header...)
	t.whole(r)
	for _, op := range r.Operations {
		for _, o := range op.Outcomes {
			row := t.about("operation", op.Name, o.Outcome, "")
			row("count", o.Count, "")
			distribution(row, "service", o.Service)
			distribution(row, metric.Response, o.Response)
			distribution(row, "lag", o.Lag)
		}
	}
	for _, s := range r.Series {
		at := number(s.At)
		row := t.about("second", "", "", at)
		row("sent", s.Sent, "")
		row(metric.Commits, s.Commits, "")
		row(metric.Of(metric.Response, "p50"), s.P50, "ns")
		row(metric.Of(metric.Response, "p99"), s.P99, "ns")
		row(metric.Of(metric.Response, "max"), s.Max, "ns")
		for _, o := range load.OutcomeNames {
			if n := s.Outcomes[o]; n > 0 {
				t.about("second", "", o, at)("count", n, "")
			}
		}
	}
	for _, c := range r.Codes {
		t.about("answer", strings.TrimSpace(strconv.Itoa(c.Status)+" "+c.Code), "", "")("count", c.Count, "")
	}
	for _, p := range r.Curve() {
		row := t.about("point", p.Param, "", number(p.Value))
		row("verdict", p.Verdict, "")
		if !p.Measured() {
			continue
		}
		row(metric.Rate, p.Rate, "1/s")
		row(metric.Goodput, p.Goodput, "1/s")
		row(metric.ConflictRate, p.ConflictRate, "")
		if p.AttemptsPer > 0 { // otherwise nothing was committed
			row(metric.AttemptsPerCommit, p.AttemptsPer, "")
		}
		row(metric.Jain, p.Jain, "")
		row(metric.Of(metric.Response, "p50"), p.P50, "ns")
		row(metric.Of(metric.Response, "p99"), p.P99, "ns")
	}
	if r.Knee > 0 {
		t.about("point", r.Points[0].Param, "", number(r.Knee))("found", "yes", "")
	}
	t.w.Flush()
	if err := t.w.Error(); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}

// whole writes the figures of the run as a whole.
func (t *sheet) whole(r load.Run) {
	row := t.about("run", "", "", "")
	if p, ok := r.Detail(); ok {
		row = t.about("run", p.Param, "", number(p.Value))
	}
	for _, f := range []struct{ measure, value string }{
		{"workload", r.Plan.Workload}, {"shape", r.Plan.Shape}, {"target", r.Target.Name}, {"server", r.Target.Server},
		{"started", r.Started.UTC().Format(time.RFC3339)}, {"seed", strconv.FormatUint(r.Plan.Seed, 10)}, {"verdict", r.Verdict.State},
	} {
		row(f.measure, f.value, "")
	}
	for _, k := range slices.Sorted(maps.Keys(r.Plan.Params)) {
		row("param_"+k, r.Plan.Params[k], "")
	}
	row("seconds", r.Seconds, "s")
	for _, f := range metric.All() {
		if f.Spread != nil {
			distribution(row, f.Name, f.Spread(r))
		} else if x, ok := f.Of(r); ok {
			row(f.Name, x, unit(f.Unit))
		}
	}
}

// unit returns the text of the column unit: a share has none.
func unit(u metric.Unit) string {
	if u == metric.Ratio {
		return ""
	}
	return string(u)
}

// figure adds one row about a subject.
type figure func(measure string, value any, unit string)

// distribution adds the figures of a distribution that was observed.
func distribution(row figure, name string, d load.Distribution) {
	if d.Count == 0 {
		return
	}
	row(metric.Of(name, "count"), d.Count, "")
	for _, s := range metric.Stats(d) {
		row(metric.Of(name, s.Name), s.Value, "ns")
	}
}

// sheet writes rows; its writer keeps the first error.
type sheet struct{ w *csv.Writer }

func (t *sheet) row(cells ...string) { _ = t.w.Write(cells) }

func (t *sheet) about(kind, subject, outcome, at string) figure {
	return func(measure string, value any, unit string) {
		text := ""
		switch v := value.(type) {
		case string:
			text = inert(v)
		case float64:
			text = number(v)
		case int64:
			text = strconv.FormatInt(v, 10)
		case time.Duration:
			text = strconv.FormatInt(int64(v), 10)
		default:
			panic(fmt.Sprintf("csv: a figure of type %T", value))
		}
		t.row(kind, inert(subject), outcome, at, inert(measure), text, unit)
	}
}

// inert keeps a spreadsheet from interpreting text as a formula.
func inert(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

// number formats whole numbers in full: a spreadsheet shows 310000000 and not
// 3.1e+08.
func number(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1<<53 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
