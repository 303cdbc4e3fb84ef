package cli

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"ifmatch/reports/console"
)

// listCommand is the parent of everything that can be listed.
func (a *app) listCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list WHAT",
		Short: "List what the suite knows: clauses, cases, phrases, operations, workloads, faults, exit codes",
		Long:  paragraphs(`list shows what the suite knows. Nothing is sent to any service. With --json each list is an array of objects for scripts.`),
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef(suggest(cmd, args[0]), "cannot list %q", args[0])
			}
			return usagef(`"ifmatch list --help" shows what can be listed`, "list what?")
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	cmd.AddCommand(a.listClauses(), a.listCases(), a.listPhrases(), a.listOperations(), a.listWorkloads(), a.listFaults(), a.listExitCodes())
	return cmd
}

// lister prints rows as a table for people or as JSON for scripts.
type lister struct {
	app  *app
	json bool
}

// flag adds --json to cmd.
func (l *lister) flag(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().BoolVar(&l.json, "json", false, "print a JSON array")
	return cmd
}

// print shows rows, which encode as JSON, or the same as the table that cells
// makes of each.
func print[T any](l *lister, rows []T, header []string, right []int, cells func(console.Style, T) []string) error {
	if l.json {
		enc := json.NewEncoder(l.app.stdout)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if rows == nil {
			rows = []T{}
		}
		if err := enc.Encode(rows); err != nil {
			return fmt.Errorf("print list: %w", err)
		}
		return nil
	}
	width, _ := terminal(l.app.stdout)
	style := l.app.style(l.app.stdout)
	t := console.Table{Right: right, Width: width}
	for _, h := range header {
		t.Header = append(t.Header, style.Dim(h))
	}
	for _, r := range rows {
		t.Add(cells(style, r)...)
	}
	return t.Write(l.app.stdout)
}
