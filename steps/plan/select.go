package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"ifmatch/reports"
	"ifmatch/steps/verdict"
)

// Selection chooses the cases of a run.
type Selection struct {
	// Select and Skip hold selectors: a glob over clause ids, case ids or feature
	// names ("BLOB-TAB-*", "BLOB-ETAG-04/put-blob", "blob/lease_*"), or a field:
	// level:must, service:blob, clause:GLOB, case:GLOB, feature:GLOB, step:GLOB,
	// status:failed@FILE. Several selectors are alternatives; terms joined by "," within one
	// selector must all hold.
	Select []string
	Skip   []string
	// Services limits the run; empty means every service that has cases.
	Services []string
	// AllPairs selects every pair that the selectors match, instead of some that Seed draws.
	AllPairs bool
	Seed     int64
	// ReadResult reads a stored result for status:...@FILE; nil uses the disk.
	ReadResult func(name string) (reports.Run, error)
}

// ErrNothingSelected says that the selectors are well-formed but no case matches all of them.
var ErrNothingSelected = errors.New("select cases: no case matches; `ifmatch list cases` shows all cases")

// Plan is the chosen cases in running order.
type Plan struct {
	Cases []Case
	// Hash identifies the choice: the ids and texts of the chosen cases.
	Hash string

	suite *Suite
	skip  []matcher
}

// Case is the case of that id, chosen or not, and whether there is one.
func (p *Plan) Case(id string) (Case, bool) { return p.suite.Case(id) }

// Probes are those of the suite: also cases that the plan did not choose.
func (p *Plan) Probes(f verdict.Finding) []Case { return p.suite.Probes(f) }

// Skips reports whether the selection leaves a case out by name.
func (p *Plan) Skips(c Case) bool { return anyMatch(p.skip, c) }

// Select chooses cases. A selector that matches no case at all is an error that names it: it is
// most likely misspelt. If a sentence of a chosen case is not understood, the error is a [*Misread].
func (s *Suite) Select(sel Selection) (*Plan, error) {
	want, err := s.matchers(sel.Select, sel.ReadResult)
	if err != nil {
		return nil, err
	}
	skip, err := s.matchers(sel.Skip, sel.ReadResult)
	if err != nil {
		return nil, err
	}
	matches := func(c Case) bool {
		served := len(sel.Services) == 0 || slices.Contains(sel.Services, c.Service)
		return served && (len(want) == 0 || anyMatch(want, c)) && !anyMatch(skip, c)
	}
	cases := s.kept(matches)
	if !sel.AllPairs {
		drawn := draw(cases, sel.Seed)
		cases = slices.DeleteFunc(cases, func(c Case) bool { return c.Pair != nil && !drawn[c.ID] })
	}
	if len(cases) == 0 {
		return nil, ErrNothingSelected
	}
	return &Plan{Cases: cases, Hash: hash(cases), suite: s, skip: skip}, check(cases)
}

type matcher func(Case) bool

func anyMatch(ms []matcher, c Case) bool {
	return slices.ContainsFunc(ms, func(m matcher) bool { return m(c) })
}

func (s *Suite) matchers(exprs []string, read func(string) (reports.Run, error)) ([]matcher, error) {
	var out []matcher
	known := newSelectors(read, s.Renamed, nil)
	for _, e := range exprs {
		m, err := known.parse(e)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(s.Cases, m) && !strings.Contains(e, "status:") {
			return nil, s.unmatched(known, e)
		}
		out = append(out, m)
	}
	return out, nil
}

// unmatched says that a selector matches no case, and whether it would as the beginning of ids.
func (s *Suite) unmatched(known selectors, e string) error {
	if m, err := known.parse(e + "*"); err == nil && !strings.ContainsAny(e, ":,*") {
		if n := len(s.Choose(m).Cases); n > 0 {
			return fmt.Errorf("select cases: %q matches no case; '%s*' matches %d", e, e, n)
		}
	}
	return fmt.Errorf("select cases: %q matches no case; `ifmatch list cases` shows all cases", e)
}

