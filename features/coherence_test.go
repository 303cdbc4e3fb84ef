package features_test

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"ifmatch/features"
	"ifmatch/internal/target"
	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/plan/register"
	"ifmatch/steps/scenario"
	"ifmatch/steps/words"
)

// loadFeatures reads the real feature files once for all tests.
var loadFeatures = sync.OnceValues(func() (*plan.Suite, error) { return steps.Load(features.FS) })

func suite(t *testing.T) *plan.Suite {
	t.Helper()
	s, err := loadFeatures()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func table(t *testing.T, name string) []map[string]string {
	t.Helper()
	tab, err := register.ReadRows(features.FS, "tables/"+name+".tsv")
	if err != nil {
		t.Fatal(err)
	}
	return tab.Rows
}

func TestEveryClauseHasACase(t *testing.T) {
	t.Parallel()
	for _, cl := range suite(t).Uncovered("blob") {
		t.Errorf("no case for %s, %s: %s", cl.ID, cl.Level, cl.Statement)
	}
}

func TestCasesAreUniqueAndKnown(t *testing.T) {
	t.Parallel()
	s := suite(t)
	ids, names := map[string]bool{}, map[string]bool{}
	for _, c := range s.Cases {
		if name := c.Feature + ": " + c.Name; ids[c.ID] || names[name] {
			t.Errorf("case %s, %s, stands twice", c.ID, name)
		} else {
			ids[c.ID], names[name] = true, true
		}
		for _, id := range c.Clauses {
			if _, ok := s.Register.Clause(id); !ok {
				t.Errorf("case %s names %s, which the register lacks", c.ID, id)
			}
		}
		if want := path.Dir(c.Feature); !slices.Contains([]string{"blob", "container", "race", "table", "queue", "file", "smb"}, want) {
			t.Errorf("case %s stands in folder %s", c.ID, want)
		} else if needs := slices.Contains(c.Needs, target.SMB); needs != (want == "smb") {
			t.Errorf("case %s stands in folder %s, and needs SMB: %v", c.ID, want, needs)
		}
	}
}

// sent reads the operations that a case's clients send.
var sent = regexp.MustCompile(`\b(?:sends|send|starts) (.+?)(?: to "[a-z]+")?(?: with (.+?))?(?: at once| and holds back half of the body)?$`)

// answered matches the allowed answers of a step: one answer, or the answer to the winners and
// the answer to the rest.
var answered = regexp.MustCompile(`^(?:the service answers|.+ gets?) (.+?)(?: for [A-Z].+| and the rest (.+))?$`)

// sends reports whether a case sends the operation, and with which words.
func sends(c plan.Case, operation string) (with string, ok bool) {
	for _, step := range c.Steps {
		if m := sent.FindStringSubmatch(step); m != nil && m[1] == operation {
			return m[2], true
		}
	}
	return "", false
}

// answers lists the answers that a case accepts, one for each of its acts.
func answers(t *testing.T, c plan.Case) (out []words.Answer) {
	t.Helper()
	for _, step := range c.Steps {
		m := answered.FindStringSubmatch(step)
		if m == nil {
			continue
		}
		for _, text := range m[1:] {
			switch text {
			case "":
				continue
			case "ok":
				text = "200"
			}
			a, err := words.ParseAnswer(text)
			if err != nil {
				t.Errorf("case %s, step %q: %v", c.ID, step, err)
			}
			out = append(out, a)
		}
	}
	return out
}

// says collects what a case expects a response to carry about its ETag.
func says(t *testing.T, c plan.Case) (out []string) {
	t.Helper()
	var subjects []words.Subject
	for _, s := range steps.Language().Lexicon(target.Service(c.Service)).Subjects {
		subjects = append(subjects, s.Subject)
	}
	for _, step := range c.Steps {
		list, ok := strings.CutPrefix(step, "the response carries ")
		if !ok {
			continue
		}
		carried, err := words.ParseCarried(subjects, list)
		if err != nil {
			t.Errorf("case %s, step %q: %v", c.ID, step, err)
		}
		for _, x := range carried {
			if x.Subject == "ETag" {
				out = append(out, x.Word)
			}
		}
	}
	return out
}

// spelled lists the operations that a row of the article covers: "Lease Blob" covers five
// actions, "Put Page" writing and clearing.
func spelled(t *testing.T, tableName, name string) (out []scenario.Operation) {
	t.Helper()
	for _, op := range steps.Language().Operations {
		if op.Article.List == tableName && op.Article.Name == name {
			out = append(out, op)
		}
	}
	if want := strings.HasPrefix(name, "Lease "); len(out) == 0 || want != (len(out) == 5) {
		t.Errorf("%q stands for %d operations", name, len(out))
	}
	return out
}

// TestArticleTables compares the cases of the article's two tables, and the operations' own
// values, with the tables as they were copied.
func TestArticleTables(t *testing.T) {
	t.Parallel()
	s := suite(t)
	for _, name := range []string{"blob", "container"} {
		for _, row := range table(t, "article-"+name+"-operations") {
			t.Run(row["operation"], func(t *testing.T) {
				t.Parallel()
				for _, op := range spelled(t, name, row["operation"]) {
					etag, conditions := row["returns ETag"] == "Yes", strings.HasPrefix(row["accepts conditional headers"], "Yes")
					if op.ReturnsETag != etag || len(op.Conditions) > 0 != conditions || op.Source != strings.Contains(row["accepts conditional headers"], "source") || fmt.Sprint(op.Article.Row) != row["no"] {
						t.Errorf("the operation says %+v, returns ETag %v, conditions %v; the row is %v", op.Article, op.ReturnsETag, op.Conditions, row)
					}
					checkETag(t, s.CasesOf(row["clause-E"]), op, etag)
					checkConditions(t, s.CasesOf(row["clause-C"]), op, conditions)
				}
			})
		}
	}
}

func checkETag(t *testing.T, cases []plan.Case, op scenario.Operation, returns bool) {
	t.Helper()
	found := false
	for _, c := range cases {
		if _, ok := sends(c, op.Name); !ok {
			continue
		}
		for _, word := range says(t, c) {
			found = true
			if returns == (word == "no") {
				t.Errorf("case %s expects %s to carry %q ETag; the article says that it returns one: %v", c.ID, op.Name, word, returns)
			}
		}
	}
	if !found {
		t.Errorf("no case says whether %s returns an ETag", op.Name)
	}
}

func checkConditions(t *testing.T, cases []plan.Case, op scenario.Operation, accepts bool) {
	t.Helper()
	var tried, met, unmet, sourceMet, sourceUnmet bool
	for _, c := range cases {
		with, ok := sends(c, op.Name)
		if !ok || !strings.Contains(with, "If-") {
			continue
		}
		tried = true
		source := strings.Contains(with, "source If-")
		for _, a := range answers(t, c) {
			for _, al := range a.Allowed {
				switch {
				case al.Status == 412 || al.Status == 304:
					unmet, sourceUnmet = unmet || !source, sourceUnmet || source
					if !accepts {
						t.Errorf("case %s allows %s to answer %s; the article says that it accepts no condition", c.ID, op.Name, a)
					}
				case al.Status < 300:
					met, sourceMet = met || !source, sourceMet || source
				}
			}
		}
	}
	switch {
	case !tried:
		t.Errorf("no case sends %s with a condition", op.Name)
	case accepts && !(met && unmet):
		t.Errorf("%s with conditions: a success is tried %v, a refusal %v; want both", op.Name, met, unmet)
	case op.Source && !(sourceMet && sourceUnmet):
		t.Errorf("%s with source conditions: a success is tried %v, a refusal %v; want both", op.Name, sourceMet, sourceUnmet)
	}
}

// TestArticleLeaseLists does the same for the article's lists of operations that can use
// leases.
func TestArticleLeaseLists(t *testing.T) {
	t.Parallel()
	s := suite(t)
	for _, name := range []string{"blob", "container"} {
		listed := map[string]bool{}
		for _, row := range table(t, "article-"+name+"-lease-operations") {
			listed[row["operation"]] = true
			for _, op := range spelled(t, name, row["operation"]) {
				if op.Lease != scenario.LeaseSubject && op.Name != row["operation"] {
					continue // Put Page clear is Put Page with another header
				}
				var held, refused bool
				for _, c := range s.CasesOf(row["clause"]) {
					with, ok := sends(c, op.Name)
					withID := strings.HasPrefix(with, "lease id ") || op.Lease == scenario.LeaseSubject
					for _, a := range answers(t, c) {
						held, refused = held || ok && withID && a.Success(), refused || ok && !a.Success()
					}
				}
				// A break takes no lease id, and a refused acquire proposes another id. For these it
				// is enough that a case sends them.
				if !held || !refused && op.Lease != scenario.LeaseSubject {
					t.Errorf("%s under %s: a success is tried %v, a refusal %v; want both", op.Name, row["clause"], held, refused)
				}
			}
		}
		for _, op := range steps.Language().Operations {
			if op.Article.List == name && listed[op.Article.Name] != (op.Lease != scenario.LeaseIgnored) {
				t.Errorf("%s uses leases: %s; the article's list has it: %v", op.Name, op.Lease, listed[op.Article.Name])
			}
		}
	}
}

// leaseStateColumns matches the states in the header of a table that Microsoft prints as a matrix.
var leaseStateColumns = regexp.MustCompile(`\| Av +\| Le +\| Bi +\| Bo +\| Ex +\|`)

// TestFeaturesAreReadable: a narrative of two or three lines says what a feature is about, and
// no line is wider than 200 columns. Rows of the documents' own matrices, which keep their
// printed form, may be wider.
func TestFeaturesAreReadable(t *testing.T) {
	t.Parallel()
	files, err := fs.Glob(features.FS, "*/*.feature")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d features: %v", len(files), err)
	}
	for _, file := range files {
		text, err := fs.ReadFile(features.FS, file)
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range unreadable(string(text)) {
			t.Errorf("%s: %s", file, problem)
		}
	}
	for text, want := range map[string]string{
		"Feature: F\n\n  One.\n\n  Scenario: S\n":                                                                                   "1 lines",
		"Feature: F\n\n  One\n  two\n  three\n  four.\n\n  Scenario: S\n":                                                           "4 lines",
		"Feature: F\n\n  One\n  two.\n\n  Scenario: S\n    | a | " + strings.Repeat("x", 200) + " |\n":                              "line 7 has 212 columns",
		"Feature: F\n\n  One\n  two.\n\n    | Av | Le | Bi | Bo | Ex |\n    | " + strings.Repeat("x", 200) + " |\n":                 "",
		"Feature: F\n\n  One\n  two.\n\n    | Av | Le | Bi | Bo | Ex |\n    | a |\n  Then " + strings.Repeat("x", 200) + "\n      ": "line 8 has 207 columns",
	} {
		if got := strings.Join(unreadable(text), "; "); !strings.Contains(got, want) || (got == "") != (want == "") {
			t.Errorf("unreadable(%q) = %q, want %q", text, got, want)
		}
	}
}

