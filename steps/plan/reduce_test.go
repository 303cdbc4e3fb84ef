package plan

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	gherkin "github.com/cucumber/gherkin/go/v26"
	messages "github.com/cucumber/messages/go/v21"
	"github.com/google/go-cmp/cmp"
)

func ids() func() string {
	n := 0
	return func() string { n++; return fmt.Sprint(n) }
}

func mustParse(t testing.TB, text string) *messages.GherkinDocument {
	t.Helper()
	doc, err := gherkin.ParseGherkinDocument(strings.NewReader(text), ids())
	if err != nil {
		t.Fatalf("the text does not parse: %v\n%s", err, text)
	}
	return doc
}

// told is what godog reports about a scenario: all that connects it with its case.
type told struct {
	Name  string
	Steps []string
}

// checkReduced compares the scenarios that godog would run from the reduced text with the cases
// that were kept.
func checkReduced(t testing.TB, f *feature, keep func(Case) bool) {
	t.Helper()
	var want, got []told
	chosen := map[string]bool{}
	for _, c := range f.cases {
		if keep(c) {
			chosen[c.ID] = true
			want = append(want, told{c.Name, c.Steps})
		}
	}
	text := f.reduce(chosen)
	if len(want) == 0 {
		if text != nil {
			t.Errorf("nothing is chosen, but this is left:\n%s", text)
		}
		return
	}
	for _, p := range gherkin.Pickles(*mustParse(t, string(text)), f.name, ids()) {
		s := told{Name: p.Name}
		for _, st := range p.Steps {
			s.Steps = append(s.Steps, st.Text)
		}
		got = append(got, s)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("cases of the reduced text -want +got:\n%s\n%s", d, text)
	}
}

const mixed = `# language: en
@blob
Feature: Mixed

  Of everything.

  @BLOB-A
  # between tag and scenario
  @must
  Scenario: Alone
    Its description.

    Given a blob
    # and a comment
    When it is read

  @BLOB-B
  Scenario Outline: <x> twice <y>
    Given <x>

    @should
    Examples: One
      Described.
      | x | y |
      | 1 | 2 |

      | 3 | 4 |
    @must
    Examples: Two
      | y | x |
      | 5 | 6 |

  Scenario Outline: <clause> <operation> <answer>, <state>
    Given <state>
    Then <operation> <lease> <lease time> <effect>

    @observed
    Examples: The matrix
      | clause | operations | Av            | Le       | Bi          | Bo | Ex |
      | BLOB-M | P; Q       | 409 A \| 412 * | ok       | 412 (Codes) | ok | ok |
      | BLOB-N | P          | ok            | 409 Here | 404 *       | ok | finite: ok ; infinite: ok |

    Examples: Plain, of the same outline
      | clause | operation | answer | state | lease | lease time | effect |
      | BLOB-O | R         | 1 \| 2  |       | a\\b  | c          | d      |

  @BLOB-Z
  Scenario: The last one
    Given the end`

