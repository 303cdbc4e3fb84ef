package cli

import (
	"github.com/spf13/cobra"

	"ifmatch/internal/catalogue"
)

func (a *app) listPhrases() *cobra.Command {
	return listed(a, &cobra.Command{
		Use:   "phrases",
		Short: "List the sentences that feature files are written in, with an example of each",
	}, catalogue.PhraseList, func([]string) ([]catalogue.Phrase, error) { return catalogue.Phrases(), nil })
}
