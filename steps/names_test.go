package steps_test

import (
	"context"
	"regexp"
	"testing"

	"ifmatch/internal/target"
	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// endpoint is a target that only has a kind.
type endpoint struct{}

func (endpoint) Info() target.Info          { return target.Info{Kind: "endpoint"} }
func (endpoint) Has(target.Capability) bool { return false }
func (endpoint) Session(context.Context, string) (*target.Session, error) {
	return nil, context.Canceled
}

// legal is what the services accept as the name of a scenario's container, queue, share or the
// like. Containers, queues and shares leave room for the words that named ones add to theirs.
var legal = map[string]*regexp.Regexp{
	"container": regexp.MustCompile(`^[a-z0-9](?:-?[a-z0-9]){2,47}$`),
	"queue":     regexp.MustCompile(`^[a-z0-9](?:-?[a-z0-9]){2,47}$`),
	"share":     regexp.MustCompile(`^[a-z0-9](?:-?[a-z0-9]){2,47}$`),
	"table":     regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]{2,62}$`),
}

func TestNamesAreLegalAndTellCasesApart(t *testing.T) {
	t.Parallel()
	st := &scenario.Stage{Language: steps.Language(), Names: scenario.NewNames(endpoint{}, "", "", 1)}
	owner := map[string]string{}
	for _, c := range choose(t, plan.Selection{}).Cases {
		for again := range 3 {
			w := scenario.NewWorld(st, c, again)
			for word, form := range legal {
				name := named(w, word).String()
				if !form.MatchString(name) {
					t.Errorf("case %s has the %s %q", c.ID, word, name)
				}
				if key := word + " " + name; owner[key] != "" {
					t.Errorf("cases %s and %s share the %s", c.ID, owner[key], key)
				} else {
					owner[key] = c.ID
				}
			}
		}
	}
}

// named is the address of a nameless resource of that kind.
func named(w *scenario.World, word string) scenario.Address {
	for _, s := range w.Language.Services {
		for _, k := range w.Language.Lexicon(s.Name).Kinds {
			if k.Word == word {
				return k.Name(w, "")
			}
		}
	}
	return nil
}
