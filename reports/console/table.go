package console

import (
	"fmt"
	"io"
	"strings"
)

// gap separates columns.
const gap = "  "

// Table is rows of cells in aligned columns. Cells may be coloured.
type Table struct {
	// Header is the first row; none if empty.
	Header []string
	// Right lists the right-aligned columns, counted from 0: numbers.
	Right []int
	// Indent precedes every row.
	Indent string
	// Width limits a row, in columns: the last column wraps within its own
	// width. If the other columns leave no room for it, all cells after the
	// first go on lines of their own. Zero or less means no limit.
	Width int
	// Cut shortens the last column to one line instead of wrapping it.
	Cut  bool
	rows [][]string
}

// Add appends a row.
func (t *Table) Add(cells ...string) { t.rows = append(t.rows, cells) }

// Empty reports whether the table has no rows.
func (t *Table) Empty() bool { return len(t.rows) == 0 }

// minimumWrap is the narrowest last column worth wrapping, in columns, and minimumCut the narrowest one worth cutting.
const (
	minimumWrap = 24
	minimumCut  = 12
)

// Write formats the table.
func (t *Table) Write(w io.Writer) error {
	rows := t.rows
	if len(t.Header) > 0 {
		rows = append([][]string{t.Header}, rows...)
	}
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], Width(cell))
		}
	}
	last := len(widths) - 1
	right := make(map[int]bool, len(t.Right))
	for _, i := range t.Right {
		right[i] = true
	}
	before := len(t.Indent)
	for _, n := range widths[:max(last, 0)] {
		before += n + len(gap)
	}
	room := t.Width - before
	least := minimumWrap
	if t.Cut {
		least = minimumCut
	}
	if t.Width <= 0 || room < least || right[last] {
		room = 0
	}
	var b strings.Builder
	if t.Width > 0 && room == 0 && before+widths[max(last, 0)] > t.Width && last > 0 && !right[last] {
		t.stack(&b, rows)
		rows = nil
	}
	for _, row := range rows {
		var line strings.Builder
		line.WriteString(t.Indent)
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-Width(cell))
			switch {
			case right[i]:
				line.WriteString(pad + cell)
			case i == last && room > 0 && t.Cut:
				line.WriteString(Shorten(cell, room))
			case i == last && room > 0:
				line.WriteString(strings.Join(Wrap(cell, room), "\n"+strings.Repeat(" ", before)))
			default:
				line.WriteString(cell + pad)
			}
			if i < len(row)-1 {
				line.WriteString(gap)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write table: %w", err)
	}
	return nil
}

// stack writes the first cell of each row in a line, and below it the others, set off.
func (t *Table) stack(b *strings.Builder, rows [][]string) {
	const below = "    "
	for _, row := range rows {
		var rest []string
		for i, cell := range row {
			switch {
			case cell == "":
			case i == 0:
				b.WriteString(t.Indent + cell + "\n")
			default:
				rest = append(rest, cell)
			}
		}
		for _, line := range Wrap(strings.Join(rest, " · "), max(t.Width-len(t.Indent)-len(below), minimumWrap)) {
			b.WriteString(t.Indent + below + line + "\n")
		}
	}
}
