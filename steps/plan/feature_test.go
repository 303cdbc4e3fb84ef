package plan

import (
	"strings"
	"testing"

	gherkin "github.com/cucumber/gherkin/go/v26"
	messages "github.com/cucumber/messages/go/v21"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ifmatch/internal/target"
)

// unjoined ignores where a user's sentences stand, and which pair a case is.
var unjoined = cmpopts.IgnoreUnexported(Case{})

func TestParseFeature(t *testing.T) {
	t.Parallel()
	const text = `@blob
Feature: Things

  A description may hold anything: | a bar |, @a-tag, Scenario words.

  # A comment above the tags.
  @must @needs.account-key
  @BLOB-ONE
  Scenario: A plain one, with 412 * in it
    Given a blob that exists
    When 15 seconds pass

  @BLOB-TWO @needs.pending-copy
  Scenario Outline: <operation> while <state>
    Given a blob that <state>
    When a client sends <operation>

    @should
    Examples: First
      | operation | state       |
      | Put Blob  | exists      |
      # A comment between rows.
      | Get Blob  | Expired(A)  |

    @observed @BLOB-THREE
    Examples: Second, with <state> in its name
      | state        | operation | remark |
      | is Leased(A) | Put Blob  | none   |

  Scenario Outline: <clause> <answer>
    Then the service answers <answer>

    Examples:
      | clause              | answer          |
      | BLOB-ROW            | 404 A \| 412 \* |
      | BLOB-ROW-2 BLOB-ROW |                 |
`
	f, err := parseFeature("blob/things", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want := []Case{
		{ID: "BLOB-ONE/a-plain-one-with-412-*-in-it", Name: "A plain one, with 412 * in it", Line: 9, Clauses: []string{"BLOB-ONE"}, Level: "must",
			Needs: []target.Capability{target.AccountKey}, Steps: []string{"a blob that exists", "15 seconds pass"}},
		{ID: "BLOB-TWO/put-blob/exists", Name: "Put Blob while exists", Line: 21, Clauses: []string{"BLOB-TWO"}, Level: "should",
			Needs: []target.Capability{target.PendingCopy}, Steps: []string{"a blob that exists", "a client sends Put Blob"}},
		{ID: "BLOB-TWO/get-blob/expired-a", Name: "Get Blob while Expired(A)", Line: 23, Clauses: []string{"BLOB-TWO"}, Level: "should",
			Needs: []target.Capability{target.PendingCopy}, Steps: []string{"a blob that Expired(A)", "a client sends Get Blob"}},
		{ID: "BLOB-TWO/is-leased-a/put-blob", Name: "Put Blob while is Leased(A)", Line: 28, Clauses: []string{"BLOB-TWO", "BLOB-THREE"}, Level: "observed",
			Needs: []target.Capability{target.PendingCopy}, Steps: []string{"a blob that is Leased(A)", "a client sends Put Blob"}},
		{ID: "BLOB-ROW/404-a-412-*", Name: `BLOB-ROW 404 A | 412 \*`, Line: 35, Clauses: []string{"BLOB-ROW"}, Steps: []string{`the service answers 404 A | 412 \*`}},
		{ID: "BLOB-ROW-2", Name: "BLOB-ROW-2 BLOB-ROW ", Line: 36, Clauses: []string{"BLOB-ROW-2", "BLOB-ROW"}, Steps: []string{"the service answers "}},
	}
	for i := range want {
		want[i].Feature, want[i].Service = "blob/things", "blob"
	}
	if d := cmp.Diff(want, f.cases, unjoined); d != "" {
		t.Errorf("parseFeature -want +got:\n%s", d)
	}
}

func TestParseFeatureRefuses(t *testing.T) {
	t.Parallel()
	const head = "Feature: F\n\n"
	tests := map[string]struct{ text, want string }{
		"an empty file":         {"", "no Feature"},
		"only a comment":        {"# nothing\n", "no Feature"},
		"no Gherkin":            {"Features are nice\n", "Feature"},
		"a Rule":                {head + "  Rule: R\n    @BLOB-A\n    Scenario: S\n      Given a\n", "line 3: Rule"},
		"a Background":          {head + "  Background: B\n    Given a\n", "line 3: Background"},
		"a doc string":          {head + "  @BLOB-A\n  Scenario: S\n    Given a\n    \"\"\"\n    text\n    \"\"\"\n", "line 5: doc strings"},
		"a data table":          {head + "  @BLOB-A\n  Scenario: S\n    Given a\n      | cell |\n", "line 5: doc strings and data tables"},
		"no clause":             {head + "  @must\n  Scenario: S\n    Given a\n", `line 4: scenario "S" names no clause`},
		"no steps":              {head + "  @BLOB-A\n  Scenario: S\n    All of it is description.\n", `line 4: scenario "S" has no steps`},
		"no clause in a row":    {head + "  Scenario Outline: <a>\n    Given <a>\n    Examples:\n      | a |\n      | 1 |\n", "line 7: scenario"},
		"an empty clause cell":  {head + "  Scenario Outline: <clause>\n    Given a\n    Examples:\n      | clause |\n      |        |\n", "line 7: scenario"},
		"an unknown tag":        {head + "  @BLOB-A @urgent\n  Scenario: S\n    Given a\n", "line 4: tag @urgent is neither"},
		"a clause in small":     {head + "  @blob-A\n  Scenario: S\n    Given a\n", "tag @blob-A is neither"},
		"a clause with a dot":   {head + "  @BLOB-A.1\n  Scenario: S\n    Given a\n", "tag @BLOB-A.1 is neither"},
		"an unknown need":       {head + "  @BLOB-A @needs.luck\n  Scenario: S\n    Given a\n", "tag @needs.luck names no capability"},
		"two levels":            {head + "  @BLOB-A @must @should\n  Scenario: S\n    Given a\n", "two levels, must and should"},
		"two levels, inherited": {"@must\n" + head + "  @BLOB-A @observed\n  Scenario: S\n    Given a\n", "two levels, must and observed"},
		"two services":          {"@blob\n" + head + "  @BLOB-A @queue\n  Scenario: S\n    Given a\n", "two services, blob and queue"},
		"Examples without rows": {head + "  @BLOB-A\n  Scenario Outline: <a>\n    Given <a>\n    Examples:\n      | a |\n", "line 6: Examples without rows"},
		"Examples, no table":    {head + "  @BLOB-A\n  Scenario Outline: <a>\n    Given <a>\n    Examples:\n", "line 6: Examples without rows"},
		"a missing column":      {head + "  @BLOB-A\n  Scenario Outline: <a>\n    Given <b c>\n    Examples:\n      | a |\n      | 1 |\n", "line 5: no column is called <b c>"},
		"a missing name column": {head + "  @BLOB-A\n  Scenario Outline: <b>\n    Given <a>\n    Examples:\n      | a |\n      | 1 |\n", "no column is called <b>"},
		"a column twice":        {head + "  @BLOB-A\n  Scenario Outline: <a>\n    Given <a>\n    Examples:\n      | a | a |\n      | 1 | 2 |\n", `two columns are called "a"`},
		"a ragged table":        {head + "  @BLOB-A\n  Scenario Outline: <a>\n    Given <a>\n    Examples:\n      | a | b |\n      | 1 |\n", "inconsistent"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, err := parseFeature("f", []byte(tt.text))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("parseFeature(%q) = %v, %v, want an error with %q", tt.text, f.cases, err, tt.want)
			}
		})
	}
}

