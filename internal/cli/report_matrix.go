package cli

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"ifmatch/reports"
	"ifmatch/reports/matrix"
	"ifmatch/steps/plan"
)

// matrixRenderers are the kinds of --report for many results side by side.
var matrixRenderers = []renderer[matrix.Matrix]{{"html", func(w io.Writer, m matrix.Matrix) error { return m.Write(w) }}}

func (a *app) reportMatrixCommand() *cobra.Command {
	f := reportFlag[matrix.Matrix]{renderers: matrixRenderers}
	cmd := &cobra.Command{
		Use:   "matrix [NAME=]RESULT [NAME=]RESULT...",
		Short: "Compare many results side by side",
		Long: paragraphs(
			`matrix compares the results of several targets, or of several versions of one: one row per clause, one column per target, and the clauses in which they differ first. With --report html=FILE it writes a page on which each cell opens its card. Without --report it prints the counts. The clients that "ifmatch list profiles" shows come first: which target each can rely on, as far as verdicts can tell without a load.`,
			`A column is named NAME, or after its file. A small file is enough: "ifmatch run" or "ifmatch report" with --report verdicts=FILE writes the verdicts alone.`),
		Example: "  ifmatch report matrix old.json new.json\n" +
			"  ifmatch report matrix --report html=matrix.html reference=a.json azurite=b.json",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.atOnce(cmd.Context(), func(a *app) error { return a.reportMatrix(f, args) })
		},
	}
	f.add(cmd)
	return cmd
}

func (a *app) reportMatrix(f reportFlag[matrix.Matrix], args []string) error {
	if len(args) < 2 {
		return usagef(`"ifmatch report RESULT" renders one`, "matrix needs two results or more")
	}
	wanted, err := f.parse(a)
	if err != nil {
		return err
	}
	var columns []matrix.Column
	for _, arg := range args {
		name, path, named := strings.Cut(arg, "=")
		if !named {
			name, path = strings.TrimSuffix(filepath.Base(arg), filepath.Ext(arg)), arg
		}
		runs, err := a.results([]string{path})
		if err != nil {
			return err
		}
		r, err := a.described(runs[0])
		if err != nil {
			return err
		}
		columns = append(columns, matrix.Column{Name: name, Run: r})
	}
	clients, err := a.profiles([]string{allProfiles})
	if err != nil {
		return err
	}
	m, err := matrix.New(columns, mapped(clients, func(c plan.Profile) reports.Demand { return c.Demand })...)
	if err != nil {
		return usage("", err)
	}
	if len(wanted) > 0 {
		return writeAll(wanted, m)
	}
	return m.Text(a.stdout)
}
