package catalogue

import (
	"encoding/json"
	"fmt"
	"io"

	"ifmatch/reports/console"
)

// List is one list: a table for people, an array of JSON for scripts.
type List[R any] struct {
	Header []string
	Right  []int // columns of numbers
	// Cells are the lines of the table for one row.
	Cells func(console.Style, R) [][]string
	// Foot summarises the rows in a line below the table; nil: no such line.
	Foot func([]R) string
}

// Line returns the cells of a row that has one line.
func Line(cells ...string) [][]string { return [][]string{cells} }

// Write prints rows as a table, of at most so many columns; 0: any number.
func (l List[R]) Write(w io.Writer, rows []R, style console.Style, width int) error {
	t := &console.Table{Right: l.Right, Width: width}
	for _, h := range l.Header {
		t.Header = append(t.Header, style.Dim(h))
	}
	for _, r := range rows {
		for _, cells := range l.Cells(style, r) {
			t.Add(cells...)
		}
	}
	if err := t.Write(w); err != nil || l.Foot == nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s\n", l.Foot(rows))
	return err
}

// WriteJSON prints a value for scripts.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("print JSON: %w", err)
	}
	return nil
}
