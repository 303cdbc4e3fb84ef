// Package csv renders a load run as one table in the long form that spreadsheets,
// R and pandas pivot at will: one figure a row.
package csv

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"ifmatch/reports/load"
)

// header names the columns.
//
//   - kind says what the row is about: run, operation, second, answer or point;
//   - subject is the documented operation of an operation, status and code of an
//     answer, and the parameter of a point; of a run that stands for a sweep the
//     parameter of the one point that it, its operations, seconds and answers are of;
//   - outcome is how exchanges ended, where that divides the figure;
//   - at is the second, from the start of the measured part, or the value that the
//     parameter of a point has;
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
			distribution(row, "service_", o.Service)
			distribution(row, "response_", o.Response)
			distribution(row, "lag_", o.Lag)
		}
	}
	for _, s := range r.Series {
		at := number(s.At)
		row := t.about("second", "", "", at)
		row("sent", s.Sent, "")
		row("commits", s.Commits, "")
		row("response_p50", s.P50, "ns")
		row("response_p99", s.P99, "ns")
		row("response_max", s.Max, "ns")
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
		row("rate", p.Rate, "1/s")
		row("goodput", p.Goodput, "1/s")
		row("conflict_rate", p.ConflictRate, "")
		if p.AttemptsPer > 0 { // else nothing was committed
			row("attempts_per_commit", p.AttemptsPer, "")
		}
		row("jain", p.Jain, "")
		row("response_p50", p.P50, "ns")
		row("response_p99", p.P99, "ns")
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

// whole writes what there is once of a run.
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
	c, p := r.Contention, r.Pace
	row("seconds", r.Seconds, "s")
	row("requested", p.Requested, "")
	row("sent", p.Sent, "")
	row("late", p.Late, "")
	row("dropped", p.Dropped, "")
	row("cpu", p.CPUSeconds, "s")
	distribution(row, "lag_", p.Lag)
	distribution(row, "own_lag_", p.Own)
	row("rate", c.Rate, "1/s")
	distribution(row, "response_", r.Response)
	if c.Attempts > 0 {
		row("commits", c.Commits, "")
		row("attempts", c.Attempts, "")
		row("goodput", c.Goodput, "1/s")
		row("conflict_rate", c.ConflictRate, "")
		if per, ok := c.PerCommit(); ok {
			row("attempts_per_commit", per, "")
			row("attempts_of_success_mean", c.AttemptsPer.Mean, "")
			row("attempts_of_success_p50", c.AttemptsPer.P50, "")
			row("attempts_of_success_p99", c.AttemptsPer.P99, "")
			row("attempts_of_success_max", c.AttemptsPer.Max, "")
		}
		row("unfinished", c.Unfinished, "")
		row("abandoned", c.Abandoned, "")
		row("jain", c.Jain, "")
		row("starvation", c.Starvation, "ns")
		row("starved", int64(c.Starved), "")
		distribution(row, "time_to_success_", c.TimeTo)
	}
	if l := c.Lease; l != nil {
		row("lease_acquired", l.Acquired, "")
		row("lease_renewed", l.Renewed, "")
		row("lease_released", l.Released, "")
		row("lease_broken", l.Broken, "")
		row("lease_expired", l.Expired, "")
		row("lease_jain", l.Jain, "")
		distribution(row, "lease_handoff_", l.Handoff)
		distribution(row, "lease_after_break_", l.AfterBreak)
		distribution(row, "lease_overshoot_", l.Overshoot)
	}
	if q := c.Queue; q != nil {
		row("queue_delivered", q.Delivered, "")
		row("queue_redelivered", q.Redelivered, "")
		row("queue_deleted", q.Deleted, "")
		row("queue_empty", q.Empty, "")
		row("queue_out_of_order", q.OutOfOrder, "")
		distribution(row, "queue_late_", q.Late)
	}
}

// figure adds one row about a subject.
type figure func(measure string, value any, unit string)

// distribution adds the figures of one that was observed, of its percentiles those
// that enough durations stand behind.
func distribution(row figure, prefix string, d load.Distribution) {
	if d.Count == 0 {
		return
	}
	row(prefix+"count", d.Count, "")
	row(prefix+"min", d.Min, "ns")
	row(prefix+"mean", d.Mean, "ns")
	for _, q := range []struct {
		measure string
		of      float64
	}{{"p50", .50}, {"p75", .75}, {"p90", .90}, {"p95", .95}, {"p99", .99}, {"p99.9", .999}, {"p99.99", .9999}} {
		if x, ok := d.Quantile(q.of); ok {
			row(prefix+q.measure, x, "ns")
		}
	}
	row(prefix+"max", d.Max, "ns")
}

// sheet writes rows; the writer keeps the first error.
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

// inert keeps a spreadsheet from taking text for a formula.
func inert(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
