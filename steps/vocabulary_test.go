package steps_test

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"

	gherkin "github.com/cucumber/gherkin/go/v26"
	messages "github.com/cucumber/messages/go/v21"
	"github.com/google/go-cmp/cmp"

	"ifmatch/features"
	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// patterns are the compiled patterns of all phrases.
func patterns() map[string]*regexp.Regexp {
	out := map[string]*regexp.Regexp{}
	for _, p := range steps.Language().Phrases() {
		out[p.Pattern] = regexp.MustCompile(p.Pattern)
	}
	return out
}

// matching lists the patterns that a sentence matches, in the language's order.
func matching(all map[string]*regexp.Regexp, text string) (out []string) {
	for _, p := range steps.Language().Phrases() {
		if all[p.Pattern].MatchString(text) {
			out = append(out, p.Pattern)
		}
	}
	return out
}

func TestEachExampleIsItsOwnPhraseAlone(t *testing.T) {
	t.Parallel()
	all := patterns()
	for _, p := range steps.Language().Phrases() {
		text, ok := strings.CutPrefix(p.Example, p.Keyword+" ")
		if !ok {
			t.Errorf("the example %q does not begin with %s", p.Example, p.Keyword)
		}
		if d := cmp.Diff([]string{p.Pattern}, matching(all, text)); d != "" {
			t.Errorf("phrases of %q -want +got:\n%s", text, d)
		}
		// A body that takes more parts than its pattern captures panics here.
		step, err := steps.Language().Read(text)
		if err != nil {
			t.Errorf("the example %q cannot be read: %v", text, err)
		}
		if body, ok := step.Body.(scenario.Body); !ok || body == nil || step.Text != text {
			t.Errorf("the example %q is read as %+v", text, step)
		}
	}
}

func TestPatternsAreAnchored(t *testing.T) {
	t.Parallel()
	for _, p := range steps.Language().Phrases() {
		tree, err := syntax.Parse(p.Pattern, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(tree.Sub); tree.Op != syntax.OpConcat || tree.Sub[0].Op != syntax.OpBeginText || tree.Sub[n-1].Op != syntax.OpEndText {
			t.Errorf("%s matches a part of a sentence", p.Pattern)
		}
		if strings.Contains(p.Pattern, "{who}") || strings.Contains(p.Pattern, "{resource}") {
			t.Errorf("%s is not written out", p.Pattern)
		}
	}
}

// TestEveryStepIsOnePhrase: every step matches one phrase, in the part of a scenario where that
// phrase belongs, and every phrase is used.
func TestEveryStepIsOnePhrase(t *testing.T) {
	t.Parallel()
	all, keywordOf := patterns(), map[string]string{}
	for _, ph := range steps.Language().Phrases() {
		keywordOf[ph.Pattern] = ph.Keyword
	}
	used, known, written := map[string]bool{}, map[string][]string{}, map[string][]*messages.Scenario{}
	for _, c := range choose(t, plan.Selection{AllPairs: true}).Cases {
		if written[c.Feature] == nil {
			written[c.Feature] = scenarios(t, c.Feature)
		}
		keywords := keywordsAt(written[c.Feature], c.Line)
		for i, text := range c.Steps {
			m, ok := known[text]
			if !ok {
				m = matching(all, text)
				known[text] = m
			}
			if len(m) != 1 {
				t.Errorf("%s, %s: %q fits %d phrases: %q", c.Feature, c.Name, text, len(m), m)
				continue
			}
			used[m[0]] = true
			if want := keywordOf[m[0]]; keywords[i] != want {
				t.Errorf("%s, %s: %q stands under %s, want %s", c.Feature, c.Name, text, keywords[i], want)
			}
		}
	}
	for _, ph := range steps.Language().Phrases() {
		if !used[ph.Pattern] {
			t.Errorf("no case uses the phrase %q", ph.Example)
		}
	}
}

// scenarios are those of a feature file, as they are written.
func scenarios(t *testing.T, feature string) (all []*messages.Scenario) {
	t.Helper()
	f, err := features.FS.Open(feature + ".feature")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	doc, err := gherkin.ParseGherkinDocument(f, (&messages.Incrementing{}).NewId)
	if err != nil {
		t.Fatal(err)
	}
	for _, child := range doc.Feature.Children {
		all = append(all, child.Scenario)
	}
	return all
}

// keywordsAt are the keywords of the steps of the scenario to which a line belongs, "And" replaced by the one before.
func keywordsAt(scenarios []*messages.Scenario, line int) (keywords []string) {
	var at *messages.Scenario
	for _, sc := range scenarios {
		if int(sc.Location.Line) <= line {
			at = sc
		}
	}
	for _, st := range at.Steps {
		keyword := strings.TrimSpace(st.Keyword)
		if keyword == "And" {
			keyword = keywords[len(keywords)-1]
		}
		keywords = append(keywords, keyword)
	}
	return keywords
}
