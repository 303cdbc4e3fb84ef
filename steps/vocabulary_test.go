package steps

import (
	"bytes"
	"reflect"
	"regexp/syntax"
	"strings"
	"testing"

	gherkin "github.com/cucumber/gherkin/go/v26"
	messages "github.com/cucumber/messages/go/v21"
	"github.com/google/go-cmp/cmp"

	"ifmatch/features"
	"ifmatch/steps/plan"
)

// matching lists the patterns that a sentence fits.
func matching(text string) (out []string) {
	for _, p := range vocabulary {
		if p.re.MatchString(text) {
			out = append(out, p.Pattern)
		}
	}
	return out
}

func TestEachExampleIsItsOwnPhraseAlone(t *testing.T) {
	t.Parallel()
	for _, p := range vocabulary {
		text, ok := strings.CutPrefix(p.Example, p.Keyword+" ")
		if !ok {
			t.Errorf("the example %q does not begin with %s", p.Example, p.Keyword)
		}
		if d := cmp.Diff([]string{p.Pattern}, matching(text)); d != "" {
			t.Errorf("phrases of %q -want +got:\n%s", text, d)
		}
	}
}

func TestPatternsAreAnchoredAndFitTheirBodies(t *testing.T) {
	t.Parallel()
	for _, p := range vocabulary {
		tree, err := syntax.Parse(p.Pattern, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(tree.Sub); tree.Op != syntax.OpConcat || tree.Sub[0].Op != syntax.OpBeginText || tree.Sub[n-1].Op != syntax.OpEndText {
			t.Errorf("%s matches a part of a sentence", p.Pattern)
		}
		body := reflect.TypeOf(p.bind(&world{}))
		if want := p.re.NumSubexp() + 1; body.NumIn() != want { // the context comes first
			t.Errorf("%s captures %d words, its body takes %d", p.Pattern, want-1, body.NumIn()-1)
		}
	}
}

func TestPhrasesListTheVocabulary(t *testing.T) {
	t.Parallel()
	list := Phrases()
	if len(list) != len(vocabulary) {
		t.Fatalf("%d phrases, %d in the vocabulary", len(list), len(vocabulary))
	}
	for i, p := range vocabulary {
		if list[i] != p.Phrase {
			t.Errorf("phrase %d is %+v, want %+v", i, list[i], p.Phrase)
		}
	}
}

// TestEveryStepIsOnePhrase reads the real features as godog does: every step fits
// one phrase, in the part of a scenario where that phrase is meant to stand, and
// no phrase is left over.
func TestEveryStepIsOnePhrase(t *testing.T) {
	t.Parallel()
	suite, err := plan.Load(features.FS)
	if err != nil {
		t.Fatal(err)
	}
	p, err := suite.Select(plan.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	keywords := map[messages.PickleStepType]string{messages.PickleStepType_CONTEXT: "Given", messages.PickleStepType_ACTION: "When", messages.PickleStepType_OUTCOME: "Then"}
	used := map[string]bool{}
	for _, src := range p.Sources(func(plan.Case) bool { return true }) {
		id := (&messages.Incrementing{}).NewId
		doc, err := gherkin.ParseGherkinDocument(bytes.NewReader(src.Text), id)
		if err != nil {
			t.Fatal(err)
		}
		for _, pickle := range gherkin.Pickles(*doc, src.Name, id) {
			for _, step := range pickle.Steps {
				m := matching(step.Text)
				if len(m) != 1 {
					t.Errorf("%s, %s: %q fits %d phrases: %q", src.Name, pickle.Name, step.Text, len(m), m)
					continue
				}
				used[m[0]] = true
				if want := keywordOf(m[0]); keywords[step.Type] != want {
					t.Errorf("%s, %s: %q stands under %s, want %s", src.Name, pickle.Name, step.Text, keywords[step.Type], want)
				}
			}
		}
	}
	for _, ph := range vocabulary {
		if !used[ph.Pattern] {
			t.Errorf("no case uses the phrase %q", ph.Example)
		}
	}
}

func keywordOf(pattern string) string {
	for _, p := range vocabulary {
		if p.Pattern == pattern {
			return p.Keyword
		}
	}
	return ""
}