func TestASameLevelMayStandTwice(t *testing.T) {
	t.Parallel()
	f, err := parseFeature("f", []byte("@must @blob\nFeature: F\n  @BLOB-A @must @blob\n  Scenario: S\n    Given a\n"))
	if err != nil || len(f.cases) != 1 || f.cases[0].Level != "must" || f.cases[0].Service != "blob" {
		t.Errorf("parseFeature = %+v, %v", f.cases, err)
	}
}

func TestSlug(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"":                                     "",
		"Put Block List":                       "put-block-list",
		"412 (LeaseIdMissing)":                 "412-leaseidmissing",
		"If-None-Match *":                      "if-none-match-*",
		"  ~~ ":                                "",
		`holds "a, b"`:                         "holds-a-b",
		"is Leased(A) with infinite duration!": "is-leased-a-with-infinite-duration",
		"Größe 7":                              "gr-e-7",
		"lease id A, duration 5":               "lease-id-a-duration-5",
		"duration -5":                          "duration-minus-5",
		"-1":                                   "minus-1",
		"2009-09-19 - 7":                       "2009-09-19-7",
	}
	for s, want := range tests {
		if got := slug(s); got != want {
			t.Errorf("slug(%q) = %q, want %q", s, got, want)
		}
	}
}

// parseFeature reads the cases of one feature of the suite.
func parseFeature(name string, source []byte, pairs ...Pair) (feature, error) {
	f := feature{name: name, pairs: pairs}
	err := f.parse(source)
	return f, err
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

      | 3 \| \\ | 4 |
    @must
    Examples: Two
      | y | x |
      | 5 | 6 |

  @BLOB-Z
  Scenario: The last one
    Given the end`

// sayTheSame compares the cases of a feature with the scenarios that Gherkin itself makes of it.
func sayTheSame(t *testing.T, text string) {
	t.Helper()
	f, err := parseFeature("f", []byte(text))
	if err != nil {
		return
	}
	doc, err := gherkin.ParseGherkinDocument(strings.NewReader(text), (&messages.Incrementing{}).NewId)
	if err != nil {
		t.Fatalf("Gherkin refuses what has %d cases: %v\n%s", len(f.cases), err, text)
	}
	type scenario struct {
		Name  string
		Steps []string
	}
	var got, want []scenario
	for _, c := range f.cases {
		got = append(got, scenario{c.Name, c.Steps})
	}
	for _, p := range gherkin.Pickles(*doc, f.name, (&messages.Incrementing{}).NewId) {
		s := scenario{Name: p.Name}
		for _, st := range p.Steps {
			s.Steps = append(s.Steps, st.Text)
		}
		want = append(want, s)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("scenarios -Gherkin's +ours:\n%s\n%s", d, text)
	}
}

// plainTables reports whether no Examples of a text have columns that only this package reads.
func plainTables(text string) bool {
	return !strings.Contains(text, "Av") && !strings.Contains(text, "pairs")
}

func FuzzFeature(f *testing.F) {
	f.Add(mixed)
	f.Add(strings.ReplaceAll(mixed, "\n", "\r\n") + "\r\n")
	f.Add("Feature: F\n@BLOB-A\nScenario: S\n* a\n@BLOB-A\nScenario: T")
	f.Fuzz(func(t *testing.T, text string) {
		if plainTables(text) {
			sayTheSame(t, text)
		}
	})
}
