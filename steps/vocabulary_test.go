package steps_test

import (
	"bytes"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"

	gherkin "github.com/cucumber/gherkin/go/v26"
	messages "github.com/cucumber/messages/go/v21"
	"github.com/google/go-cmp/cmp"

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

// TestEveryStepIsOnePhrase reads the real features as godog does. Every step matches
// one phrase, in the part of a scenario where that phrase belongs, and every phrase is used.
func TestEveryStepIsOnePhrase(t *testing.T) {
	t.Parallel()
	all, keywordOf := patterns(), map[string]string{}
	for _, ph := range steps.Language().Phrases() {
		keywordOf[ph.Pattern] = ph.Keyword
	}
	keywords := map[messages.PickleStepType]string{messages.PickleStepType_CONTEXT: "Given", messages.PickleStepType_ACTION: "When", messages.PickleStepType_OUTCOME: "Then"}
	used, known := map[string]bool{}, map[string][]string{}
	for _, src := range choose(t, plan.Selection{}).Sources(func(plan.Case) bool { return true }) {
		id := (&messages.Incrementing{}).NewId
		doc, err := gherkin.ParseGherkinDocument(bytes.NewReader(src.Text), id)
		if err != nil {
			t.Fatal(err)
		}
		for _, pickle := range gherkin.Pickles(*doc, src.Name, id) {
			for _, step := range pickle.Steps {
				m, ok := known[step.Text]
				if !ok {
					m = matching(all, step.Text)
					known[step.Text] = m
				}
				if len(m) != 1 {
					t.Errorf("%s, %s: %q fits %d phrases: %q", src.Name, pickle.Name, step.Text, len(m), m)
					continue
				}
				used[m[0]] = true
				if want := keywordOf[m[0]]; keywords[step.Type] != want {
					t.Errorf("%s, %s: %q stands under %s, want %s", src.Name, pickle.Name, step.Text, keywords[step.Type], want)
				}
			}
		}
	}
	for _, ph := range steps.Language().Phrases() {
		if !used[ph.Pattern] {
			t.Errorf("no case uses the phrase %q", ph.Example)
		}
	}
}
