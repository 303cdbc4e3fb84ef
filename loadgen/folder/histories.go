package folder

import (
	"fmt"
	"os"
	"path/filepath"

	"ifmatch/internal/namedfile"
)

// The files of a run's folder.
const (
	HistoryFile  = "history.ifm"
	PageFile     = "report.html"
	SummaryFile  = "summary.json"
	manifestFile = "manifest.json"
	resultsFile  = "results.gob"
)

// Histories finds the histories that a RUN names: one, or those of the runs of a sweep or a
// search.
func Histories(arg string) ([]string, error) {
	info, err := os.Stat(arg)
	if err != nil {
		return nil, fmt.Errorf("open run: %w", err)
	}
	runs := []string{arg}
	if info.IsDir() {
		if runs, err = historiesBelow(arg); err != nil {
			return nil, err
		}
	}
	for _, path := range runs {
		if err := namedfile.Check(path, 0); err != nil {
			return nil, fmt.Errorf("open run: %w", err)
		}
	}
	return runs, nil
}

// historiesBelow finds the history in a folder, or those in its folders.
func historiesBelow(folder string) ([]string, error) {
	path := filepath.Join(folder, HistoryFile)
	if _, err := os.Stat(path); err == nil {
		return []string{path}, nil
	}
	runs, err := filepath.Glob(filepath.Join(folder, "*", HistoryFile))
	if err != nil || len(runs) == 0 {
		return nil, fmt.Errorf("open run: there is no %s in %s", HistoryFile, folder)
	}
	return runs, nil
}
