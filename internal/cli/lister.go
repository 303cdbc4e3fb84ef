package cli

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"ifmatch/reports/console"
)

// listing is one list, printed as a table for people or, with --json, as an array for scripts.
type listing[R any] struct {
	rows   func(args []string) ([]R, error)
	header []string
	right  []int // columns of numbers
	// cells are the lines of the table for one row.
	cells func(console.Style, R) [][]string
	// foot summarises the rows in a line below the table; nil: no such line.
	foot func([]R) string
}

// line returns the cells of a row that has one line.
func line(cells ...string) [][]string { return [][]string{cells} }

// listed makes cmd print a list.
func listed[R any](a *app, cmd *cobra.Command, l listing[R]) *cobra.Command {
	if cmd.ValidArgsFunction == nil {
		cmd.Args = noArguments
	}
	var asJSON bool
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON array")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		rows, err := l.rows(args)
		if err != nil {
			return err
		}
		return l.print(a, rows, asJSON)
	}
	return cmd
}

func (l listing[R]) print(a *app, rows []R, asJSON bool) error {
	if asJSON {
		return writeJSON(a.stdout, append([]R{}, rows...)) // [] rather than null
	}
	if err := l.grid(a, rows).Write(a.stdout); err != nil || l.foot == nil {
		return err
	}
	_, err := fmt.Fprintf(a.stdout, "\n%s\n", l.foot(rows))
	return err
}

func (l listing[R]) grid(a *app, rows []R) *console.Table {
	width, _ := terminal(a.stdout)
	style := a.style(a.stdout)
	t := &console.Table{Right: l.right, Width: width}
	for _, h := range l.header {
		t.Header = append(t.Header, style.Dim(h))
	}
	for _, r := range rows {
		for _, cells := range l.cells(style, r) {
			t.Add(cells...)
		}
	}
	return t
}

// writeJSON prints a value for scripts.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("print JSON: %w", err)
	}
	return nil
}
