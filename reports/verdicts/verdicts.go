// Package verdicts renders a run as a result for version control: the same JSON, one
// case a line, without the long parts and those that differ from run to run. It has all
// verdicts, so every report can be made from it.
package verdicts

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"ifmatch/reports"
	"ifmatch/reports/internal/document"
)

// Kind is the name of this report in --report.
const Kind = "verdicts"

// Write renders r. It omits times, addresses and exchanges, and replaces values that a
// service makes up anew in every run. It leaves the texts of the register of clauses to
// the register.
func Write(w io.Writer, r reports.Run) error {
	r.Schema = reports.Schema
	r.Promises, r.Grids, r.Target.Endpoints = nil, nil, nil
	r.Plan.RunID, r.Plan.Again = "", ""
	r.Seconds, r.Waited, r.Late, r.Weather = 0, 0, nil, nil
	r.Found = slices.Clone(r.Found)
	for i := range r.Found {
		f := &r.Found[i]
		f.Exchanges, f.Reason, f.Got, f.Want = nil, steady(f.Reason), steady(f.Got), steady(f.Want)
	}
	cases := slices.Clone(r.Scenarios)
	slices.SortFunc(cases, func(a, b reports.Scenario) int { return strings.Compare(a.ID, b.ID) })
	for i := range cases {
		s := &cases[i]
		s.Forget()
		s.Seen = nil
		s.Name, s.Feature, s.Line, s.Seconds, s.Repeated, s.Company = "", "", 0, 0, 0, ""
		s.Chance, s.Rounds, s.Alone = false, nil, nil
		s.Reason, s.Want, s.Got = steady(s.Reason), steady(s.Want), steady(s.Got)
		if s.Clauses == nil {
			s.Clauses = []string{}
		}
	}
	r.Scenarios = cases
	if err := r.Validate(); err != nil {
		return fmt.Errorf("encode %s: %w", Kind, err)
	}
	r.Scenarios = []reports.Scenario{}
	return document.WriteLines(w, Kind, "scenarios", r, cases)
}

// made are the values that a service or a run makes up anew.
var made = []struct {
	pattern *regexp.Regexp
	name    string
}{
	{regexp.MustCompile(`(?:W/)?"(?:0x|datetime)[^"]*"`), "ETAG"},
	{regexp.MustCompile(`\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`), "GUID"},
	{regexp.MustCompile(`\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT`), "DATE"},
	{regexp.MustCompile(`\b\d{4}-\d\d-\d\dT\d\d[:%3A]+\d\d[:%3A]+\d\d(?:\.\d+)?Z?`), "DATE"},
	{regexp.MustCompile(`\bhttps?://(?:127\.0\.0\.1|localhost):\d+`), "ENDPOINT"},
	{regexp.MustCompile(`\bifmatch[X-][0-9A-Za-z-]+`), "NAME"},
}

func steady(text string) string {
	for _, m := range made {
		text = m.pattern.ReplaceAllString(text, m.name)
	}
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return text
}

// longest bounds a text, in bytes: the full text of a transaction of four megabytes
// helps nobody.
const longest = 1000
