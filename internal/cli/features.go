package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"ifmatch/reports/console"
)

func (a *app) featuresCommand() *cobra.Command {
	var sel selectionFlags
	var folder string
	var seed int64
	cmd := &cobra.Command{
		Use:   "features --expand DIR [SELECTOR...]",
		Short: "Write the cases as features that any Cucumber reads",
		Long: paragraphs(
			`features writes the cases that a run with the same selectors would try as feature files, a scenario for each case, for the Cucumber of another language. The features of this program hold outlines, and tables whose columns only this program can read; these hold neither. The comment above a scenario is the id of the case, and its tags are the level, the service, the clauses, and what it needs. "ifmatch list phrases" shows the sentences that step definitions have to understand, and docs/words.md their words. "ifmatch list cases --json" has the same cases as data.`,
			selectorHelp),
		Example:           "  ifmatch features --expand features\n  ifmatch features --expand features service:blob,level:must",
		ValidArgsFunction: suggesting(a.selectorsLike),
		RunE: func(_ *cobra.Command, selectors []string) error {
			if folder == "" {
				return usagef("for instance --expand features", "features needs --expand, the folder to write")
			}
			sel.selects = slices.Concat(selectors, sel.selects)
			return a.expand(folder, sel, seed)
		},
	}
	sel.add(a, cmd)
	cmd.Flags().StringVar(&folder, "expand", "", "`folder` to write; it must not exist, or be empty")
	cmd.Flags().Int64Var(&seed, "seed", 1, "`number` that draws the pairs")
	return cmd
}

func (a *app) expand(folder string, sel selectionFlags, seed int64) error {
	if there, err := os.ReadDir(folder); err == nil && len(there) > 0 {
		return usagef("name a new one: features are never mixed", "--expand: %s is not empty", folder)
	}
	p, err := a.plan(sel, seed)
	if err != nil {
		return err
	}
	sources := p.Expanded()
	for _, s := range sources {
		path := filepath.Join(folder, filepath.FromSlash(s.Name)+".feature")
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		if err == nil {
			err = os.WriteFile(path, s.Text, 0o666)
		}
		if err != nil {
			return usage("", fmt.Errorf("write features: %w", err))
		}
	}
	_, err = fmt.Fprintf(a.stdout, "%s in %s\n", console.Plural(len(p.Cases), "scenario"), console.Plural(len(sources), "feature"))
	return err
}
