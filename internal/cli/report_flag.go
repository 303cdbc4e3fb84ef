package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ifmatch/internal/judging"
	"ifmatch/reports"
)

// renderer is one kind of --report for a result R.
type renderer[R any] struct {
	kind   string
	render func(io.Writer, R) error
}

// reportFlag is --report KIND=FILE of a command whose result is an R.
type reportFlag[R any] struct {
	renderers []renderer[R]
	lines     []renderer[R] // of kinds that have another form for files that end in .jsonl
	specs     []string
}

func (f *reportFlag[R]) add(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.specs, "report", nil, "write a report of KIND to FILE (- for stdout), as `KIND=FILE`; the file is written completely or not at all; kinds: "+strings.Join(f.kinds(), ", ")+" (repeatable)")
	completeFlagWith(cmd, "report", f.complete)
}

// complete suggests the kinds; the file after one is the shell's to complete.
func (f *reportFlag[R]) complete(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	if strings.Contains(typed, "=") {
		return nil, cobra.ShellCompDirectiveDefault
	}
	var out []string
	for _, kind := range beginning(typed, f.kinds()) {
		out = append(out, kind+"=")
	}
	return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

func (f *reportFlag[R]) kinds() []string {
	return mapped(f.renderers, func(r renderer[R]) string { return r.kind })
}

// stdoutPath is the FILE that means stdout.
const stdoutPath = "-"

// report is one requested report.
type report[R any] struct {
	path   string
	render func(io.Writer, R) error
	stdout io.Writer     // replaces the file; nil: the report goes to the file
	files  *reports.Gate // of a command that may be stopped while it writes; nil: it waits
}

// parse reads and checks every --report before anything is sent, so that a run of minutes does not
// fail on a misspelt folder.
func (f *reportFlag[R]) parse(a *app) ([]report[R], error) {
	kinds := f.kinds()
	hint := "kinds: " + strings.Join(kinds, ", ") + "; for instance --report json=result.json"
	var out []report[R]
	for _, spec := range f.specs {
		kind, path, ok := strings.Cut(spec, "=")
		if !ok || path == "" {
			return nil, usagef(hint, "--report %q is not KIND=FILE", spec)
		}
		i := slices.Index(kinds, kind)
		if i < 0 {
			return nil, usagef(hint, "unknown report kind %q", kind)
		}
		path = filepath.Clean(path)
		if slices.ContainsFunc(out, func(r report[R]) bool { return r.path == path }) {
			return nil, usagef("give each report a file of its own", "two reports would be written to %s", path)
		}
		r := report[R]{path: path, render: f.renderers[i].render, files: a.files}
		for _, l := range f.lines {
			if l.kind == kind && strings.HasSuffix(path, judging.JSONLines) {
				r.render = l.render
			}
		}
		if path == stdoutPath {
			r.stdout = a.stdout
		} else if err := a.files.Check(path); err != nil {
			return nil, usage("", err)
		}
		out = append(out, r)
	}
	return out, nil
}

// write renders the result to the report's destination.
func (r report[R]) write(result R) error {
	switch {
	case r.stdout != nil:
		return r.render(r.stdout, result)
	case r.files == nil:
		return reports.WriteFile(r.path, result, r.render)
	}
	var text bytes.Buffer
	if err := r.render(&text, result); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return r.files.Write(r.path, text.Bytes())
}

// writeAll renders the result to every destination.
func writeAll[R any](wanted []report[R], result R) (failed error) {
	for _, r := range wanted {
		failed = errors.Join(failed, r.write(result))
	}
	return failed
}

// besides is the app to use next to the reports: if a report goes to stdout, its own messages go
// to stderr.
func besides[R any](a *app, wanted []report[R]) *app {
	if !slices.ContainsFunc(wanted, func(r report[R]) bool { return r.stdout != nil }) {
		return a
	}
	apart := *a
	apart.stdout = a.stderr
	return &apart
}
