package plan

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	gherkin "github.com/cucumber/gherkin/go/v26"
	messages "github.com/cucumber/messages/go/v21"
)

// feature is one parsed feature file.
type feature struct {
	name  string // "blob/conditions_write"
	title string // what it says it is about
	cases []Case
	pairs []Pair // what a row "pairs" stands for
	own   bool   // it is a user's: its cases need not name a clause
}

// readFeatures parses every *.feature below fsys in path order.
// The features are like the given one, which has no cases.
func readFeatures(fsys fs.FS, like feature) ([]feature, error) {
	var paths []string
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path.Ext(p) == ".feature" {
			paths = append(paths, p)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look for feature files: %w", err)
	}
	slices.Sort(paths)
	out := make([]feature, len(paths))
	errs := make([]error, len(paths))
	var readers sync.WaitGroup
	for i, p := range paths {
		out[i] = like
		readers.Go(func() { errs[i] = out[i].readFile(fsys, p) })
	}
	readers.Wait()
	return out, cmp.Or(errs...) // the first error in path order, whichever file was read first
}

func (f *feature) readFile(fsys fs.FS, p string) error {
	source, err := fs.ReadFile(fsys, p)
	if err != nil {
		return fmt.Errorf("read feature file: %w", err)
	}
	f.name = strings.TrimSuffix(p, ".feature")
	if err := f.parse(source); err != nil {
		return fmt.Errorf("read feature file %s: %w", p, err)
	}
	return nil
}

// parse reads the cases from the source.
func (f *feature) parse(source []byte) error {
	n := 0
	builder := gherkin.NewAstBuilder(func() string { n++; return strconv.Itoa(n) })
	parser, matcher := gherkin.NewParser(builder), gherkin.NewMatcher(gherkin.DialectsBuiltin())
	if err := parser.Parse(gherkin.NewScanner(bytes.NewReader(source)), quick{matcher}); err != nil {
		return err
	}
	doc := builder.GetGherkinDocument()
	if doc.Feature == nil {
		return fmt.Errorf("it holds no Feature")
	}
	f.title = cmp.Or(doc.Feature.Name, f.name)
	featureTags := tagNames(doc.Feature.Tags)
	for _, child := range doc.Feature.Children {
		switch {
		case child.Rule != nil:
			return fmt.Errorf("line %d: Rule is not used here: godog's output drops it", child.Rule.Location.Line)
		case child.Background != nil:
			return fmt.Errorf("line %d: Background is not used here: each scenario says what it needs", child.Background.Location.Line)
		case child.Scenario != nil:
			if err := f.addScenario(child.Scenario, featureTags); err != nil {
				return err
			}
		}
	}
	return nil
}

func tagNames(ts []*messages.Tag) []string {
	names := make([]string, len(ts))
	for i, t := range ts {
		names[i] = t.Name
	}
	return names
}

// addScenario adds the cases of one scenario or outline.
func (f *feature) addScenario(sc *messages.Scenario, inherited []string) error {
	tagsOfScenario := append(append([]string{}, inherited...), tagNames(sc.Tags)...)
	if len(sc.Examples) == 0 {
		t, err := readTags(tagsOfScenario)
		if err != nil {
			return fmt.Errorf("line %d: %w", sc.Location.Line, err)
		}
		c, err := f.newCase(sc, t, nil, nil)
		if err != nil {
			return fmt.Errorf("line %d: %w", sc.Location.Line, err)
		}
		c.Line = int(sc.Location.Line)
		f.cases = append(f.cases, c)
		return nil
	}
	for _, ex := range sc.Examples {
		if ex.TableHeader == nil || len(ex.TableBody) == 0 {
			return fmt.Errorf("line %d: Examples without rows", ex.Location.Line)
		}
		t, err := readTags(slices.Concat(tagsOfScenario, tagNames(ex.Tags)))
		if err != nil {
			return fmt.Errorf("line %d: %w", ex.TableBody[0].Location.Line, err)
		}
		head := cells(ex.TableHeader)
		for _, r := range ex.TableBody {
			if err := f.addRow(sc, t, head, r); err != nil {
				return fmt.Errorf("line %d: %w", r.Location.Line, err)
			}
		}
	}
	return nil
}

