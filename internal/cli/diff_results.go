package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"

	"ifmatch/internal/judging"
	"ifmatch/internal/namedfile"
	"ifmatch/reports"
	"ifmatch/reports/diff"
	"ifmatch/reports/load"
)

// ofRun reports whether every argument is a conformance result: a file that does not say it is
// the result of a load run. For a damaged file, the reader of that kind reports the error.
func ofRun(args []string) (bool, error) {
	runs := 0
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil {
			return false, usage("", fmt.Errorf("open result: %w", err))
		}
		if err := namedfile.Check(arg, fs.ModeDir); err != nil {
			return false, usage("", fmt.Errorf("open result: %w", err))
		}
		if !info.IsDir() && kindOf(arg) != load.Kind {
			runs++
		}
	}
	if runs > 0 && runs < len(args) {
		return false, usagef("compare results of one kind", "some of these are results of run, and some of load")
	}
	return runs > 0, nil
}

// kindOf is the field kind of a document, or empty if it cannot be read.
func kindOf(path string) string {
	f, err := namedfile.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	// The kind of a load run is in the first lines of its file.
	head := json.NewDecoder(io.LimitReader(f, 4096))
	for key := ""; ; {
		token, err := head.Token()
		if err != nil {
			return ""
		}
		text, _ := token.(string)
		if key == "kind" {
			return text
		}
		key = text
	}
}

// diffRuns compares two conformance results.
func (a *app) diffRuns(args []string, verbose bool) error {
	if len(args) != 2 {
		return usagef("compare two at a time", "there are %d results of run", len(args))
	}
	var runs [2]reports.Run
	for i, path := range args {
		var err error
		if runs[i], err = a.readRun(path); err != nil {
			return usage(resultHint, err)
		}
	}
	width, _ := terminal(a.stdout)
	r := diff.Compare(runs[0], runs[1])
	if err := diff.Write(a.stdout, r, diff.Options{Style: a.style(a.stdout), Width: width, Verbose: verbose}); err != nil {
		return unknown("", err)
	}
	return exitWith(judging.Outcome(r.Outcome()))
}
