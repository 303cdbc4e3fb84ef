package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"ifmatch/reports"
	"ifmatch/reports/load"
	"ifmatch/reports/load/bench"
	"ifmatch/reports/load/csv"
	"ifmatch/reports/load/html"
	"ifmatch/reports/load/text"
)

// loadRenderers are the kinds of --report for load runs.
var loadRenderers = []struct {
	kind   string
	render func(io.Writer, load.Run) error
}{
	{"json", load.Encode},
	{"bench", bench.Write},
	{"csv", csv.Write},
	{"html", html.Write},
}

func loadReportKinds() []string {
	var out []string
	for _, r := range loadRenderers {
		out = append(out, r.kind)
	}
	return out
}

// wantedLoadReport is one --report KIND=FILE.
type wantedLoadReport struct {
	path   string
	render func(io.Writer, load.Run) error
}

// parseLoadReports reads and checks every --report before anything is sent.
func parseLoadReports(specs []string) ([]wantedLoadReport, error) {
	kinds := loadReportKinds()
	hint := "kinds: " + strings.Join(kinds, ", ") + "; for instance --report html=load.html"
	var out []wantedLoadReport
	for _, spec := range specs {
		kind, path, ok := strings.Cut(spec, "=")
		if !ok || path == "" {
			return nil, usagef(hint, "--report %q is not KIND=FILE", spec)
		}
		i := slices.Index(kinds, kind)
		if i < 0 {
			return nil, usagef(hint, "unknown report kind %q", kind)
		}
		path = filepath.Clean(path)
		if slices.ContainsFunc(out, func(w wantedLoadReport) bool { return w.path == path }) {
			return nil, usagef("give each report a file of its own", "two reports go to %s", path)
		}
		if err := reports.CheckWritable(path); err != nil {
			return nil, usage("", err)
		}
		out = append(out, wantedLoadReport{path, loadRenderers[i].render})
	}
	return out, nil
}

// folderReports are those that every run's folder holds.
func folderReports(folder string) []wantedLoadReport {
	return []wantedLoadReport{{filepath.Join(folder, summaryFile), load.Encode}, {filepath.Join(folder, pageFile), html.Write}}
}

// showLoad prints the summary.
func (a *app) showLoad(r load.Run) error {
	width, _ := terminal(a.stdout)
	fmt.Fprintln(a.stdout)
	return text.Write(a.stdout, r, text.Options{Style: a.style(a.stdout), Width: width})
}

// showVerdicts prints what `check` found.
func (a *app) showVerdicts(all []checked, asJSON bool) error {
	if asJSON {
		enc := json.NewEncoder(a.stdout)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(all)
	}
	width, _ := terminal(a.stdout)
	for i, c := range all {
		if len(all) > 1 {
			if i > 0 {
				fmt.Fprintln(a.stdout)
			}
			fmt.Fprintf(a.stdout, "%s\n", c.Run)
		}
		if err := text.WriteVerdict(a.stdout, load.Run{Plan: load.Plan{Invariant: c.invariant}, Verdict: c.Verdict}, text.Options{Style: a.style(a.stdout), Width: width}); err != nil {
			return err
		}
	}
	return nil
}