// addRow adds the cases of one row of Examples: those of every cell, if the Examples are a matrix, and
// those of every pair, if they are pairs.
func (f *feature) addRow(sc *messages.Scenario, t tags, printed []string, r *messages.TableRow) error {
	head, rows, err := printed, [][]string{cells(r)}, distinct(printed)
	if err == nil && isMatrix(printed) {
		head, rows, err = expand(printed, rows[0])
	}
	if err == nil && isPairs(printed) {
		head, rows, err = expandPairs(f.pairs, rows[0][0])
	}
	if err == nil {
		err = distinct(head)
	}
	if err != nil {
		return err
	}
	f.cases = slices.Grow(f.cases, len(rows))
	for _, row := range rows {
		c, err := f.newCase(sc, t, head, row)
		if err != nil {
			return err
		}
		c.Line = int(r.Location.Line)
		if isPairs(printed) {
			c.Pair = &Pair{Family: cells(r)[0], Clause: row[0], Operation: row[1], Beside: row[3]}
		}
		f.cases = append(f.cases, c)
	}
	return nil
}

// newCase names one row, or one plain scenario when head is nil.
func (f *feature) newCase(sc *messages.Scenario, t tags, head, row []string) (c Case, err error) {
	c = Case{Feature: f.name, Name: fill(sc.Name, head, row)}
	var key string
	if head == nil {
		key = slug(c.Name)
	} else {
		if p := unfilled(c.Name); p != "" {
			return c, fmt.Errorf("scenario %q: no column is called %s", sc.Name, p)
		}
		var parts []string
		for i, h := range head {
			// The columns that the outline's name uses distinguish rows for a reader, so they make the row's key as well.
			if h != "clause" && strings.Contains(sc.Name, "<"+h+">") {
				parts = append(parts, slug(row[i]))
			}
		}
		key = strings.Join(parts, "/")
		if i := slices.Index(head, "clause"); i >= 0 {
			// The row's own clauses come first: the first one names the case.
			t.clauses = append(strings.Fields(row[i]), t.clauses...)
		}
	}
	if len(t.clauses) == 0 && f.own {
		t.clauses = []string{ownClauseOf(f.name)}
	}
	if len(t.clauses) == 0 {
		return c, fmt.Errorf("scenario %q names no clause, neither by tag nor in a column %q", c.Name, "clause")
	}
	c.Clauses, c.Level, c.Needs, c.Service = t.clauses, t.level, t.needs, t.service
	c.ID = c.Clauses[0]
	if key != "" {
		c.ID += "/" + key
	}
	if len(sc.Steps) == 0 {
		return c, fmt.Errorf("scenario %q has no steps: it would pass whatever happens", sc.Name)
	}
	if f.own && head == nil {
		for _, st := range sc.Steps {
			c.at = append(c.at, int(st.Location.Line))
		}
	}
	c.Steps, err = steps(sc, head, row)
	return c, err
}

// steps are the sentences of a scenario, as they read in a row.
func steps(sc *messages.Scenario, head, row []string) ([]string, error) {
	out := make([]string, 0, len(sc.Steps))
	for _, st := range sc.Steps {
		if st.DocString != nil || st.DataTable != nil {
			// No phrase takes one, so it would be dropped silently.
			return nil, fmt.Errorf("line %d: doc strings and data tables are not used here", st.Location.Line)
		}
		text := fill(st.Text, head, row)
		if p := unfilled(text); p != "" && head != nil {
			return nil, fmt.Errorf("line %d: no column is called %s", st.Location.Line, p)
		}
		out = append(out, text)
	}
	return out, nil
}

func cells(r *messages.TableRow) []string {
	out := make([]string, len(r.Cells))
	for i, c := range r.Cells {
		out[i] = c.Value
	}
	return out
}

// placeholder is a column's name in the text of an outline.
var placeholder = regexp.MustCompile(`<[A-Za-z][^<>]*>`)

// unfilled finds a placeholder that fill has left: its column does not exist.
func unfilled(text string) string {
	if !strings.Contains(text, "<") {
		return ""
	}
	return placeholder.FindString(text)
}

// distinct refuses two columns of the same name: a placeholder would be ambiguous.
func distinct(head []string) error {
	for i, h := range head {
		if slices.Contains(head[:i], h) {
			return fmt.Errorf("two columns are called %q", h)
		}
	}
	return nil
}

// fill puts the cells of a row in the places that name their columns.
func fill(s string, head, row []string) string {
	if !strings.Contains(s, "<") {
		return s
	}
	out := make([]byte, 0, 2*len(s))
	for {
		text, rest, open := strings.Cut(s, "<")
		out = append(out, text...)
		if !open {
			return string(out)
		}
		name, after, closed := strings.Cut(rest, ">")
		if i := slices.Index(head, name); closed && i >= 0 {
			out, s = append(out, row[i]...), after
		} else {
			out, s = append(out, '<'), rest
		}
	}
}
