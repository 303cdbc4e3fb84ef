package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"ifmatch/features"
	"ifmatch/internal/nearest"
	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/words"
)

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
