package cli

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"ifmatch/reports"
)

// renderers are the kinds of --report.
var renderers = []struct {
	kind   string
	render func(io.Writer, reports.Run) error
}{
	{"json", reports.Encode},
}

// wantedReport is one --report KIND=FILE.
type wantedReport struct {
	path   string
	render func(io.Writer, reports.Run) error
}

// parseReports reads and checks every --report before anything is sent, so that
// a run of minutes does not end in a misspelt folder.
func parseReports(specs []string) ([]wantedReport, error) {
	var kinds []string
	for _, r := range renderers {
		kinds = append(kinds, r.kind)
	}
	hint := "kinds: " + strings.Join(kinds, ", ") + "; for instance --report json=result.json"
	var out []wantedReport
	var paths []string
	for _, spec := range specs {
		kind, path, ok := strings.Cut(spec, "=")
		if !ok || path == "" {
			return nil, usagef(hint, "--report %q is not KIND=FILE", spec)
		}
		i := slices.Index(kinds, kind)
		if i < 0 {
			return nil, usagef(hint, "unknown report kind %q", kind)
		}
		if slices.Contains(paths, filepath.Clean(path)) {
			return nil, usagef("give each report a file of its own", "two reports go to %s", path)
		}
		paths = append(paths, filepath.Clean(path))
		if err := reports.CheckWritable(path); err != nil {
			return nil, usage("", err)
		}
		out = append(out, wantedReport{path, renderers[i].render})
	}
	return out, nil
}