// unreadable lists what is wrong with the shape of a feature file.
func unreadable(text string) (out []string) {
	_, after, _ := strings.Cut(text, "\nFeature:")
	if strings.HasPrefix(text, "Feature:") {
		after = text
	}
	parts := strings.SplitN(after, "\n\n", 3)
	if len(parts) < 3 {
		return []string{"it has no narrative"}
	}
	if n := strings.Count(parts[1], "\n") + 1; n < 2 || n > 3 {
		out = append(out, fmt.Sprintf("its narrative has %d lines, want 2 or 3", n))
	}
	inMatrix := false
	for i, line := range strings.Split(text, "\n") {
		row := strings.HasPrefix(strings.TrimSpace(line), "|")
		inMatrix = row && (inMatrix || leaseStateColumns.MatchString(line))
		if n := utf8.RuneCountInString(line); n > 200 && !inMatrix {
			out = append(out, fmt.Sprintf("line %d has %d columns, want at most 200", i+1, n))
		}
	}
	return out
}

// TestEveryPresuppositionHasACase also finds a misspelt selector: it would excuse nothing.
func TestEveryPresuppositionHasACase(t *testing.T) {
	t.Parallel()
	s := suite(t)
	all, err := s.Presuppositions()
	if err != nil {
		t.Fatal(err)
	}
	var every []string
	for _, p := range all {
		every = append(every, strings.Split(p.Cases, "; ")...)
	}
	if _, err := s.Select(plan.Selection{Select: every}); err != nil {
		t.Errorf("an account is said to have no cases of a feature: %v", err)
	}
}
