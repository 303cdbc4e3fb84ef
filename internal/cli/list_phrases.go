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
	return listed(a, &cobra.Command{
		Use:   "phrases",
		Short: "List the sentences that feature files are written in, with an example of each",
	}, listing[phraseRow]{
		rows:  func([]string) ([]phraseRow, error) { return phraseRows(), nil },
		cells: func(_ console.Style, r phraseRow) [][]string { return line(r.Example) },
	})
}

func phraseRows() []phraseRow {
	var rows []phraseRow
	for _, p := range steps.Language().Phrases() {
		rows = append(rows, phraseRow{p.Keyword, p.Pattern, p.Example})
	}
	return rows
}
