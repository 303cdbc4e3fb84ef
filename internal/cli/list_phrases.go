package cli

import (
	"github.com/spf13/cobra"

	"ifmatch/reports/console"
	"ifmatch/steps"
)

// phraseRow is one sentence form as `list phrases --json` shows it.
type phraseRow struct {
	Keyword string `json:"keyword"`
	Pattern string `json:"pattern"`
	Example string `json:"example"`
}

func (a *app) listPhrases() *cobra.Command {
	l := &lister{app: a}
	return l.flag(&cobra.Command{
		Use:   "phrases",
		Short: "List the sentences that feature files are written in, an example of each",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			return print(l, phraseRows(), nil, nil, func(_ console.Style, r phraseRow) []string { return []string{r.Example} })
		},
	})
}

func phraseRows() []phraseRow {
	var rows []phraseRow
	for _, p := range steps.Phrases() {
		rows = append(rows, phraseRow{p.Keyword, p.Pattern, p.Example})
	}
	return rows
}
