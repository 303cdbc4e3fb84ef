package catalogue

import (
	"fmt"
	"slices"
	"strings"

	"ifmatch/reports/console"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// PhraseList shows sentences.
var PhraseList = List[Phrase]{
	Cells: func(_ console.Style, r Phrase) [][]string { return Line(r.Example) },
}

// Phrase is one sentence form as `list phrases --json` shows it.
type Phrase struct {
	Keyword string `json:"keyword"`
	Pattern string `json:"pattern"`
	Example string `json:"example"`
}

// Phrases are the sentences of all services.
func Phrases() []Phrase {
	var rows []Phrase
	for _, p := range steps.Language().Phrases() {
		rows = append(rows, Phrase{p.Keyword, p.Pattern, p.Example})
	}
	return rows
}

// PairList shows the pairs of operations that are made from the facts of operations.
var PairList = List[plan.Pair]{
	Header: []string{"clause", "pairs", "operation", "under", "beside", "kind", "state", "no case, because"},
	Cells: func(s console.Style, p plan.Pair) [][]string {
		return Line(s.Bold(p.Clause), p.Family, p.Operation, p.Guard, p.Beside, p.Kind, p.State, p.NoCase)
	},
	Foot: func(rows []plan.Pair) string {
		apart := 0
		for _, p := range rows {
			if p.NoCase != "" {
				apart++
			}
		}
		return fmt.Sprintf("%s, %d of them with a case", console.Plural(len(rows), "pair"), len(rows)-apart)
	},
}

// Pairs lists the pairs of the clauses that match.
func Pairs(globs []string) []plan.Pair {
	return slices.DeleteFunc(steps.Language().Pairs(), func(p plan.Pair) bool {
		return len(globs) > 0 && !slices.ContainsFunc(globs, func(g string) bool { return Fits(strings.TrimSpace(g), p.Clause) })
	})
}
