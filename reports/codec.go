package reports

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ifmatch/reports/internal/document"
)

// maxResult bounds how much Decode reads, in bytes: a hundred times a full run in
// which every case failed and kept its exchanges.
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
	slices.SortStableFunc(r.Scenarios, ByFeature)
	if err := r.Validate(); err != nil {
		return fmt.Errorf("encode result: %w", err)
	}
	scenarios := r.Scenarios
	r.Scenarios = []Scenario{}
	return document.WriteList(w, "result", "scenarios", r, scenarios, Scenario.Unpacked)
}

// Decode reads exactly one schema-1 result. A second document, an unknown verdict or
// a summary that does not match its cases is an error that says where and what: a
// result that was made by hand or truncated must not be mistaken for a run. Unknown
// fields are ignored, because later versions add some.
func Decode(rd io.Reader) (Run, error) {
	var head struct {
		Schema *int   `json:"schema"`
		Kind   string `json:"kind"`
	}
	return document.Decode[Run](rd, "result", maxResult, &head, document.Lenient, func() error {
		switch {
		case head.Kind != "":
			return fmt.Errorf("this is a document of kind %q, not a result of ifmatch run --report json=FILE", head.Kind)
		case head.Schema == nil:
			return errors.New(`no "schema" field: not a result of ifmatch run --report json=FILE`)
		case *head.Schema != Schema:
			return fmt.Errorf("schema %d, but this ifmatch reads schema %d: use the version of ifmatch that wrote it", *head.Schema, Schema)
		}
		return nil
	})
}

// Validate checks what the types cannot: known verdicts and levels, unique case ids,
// and a summary that matches the cases.
func (r Run) Validate() error {
	if r.Schema != Schema {
		return fmt.Errorf("schema is %d, want %d", r.Schema, Schema)
	}
	if _, ok := levels[r.Plan.Level]; !ok {
		return fmt.Errorf("plan: level is %q, want must, should or observed", r.Plan.Level)
	}
	if r.Plan.Again != "" && !command.MatchString(r.Plan.Again) {
		return errors.New("plan: the command that runs a case again is not a single ifmatch command")
	}
	if r.Scenarios == nil {
		return errors.New(`no "scenarios" field`)
	}
	for _, p := range r.Profiles {
		if p.Fit != Fits && p.Fit != Misfits && p.Fit != FitUnknown {
			return fmt.Errorf("profile %s: %q is none of yes, no, could not tell", p.Name, p.Fit)
		}
	}
	counted := Summary{Planned: r.Summary.Planned}
	seen := make(map[string]bool, len(r.Scenarios))
	for i, s := range r.Scenarios {
		if err := s.validate(); err != nil {
			return fmt.Errorf("scenario %d (%s): %w", i+1, s.ID, err)
		}
		if seen[s.ID] {
			return fmt.Errorf("scenario %d (%s): the id occurs twice", i+1, s.ID)
		}
		seen[s.ID] = true
		counted.Add(s.Status)
		if s.Known != nil && r.Baseline == nil {
			return fmt.Errorf("scenario %d (%s): it is a known failure, but the run had no baseline", i+1, s.ID)
		}
	}
	for i, f := range r.Found {
		if err := f.validate(r.Baseline); err != nil {
			return fmt.Errorf("finding %d (%s): %w", i+1, f.Case, err)
		}
	}
	if !slices.IsSortedFunc(r.Promises, func(a, b Promise) int { return strings.Compare(a.Clause, b.Clause) }) {
		return errors.New("promises: they are not in the order of their clauses")
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
	case !oneWord(s.ID) || slices.ContainsFunc(s.Clauses, func(c string) bool { return !oneWord(c) }):
		return errors.New("an id holds a space or an invisible character")
	case (s.Status == KnownFailure || s.Status == Fixed) && s.Known == nil:
		return fmt.Errorf(`status is %q, but there is no "known" field`, s.Status)
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

// command matches ifmatch run with words that need no quoting in a shell, because
// people paste it.
var command = regexp.MustCompile(`^ifmatch run(?: (?:[\w./:=@,+%-]|'[^'[:cntrl:]]*'|\\')+)*$`)

// oneWord reports whether an id can be part of a line, a list or a command.
func oneWord(id string) bool {
	return !strings.ContainsFunc(id, func(c rune) bool { return c == utf8.RuneError || unicode.IsSpace(c) || !unicode.IsPrint(c) })
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

// ByFeature orders cases as in the feature files.
func ByFeature(a, b Scenario) int {
	if c := strings.Compare(a.Feature, b.Feature); c != 0 {
		return c
	}
	if a.Line != b.Line {
		return a.Line - b.Line
	}
	return strings.Compare(a.ID, b.ID)
}
