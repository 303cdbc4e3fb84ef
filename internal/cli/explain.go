package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"ifmatch/internal/catalogue"
)

func (a *app) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain CLAUSE|STATUS|CODE...",
		Short: "Show what a clause says, where it comes from, and which cases test it",
		Long: paragraphs(
			`explain shows a clause: its statement in our own words, its level, the document and heading it comes from, the level at which each error code is judged, Microsoft's pages, and the cases that test it. The level says where the status and the effect are documented: must in the article "Managing Concurrency in Microsoft Azure Storage", should only in the REST reference, and observed only in recordings, live tests or an emulator.`,
			`A case id explains the clauses of that case; a glob explains every clause that fits. Letter case does not matter.`,
			`409, 412 or an error code, such as BlobAlreadyExists, shows instead which requests are answered with it: the condition, the state of the resource, the answer, how often Azure was seen to give it, and the clause. docs/409-or-412.md has them all.`),
		Example:           "  ifmatch explain BLOB-TAB-15C\n  ifmatch explain 'CONT-TAB-07*'\n  ifmatch explain 412\n  ifmatch explain BlobAlreadyExists",
		ValidArgsFunction: suggesting(a.clausesLike),
		Args:              someArguments(`"ifmatch list clauses" shows them all`, "explain which clause?"),
		RunE: func(_ *cobra.Command, args []string) error {
			suite, err := a.suite()
			if err == nil {
				err = suite.Check()
			}
			if err != nil {
				return fmt.Errorf("load the suite: %w", err)
			}
			seen, err := a.sightings()
			if err != nil {
				return err
			}
			page := catalogue.Explanation{W: a.stdout, Style: a.style(a.stdout), Suite: suite, Seen: seen}
			page.Width, _ = terminal(a.stdout)
			return page.Explain(args)
		},
	}
}