// Matcher reads one selector for the cases of a stored result; status:failed refers to their
// verdicts in that result. renamed is the ids that cases had in earlier versions.
func Matcher(e string, stored reports.Run, renamed reports.Renamed) (func(Case) bool, error) {
	return newSelectors(nil, renamed, &stored).parse(e)
}

// selectors reads selectors. A case answers to its id and to the ids that it had earlier.
type selectors struct {
	read    func(string) (reports.Run, error) // a stored result; nil: from the disk
	renamed reports.Renamed
	former  map[string][]string // renamed, the other way round
	stored  *reports.Run        // what a status without a file refers to; nil: a file must be named
}

func newSelectors(read func(string) (reports.Run, error), renamed reports.Renamed, stored *reports.Run) selectors {
	return selectors{read, renamed, renamed.Former(), stored}
}

func (s selectors) parse(e string) (matcher, error) {
	var all []matcher
	for _, term := range strings.Split(e, ",") {
		m, err := s.term(strings.TrimSpace(term))
		if err != nil {
			return nil, fmt.Errorf("select cases by %q: %w", e, err)
		}
		all = append(all, m)
	}
	return func(c Case) bool {
		return !slices.ContainsFunc(all, func(m matcher) bool { return !m(c) })
	}, nil
}

func (s selectors) term(term string) (matcher, error) {
	field, value, ok := strings.Cut(term, ":")
	if !ok {
		field, value = "", term
	}
	if value == "" {
		return nil, errors.New("it has an empty term")
	}
	if _, err := path.Match(value, ""); err != nil && field != "status" {
		return nil, fmt.Errorf("%q is not a valid glob", value)
	}
	switch {
	case field == "level" && value != "must" && value != "should" && value != "observed":
		return nil, fmt.Errorf("level %q is not must, should or observed", value)
	case field == "service" && !isService(value):
		return nil, fmt.Errorf("%q is not a service", value)
	case field == "status":
		return s.byStatus(value)
	}
	if m := s.field(field, value); m != nil {
		return m, nil
	}
	return nil, fmt.Errorf("%q is not a field; use clause, case, feature, step, level, service or status", field)
}

// field looks at one field of a case, or at those that name it; nil if there is no such field.
func (s selectors) field(field, value string) matcher {
	fits := glob(value)
	clause := func(c Case) bool { return slices.ContainsFunc(c.Clauses, fits) }
	id := func(c Case) bool { return fits(c.ID) || slices.ContainsFunc(s.former[c.ID], fits) }
	feature := func(c Case) bool { return fits(c.Feature) || fits(path.Base(c.Feature)) }
	return map[string]matcher{
		"":        func(c Case) bool { return clause(c) || id(c) || feature(c) },
		"clause":  clause,
		"case":    id,
		"feature": feature,
		"step":    func(c Case) bool { return slices.ContainsFunc(c.Steps, fits) },
		"level":   func(c Case) bool { return c.Level == value },
		"service": func(c Case) bool { return c.Service == value },
	}[field]
}