func TestReduceKeepsExactlyTheChosenCases(t *testing.T) {
	t.Parallel()
	for _, text := range []string{mixed, mixed + "\n", strings.ReplaceAll(mixed, "\n", "\r\n") + "\r\n"} {
		f, err := parseFeature("blob/mixed", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if want := 1 + 3 + 10 + 6 + 1 + 1; len(f.cases) != want {
			t.Fatalf("%d cases, want %d", len(f.cases), want)
		}
		checkReduced(t, &f, func(Case) bool { return true })
		checkReduced(t, &f, func(Case) bool { return false })
		for i := range f.cases {
			checkReduced(t, &f, func(c Case) bool { return c.ID == f.cases[i].ID })
			checkReduced(t, &f, func(c Case) bool { return c.ID != f.cases[i].ID })
		}
		for mask := range 1 << 8 {
			n := -1
			checkReduced(t, &f, func(Case) bool { n++; return mask>>(n%8)&1 == 1 })
		}
	}
}

func TestReduceKeepsLinesWhereTheyWere(t *testing.T) {
	t.Parallel()
	// Up to the first matrix, an error in the reduced text has the line number of the file.
	f, err := parseFeature("blob/mixed", []byte(mixed))
	if err != nil {
		t.Fatal(err)
	}
	last := f.cases[3] // <x> twice <y> of the second block
	lines := strings.Split(string(f.reduce(map[string]bool{last.ID: true})), "\n")
	if got := strings.TrimSpace(lines[last.Line-1]); got != "| 5 | 6 |" {
		t.Errorf("line %d of the reduced text is %q", last.Line, got)
	}
}

func TestReduceLeavesTheSourceAlone(t *testing.T) {
	t.Parallel()
	f, err := parseFeature("blob/mixed", []byte(mixed))
	if err != nil {
		t.Fatal(err)
	}
	f.reduce(map[string]bool{f.cases[0].ID: true})
	f.reduce(map[string]bool{f.cases[5].ID: true})
	if string(f.source) != mixed {
		t.Error("reduce changed the source")
	}
}

func TestSourcesPutTimedFeaturesFirst(t *testing.T) {
	t.Parallel()
	fsys := fstest.MapFS{}
	register := registerHead
	for name, step := range map[string]string{"a": "nothing", "b": "5 seconds pass", "c": "nothing", "d": "5 seconds pass"} {
		id := "BLOB-" + strings.ToUpper(name)
		register += clauseLine(id, "must", "blob", "active")
		fsys[name+".feature"] = &fstest.MapFile{Data: []byte("Feature: " + name + "\n  @" + id + "\n  Scenario: S\n    Given " + step + "\n")}
	}
	fsys["clauses.tsv"] = &fstest.MapFile{Data: []byte(register)}
	s, err := Load(fsys, plain)
	if err != nil {
		t.Fatal(err)
	}
	p := s.Choose(func(Case) bool { return true })
	names := func(keep func(Case) bool) (out []string) {
		for _, src := range p.Sources(keep) {
			out = append(out, src.Name)
		}
		return out
	}
	if d := cmp.Diff([]string{"b", "d", "a", "c"}, names(func(Case) bool { return true })); d != "" {
		t.Errorf("all sources -want +got:\n%s", d)
	}
	if d := cmp.Diff([]string{"d", "a", "c"}, names(func(c Case) bool { return c.Feature != "b" })); d != "" {
		t.Errorf("sources without b -want +got:\n%s", d)
	}
	if got := names(func(c Case) bool { return false }); got != nil {
		t.Errorf("no case gave %v", got)
	}
}

// FuzzReduce parses any text. If it is a feature whose names distinguish its cases, it compares
// what reduce leaves with what was chosen.
func FuzzReduce(f *testing.F) {
	f.Add(mixed, uint64(0b1011))
	f.Add(strings.ReplaceAll(mixed, "\n", "\r\n"), uint64(5))
	f.Add(string(matrixFeature("<clause> <state>", `| clause | action | Av | Le | Bi | Bo | Ex |`, `| BLOB-A | \n\|\\ | ok | ok | ok | ok | finite: ok ; infinite: 409 |`)), uint64(9))
	f.Add("Feature: F\n@BLOB-A\nScenario: S\n* a\n@BLOB-A\nScenario: T", uint64(2))
	f.Fuzz(func(t *testing.T, text string, mask uint64) {
		feature, err := parseFeature("f", []byte(text))
		if err != nil {
			return
		}
		names, ids := map[string]bool{}, map[string]bool{}
		for _, c := range feature.cases {
			if names[c.Name] || ids[c.ID] {
				return
			}
			names[c.Name], ids[c.ID] = true, true
		}
		n := -1
		checkReduced(t, &feature, func(Case) bool { n++; return mask>>(n%64)&1 == 1 })
	})
}
