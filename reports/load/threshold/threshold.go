// Package threshold parses conditions such as "p99>20ms" or "conflicts>50%" and
// reports whether a load run meets them. It serves --fail-if, and the search for
// the highest load that does not meet them.
package threshold

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"ifmatch/reports/figure"
	"ifmatch/reports/load"
)

// Expression is one condition on a run.
type Expression struct {
	subject
	text    string
	metric  measure
	compare string
	bound   float64 // nanoseconds, a share, or a number
}

// String returns the condition as it was written.
func (e Expression) String() string { return e.text }

// kept says how a figure that does not meet a condition stayed.
var kept = map[string]string{">": "at or below", ">=": "below", "<": "at or above", "<=": "above"}

// Kept says of a run that does not meet the condition how its figure stayed: "p99 stayed at or below 2 ms".
func (e Expression) Kept() string {
	name, _, _ := strings.Cut(e.text, e.compare)
	return strings.TrimSpace(name) + " stayed " + kept[e.compare] + " " + e.render(e.bound)
}

// pattern is METRIC(OPERATION) COMPARISON VALUE.
var pattern = regexp.MustCompile(`^\s*(?:(service|response|lag)\.)?([a-z0-9._-]+)\s*(?:\(\s*([A-Za-z ]+?)\s*\))?\s*(<=|>=|<|>)\s*(\S+)\s*$`)

// Forms says how a condition is written, for help and error texts.
const Forms = `METRIC[(OPERATION)]>VALUE or <VALUE, for instance p99>20ms, service.p99.9(Put Blob)>1s, goodput<500, conflict_rate>50%, unknown>0`

// Parse reads a condition.
func Parse(text string) (Expression, error) {
	fail := func(why string, args ...any) (Expression, error) {
		return Expression{}, fmt.Errorf("condition %q: %s; write %s", text, fmt.Sprintf(why, args...), Forms)
	}
	m := pattern.FindStringSubmatch(text)
	if m == nil {
		return fail("it cannot be read")
	}
	e := Expression{subject: subject{latency: m[1], operation: m[3]}, text: strings.TrimSpace(text), compare: m[4]}
	var ok bool
	if e.metric, ok = metrics[m[2]]; !ok {
		return fail("there is no metric %q", m[2])
	}
	if e.latency != "" && e.metric.kind != latency {
		return fail("%s is measured only once: leave out %q", m[2], e.latency+".")
	}
	if e.latency == "" {
		e.latency = "response"
	}
	if e.operation != "" && e.metric.kind != latency && e.metric.kind != outcome {
		return fail("%s is measured for the whole run, not for one operation", m[2])
	}
	if err := e.parseBound(m[5]); err != nil {
		return fail("%v", err)
	}
	return e, nil
}

func (e *Expression) parseBound(text string) error {
	switch e.metric.kind {
	case latency, span:
		d, err := time.ParseDuration(text)
		if err != nil || d < 0 {
			return fmt.Errorf("%q is not a duration such as 20ms", text)
		}
		e.bound = float64(d)
		return nil
	case outcome, count:
		if !strings.HasSuffix(text, "%") {
			return e.parseNumber(text, 1)
		}
		return e.parseShare(text)
	case ratio:
		return e.parseShare(text)
	}
	return e.parseNumber(text, 1)
}

// parseShare parses a share of a whole. A share above 100 % would make a
// condition that never holds, or always.
func (e *Expression) parseShare(text string) error {
	number, unit := text, 1.0
	if number, e.share = strings.CutSuffix(text, "%"); e.share {
		unit = 0.01
	}
	if err := e.parseNumber(number, unit); err != nil {
		return err
	}
	if e.bound > 1 {
		return fmt.Errorf("%q exceeds 100 %%: a share is from 0 to 1, or has a %% sign and is from 0 to 100", text)
	}
	return nil
}

func (e *Expression) parseNumber(text string, unit float64) error {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 0 && x <= 1e15) { // the comparison also excludes NaN
		return fmt.Errorf("%q is not a number", text)
	}
	e.bound = x * unit
	return nil
}

// Fits returns an error, before a run, if the condition has nothing to compare
// in a run that sends these operations, by a schedule or not.
func (e Expression) Fits(operations []string, schedule bool) error {
	sent := func(name string) bool { return strings.EqualFold(name, e.operation) }
	switch {
	case e.operation != "" && !slices.ContainsFunc(operations, sent):
		return fmt.Errorf("condition %q: the run sends no %s; it sends %s", e.text, e.operation, strings.Join(operations, ", "))
	case e.latency == "lag" && !schedule:
		return fmt.Errorf("condition %q: %w", e.text, errNoLag)
	}
	return nil
}

// Check evaluates the condition on a run. Its error says why there is nothing to
// compare: the run did not send an operation, or cannot have a figure.
func (e Expression) Check(r load.Run) (load.Threshold, error) {
	x, err := e.metric.of(e.subject, r)
	if err != nil {
		return load.Threshold{}, fmt.Errorf("condition %q: %w", e.text, err)
	}
	out := load.Threshold{Expression: e.text, Value: e.describe(x)}
	switch e.compare {
	case "<":
		out.Failed = x < e.bound
	case "<=":
		out.Failed = x <= e.bound
	case ">":
		out.Failed = x > e.bound
	case ">=":
		out.Failed = x >= e.bound
	}
	return out, nil
}

// describe formats the measured value. If three digits do not distinguish it
// from the bound, describe says on which side it is.
func (e Expression) describe(x float64) string {
	text := e.render(x)
	switch {
	case text != e.render(e.bound) || x == e.bound:
		return text
	case x > e.bound:
		return "a little more than " + text
	}
	return "a little less than " + text
}

func (e Expression) render(x float64) string {
	switch {
	case e.metric.kind == latency || e.metric.kind == span:
		return figure.Duration(time.Duration(x))
	case e.share:
		return figure.Share(x)
	}
	return figure.Number(x)
}
