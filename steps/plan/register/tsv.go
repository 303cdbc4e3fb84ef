package register

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Table is a file of tab-separated cells below a header line, for instance a table of a source document. There is
// no quoting: a cell contains neither tabs nor line ends, so every line of the file is a row and a diff shows
// one clause per line.
type Table struct {
	Columns []string
	Rows    []map[string]string // column to cell, every column present

	file string
}

// Problem describes what is wrong in a cell of data row i.
func (t *Table) Problem(i int, column, format string, args ...any) error {
	return fmt.Errorf("%s line %d, column %s: %w", t.file, i+2, column, fmt.Errorf(format, args...))
}

// ReadRows reads a file that must have these columns, or any if none are given. The error joins all
// problems of the file, each with its line.
func ReadRows(fsys fs.FS, file string, columns ...string) (*Table, error) {
	data, err := fs.ReadFile(fsys, file)
	if err != nil {
		return nil, fmt.Errorf("reading the table %s: %w", file, err)
	}
	t, err := parseTSV(file, string(data))
	if err == nil && columns != nil && !slices.Equal(t.Columns, columns) {
		err = fmt.Errorf("%s line 1: the columns are %q, want %q", file, t.Columns, columns)
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// parseTSV reads a file that has exactly one valid spelling: every line ends in LF and has as many
// cells as the header, no cell has white space around it, and all columns have different names.
func parseTSV(file, text string) (*Table, error) {
	t := &Table{file: file}
	body, ended := strings.CutSuffix(text, "\n")
	if !ended {
		return t, fmt.Errorf("%s: the last line has no line end; an empty or cut file?", file)
	}
	lines := strings.Split(body, "\n")
	t.Columns = strings.Split(lines[0], "\t")
	for i, name := range t.Columns {
		err := checkCell(name)
		if err == nil && name == "" {
			err = errors.New("empty; every column needs a name")
		}
		if err == nil && slices.Contains(t.Columns[:i], name) {
			err = fmt.Errorf("a second column is named %q", name)
		}
		if err != nil {
			return t, fmt.Errorf("%s line 1, column %d: %w", file, i+1, err)
		}
	}
	var problems []error
	for i, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		if len(cells) != len(t.Columns) {
			problems = append(problems, fmt.Errorf("%s line %d: %d cells, want %d separated by tabs", file, i+2, len(cells), len(t.Columns)))
			continue
		}
		row := make(map[string]string, len(cells))
		for k, cell := range cells {
			if err := checkCell(cell); err != nil {
				problems = append(problems, t.Problem(i, t.Columns[k], "%w", err))
			}
			row[t.Columns[k]] = cell
		}
		t.Rows = append(t.Rows, row)
	}
	return t, errors.Join(problems...)
}

// checkCell refuses what an editor hides: invalid UTF-8, control characters (including the CR of
// a line end) and white space at either end.
func checkCell(cell string) error {
	switch {
	case !utf8.ValidString(cell):
		return fmt.Errorf("%q is not UTF-8", cell)
	case strings.ContainsFunc(cell, unicode.IsControl):
		return fmt.Errorf("%q has a control character; lines end in LF alone", cell)
	case strings.TrimSpace(cell) != cell:
		return fmt.Errorf("%q has white space around it", cell)
	}
	return nil
}
