package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ifmatch/features"
	"ifmatch/internal/nearest"
	"ifmatch/reports/console"
	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/words"
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

// ownFeatures is the application with a user's features, if there are some, instead of those of the suite. Every mistake in them is a usage
// error, which names file and line, and what was probably meant.
func (a *app) ownFeatures(folder string) (*app, error) {
	if folder == "" {
		return a, nil
	}
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return nil, usagef("name a folder with files that end in .feature", "--features: there is no folder %q", folder)
	}
	suite, err := steps.LoadOwn(features.FS, os.DirFS(folder))
	if err != nil {
		var at *plan.Misread
		if errors.As(err, &at) {
			at.File = filepath.Join(folder, filepath.FromSlash(at.File))
			return nil, usage(probably(err), err)
		}
		return nil, usagef("docs/writing-features.md explains features", "read the features in %s: %v", folder, err)
	}
	own := *a
	own.suite = func() (*plan.Suite, error) { return suite, nil }
	return &own, nil
}

// probably says what could have been meant by a word or a sentence that nothing knows.
func probably(err error) string {
	const otherwise = `"ifmatch list phrases" shows all sentences, and docs/words.md their words`
	var unknown *words.Unknown
	switch {
	case !errors.As(err, &unknown):
		return otherwise
	case len(unknown.Similar) == 0:
		return nearest.Hint(unknown.Word, unknown.Known, otherwise)
	}
	sentences := "did you mean one like these? " + strings.Join(unknown.Similar, "; ")
	if near := nearest.Names(unknown.Word, unknown.Known, 1); len(near) > 0 && nearest.Distance(unknown.Word, near[0]) == 1 {
		return fmt.Sprintf("is %s %s? %s", unknown.Word, near[0], sentences)
	}
	return sentences
}
