package catalogue

import (
	"ifmatch/reports/console"
	"ifmatch/steps"
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