// glob matches like path.Match, but "*" also crosses "/", because ids contain slashes and
// nobody wants to count them. Letter case does not matter.
func glob(pattern string) func(s string) bool {
	if !strings.ContainsAny(pattern, `*?[\`) {
		return func(s string) bool { return strings.EqualFold(s, pattern) }
	}
	if !strings.ContainsAny(pattern, `?[\`) {
		return stars(strings.Split(strings.ToLower(pattern), "*"))
	}
	flat := func(s string) string { return strings.ReplaceAll(strings.ToLower(s), "/", "\x01") }
	pattern = flat(pattern)
	return func(s string) bool {
		ok, err := path.Match(pattern, flat(s))
		return err == nil && ok
	}
}

// stars matches texts that consist of the parts, in lower case, with anything between them. Step by step path.Match takes a
// hundred times as long, and each run asks for all steps of all cases.
func stars(parts []string) func(s string) bool {
	first, last := len(parts[0]), len(parts)-1
	return func(s string) bool {
		if len(s) < first || !strings.EqualFold(s[:first], parts[0]) {
			return false
		}
		s = s[first:]
		for _, part := range parts[1:last] {
			i := indexFold(s, part)
			if i < 0 {
				return false
			}
			s = s[i+len(part):]
		}
		end := len(s) - len(parts[last])
		return end >= 0 && strings.EqualFold(s[end:], parts[last])
	}
}

// indexFold is strings.Index for a part in lower case, in a text of any case, without a copy of the text.
func indexFold(s, part string) int {
	if part == "" {
		return 0
	}
	const small = 'a' - 'A' // the bit by which the cases of a letter of ASCII differ
	for i := range len(s) - len(part) + 1 {
		if (s[i]|small == part[0]|small || s[i] >= utf8.RuneSelf) && strings.EqualFold(s[i:i+len(part)], part) {
			return i
		}
	}
	return -1
}

// byStatus selects the cases that had a verdict in a stored result:
// "failed@r.json", or "failed|blocked@r.json".
func (s selectors) byStatus(value string) (matcher, error) {
	status, file, named := strings.Cut(value, "@")
	if file == "" && (named || s.stored == nil) {
		return nil, fmt.Errorf(`status:%s lacks the result to look in; write status:%s@FILE`, value, value)
	}
	wanted := map[reports.Status]bool{}
	for _, st := range strings.Split(status, "|") {
		if !slices.Contains(reports.Statuses, reports.Status(st)) {
			return nil, fmt.Errorf("%q is not a verdict", st)
		}
		wanted[reports.Status(st)] = true
	}
	run := s.stored
	if named {
		read := s.read
		if read == nil {
			read = readResult
		}
		other, err := read(file)
		if err != nil {
			return nil, err
		}
		run = &other
	}
	ids := map[string]bool{}
	for _, sc := range run.Scenarios {
		if wanted[sc.Status] {
			ids[s.renamed.Current(sc.ID)] = true
		}
	}
	return func(c Case) bool { return ids[c.ID] }, nil
}

func readResult(name string) (reports.Run, error) {
	f, err := os.Open(name)
	if err != nil {
		return reports.Run{}, fmt.Errorf("read stored result: %w", err)
	}
	defer f.Close()
	return reports.Decode(f)
}

func hash(cases []Case) string {
	h := sha256.New()
	var text []byte
	for _, c := range cases {
		text = append(append(text[:0], c.ID...), 0)
		for _, step := range c.Steps {
			text = append(append(text, step...), 0)
		}
		h.Write(text)
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// Place is the place of a case of the suite, which need not be a chosen one, among all; 0 if there is no case of that id.
func (p *Plan) Place(id string) int { return p.suite.at[id] }

// Pick are the cases of the suite with these ids, in its order.
func (p *Plan) Pick(ids []string) []Case {
	out := make([]Case, 0, len(ids))
	for _, id := range ids {
		if c, ok := p.suite.Case(id); ok {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b Case) int { return p.Place(a.ID) - p.Place(b.ID) })
	return out
}

// InOrder are cases in the order in which to play them. The timed ones come first: a case that must wait should start
// waiting early.
func InOrder(cases []Case) []Case {
	var timed, out []Case
	for _, c := range cases {
		if c.Timed() {
			timed = append(timed, c)
		} else {
			out = append(out, c)
		}
	}
	return append(timed, out...)
}

// Choose makes a plan of the cases that keep picks; the plan may be empty.
func (s *Suite) Choose(keep func(Case) bool) *Plan {
	cases := s.kept(keep)
	return &Plan{Cases: cases, Hash: hash(cases), suite: s}
}

func (s *Suite) kept(keep func(Case) bool) (cases []Case) {
	for _, c := range s.Cases {
		if keep(c) {
			cases = append(cases, c)
		}
	}
	return cases
}
