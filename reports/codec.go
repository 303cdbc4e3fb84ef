package reports

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"ifmatch/reports/internal/document"
)

// maxResult bounds how much Decode reads, in bytes: two orders of magnitude
// above a full run in which every case failed and kept its exchanges.
const maxResult = 512 << 20

// Encode writes r as schema-1 JSON: indented, cases in the order of the feature
// files, so that equal runs give equal bytes. It is also the renderer that
// --report json=FILE uses. It refuses a run that Decode would refuse.
func Encode(w io.Writer, r Run) error {
	r.Schema = Schema
	r.Scenarios = slices.Clone(r.Scenarios)
	if r.Scenarios == nil {
		r.Scenarios = []Scenario{}
	}
	for i := range r.Scenarios {
		if r.Scenarios[i].Clauses == nil {
			r.Scenarios[i].Clauses = []string{}
		}
	}
	slices.SortStableFunc(r.Scenarios, byFeature)
	return document.Write(w, "result", r)
}

// Decode reads one schema-1 result and nothing else: an unknown field, a second
// document, an unknown verdict or a summary that does not match its cases is an
// error that says where and what. A result made by hand or cut off in the middle
// must not be mistaken for a run.
func Decode(rd io.Reader) (Run, error) {
	var head struct {
		Schema *int `json:"schema"`
	}
	return document.Decode[Run](rd, "result", maxResult, &head, func() error {
		switch {
		case head.Schema == nil:
			return errors.New(`no "schema" field: not a result of ifmatch run --report json=FILE`)
		case *head.Schema != Schema:
			return fmt.Errorf("schema %d, but this ifmatch reads schema %d: use the version of ifmatch that wrote it", *head.Schema, Schema)
		}
		return nil
	})
}

// Validate checks what the types cannot: known verdicts and levels, unique case
// ids, and a summary that counts exactly the cases that are there.
func (r Run) Validate() error {
	if r.Schema != Schema {
		return fmt.Errorf("schema is %d, want %d", r.Schema, Schema)
	}
	if _, ok := levels[r.Plan.Level]; !ok {
		return fmt.Errorf("plan: level is %q, want must, should or observed", r.Plan.Level)
	}
	if r.Scenarios == nil {
		return errors.New(`no "scenarios" field`)
	}
	counted := Summary{Planned: r.Summary.Planned}
	seen := make(map[string]bool, len(r.Scenarios))
	for i, s := range r.Scenarios {
		if err := s.validate(); err != nil {
			return fmt.Errorf("scenario %d (%s): %w", i+1, s.ID, err)
		}
		if seen[s.ID] {
			return fmt.Errorf("scenario %d (%s): the id stands twice", i+1, s.ID)
		}
		seen[s.ID] = true
		counted.Add(s.Status)
	}
	if counted != r.Summary {
		return fmt.Errorf("the summary says %s, but the scenarios are %s", r.Summary, counted)
	}
	switch total := r.Summary.Total(); {
	case total > r.Summary.Planned:
		return fmt.Errorf("%d verdicts on %d planned cases", total, r.Summary.Planned)
	case total < r.Summary.Planned && !r.Incomplete:
		return fmt.Errorf("only %d verdicts on %d planned cases, and the run is not marked incomplete", total, r.Summary.Planned)
	}
	return nil
}

func (s Scenario) validate() error {
	switch {
	case s.ID == "":
		return errors.New("no id")
	case !slices.Contains(Statuses, s.Status):
		return fmt.Errorf("status is %q, want one of %v", s.Status, Statuses)
	case s.Clauses == nil:
		return errors.New(`no "clauses" field`)
	case s.Service == "":
		return errors.New("no service")
	case s.Seconds < 0:
		return fmt.Errorf("it took %g seconds", s.Seconds)
	}
	if _, ok := levels[s.Level]; !ok {
		return fmt.Errorf("level is %q, want must, should or observed", s.Level)
	}
	return nil
}

// String lists the counts in the order of Statuses.
func (s Summary) String() string {
	parts := []string{fmt.Sprintf("%d planned", s.Planned)}
	for _, v := range Statuses {
		if n := s.Count(v); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	return strings.Join(parts, ", ")
}

// byFeature orders cases as the feature files hold them.
func byFeature(a, b Scenario) int {
	if c := strings.Compare(a.Feature, b.Feature); c != 0 {
		return c
	}
	if a.Line != b.Line {
		return a.Line - b.Line
	}
	return strings.Compare(a.ID, b.ID)
}
