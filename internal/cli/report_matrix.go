package cli

import (
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"ifmatch/reports/matrix"
)

// matrixRenderers are the kinds of --report for many results side by side.
var matrixRenderers = []renderer[matrix.Matrix]{{"html", func(w io.Writer, m matrix.Matrix) error { return m.Write(w) }}}

func (a *app) reportMatrixCommand() *cobra.Command {
	f := reportFlag[matrix.Matrix]{renderers: matrixRenderers}
	cmd := &cobra.Command{
		Use:   "matrix [NAME=]RESULT [NAME=]RESULT...",
		Short: "Put many results side by side",
		Long: paragraphs(
			`matrix compares what many targets, or versions of one, came to: clauses down, targets across, those clauses first in which they differ. With --report html=FILE it writes a page in which each cell opens its card; without it prints the counts.`,
			`A column is called NAME, or as the file of its result. A result of "ifmatch run" or "ifmatch report" with --report verdicts=FILE is enough: it holds every verdict and is small.`),
		Example: "  ifmatch report matrix old.json new.json\n" +
			"  ifmatch report matrix --report html=matrix.html reference=a.json azurite=b.json",
		RunE: func(_ *cobra.Command, args []string) error { return a.reportMatrix(f, args) },
	}
	f.add(cmd)
	return cmd
}

func (a *app) reportMatrix(f reportFlag[matrix.Matrix], args []string) error {
	if len(args) < 2 {
		return usagef(`"ifmatch report RESULT" renders one`, "put which results side by side? Two or more are needed")
	}
	wanted, err := f.parse(a.stdout)
	if err != nil {
		return err
	}
	var columns []matrix.Column
	for _, arg := range args {
		name, path, named := strings.Cut(arg, "=")
		if !named {
			name, path = strings.TrimSuffix(filepath.Base(arg), filepath.Ext(arg)), arg
		}
		r, err := readRun(path)
		if err != nil {
			return usage(resultHint, err)
		}
		if r, err = a.described(r); err != nil {
			return err
		}
		columns = append(columns, matrix.Column{Name: name, Run: r})
	}
	m, err := matrix.New(columns)
	if err != nil {
		return usage("", err)
	}
	var failed error
	for _, w := range wanted {
		failed = errors.Join(failed, w.write(m))
	}
	if len(wanted) > 0 {
		return failed
	}
	return m.Text(a.stdout)
}
