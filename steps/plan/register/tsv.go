package register

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sheet is a file of tab-separated cells below a header line. There is no quoting: a cell
// contains neither tabs nor line ends, so every line of the file is a row and a diff shows
// one clause per line.
type sheet struct {
	file    string
	columns []string
	rows    [][]string // each with as many cells as there are columns
}

// problem describes what is wrong in a cell of data row i.
func (s sheet) problem(i int, column, format string, args ...any) error {
	return fmt.Errorf("%s line %d, column %s: %w", s.file, i+2, column, fmt.Errorf(format, args...))
}

// readSheet reads a file that must have these columns, or any if none are given. what says in an
// error what the file is.
func readSheet(fsys fs.FS, file, what string, columns ...string) (sheet, error) {
	data, err := fs.ReadFile(fsys, file)
	if err != nil {
		return sheet{}, fmt.Errorf("reading %s: %w", what, err)
	}
	s, err := parseTSV(file, string(data))
	if err == nil && columns != nil && !slices.Equal(s.columns, columns) {
		err = fmt.Errorf("%s line 1: the columns are %q, want %q", file, s.columns, columns)
	}
	return s, err
}

// parseTSV reads a file that has exactly one valid spelling: every line ends in LF and has as many
// cells as the header, no cell has white space around it, and all columns have different names.
func parseTSV(file, text string) (sheet, error) {
	s := sheet{file: file}
	body, ended := strings.CutSuffix(text, "\n")
	if !ended {
		return s, fmt.Errorf("%s: the last line has no line end; an empty or cut file?", file)
	}
	lines := strings.Split(body, "\n")
	s.columns = strings.Split(lines[0], "\t")
	for i, name := range s.columns {
		if err := checkCell(name); err != nil {
			return s, fmt.Errorf("%s line 1, column %d: %w", file, i+1, err)
		}
		if name == "" {
			return s, fmt.Errorf("%s line 1, column %d: empty; every column needs a name", file, i+1)
		}
		if slices.Contains(s.columns[:i], name) {
			return s, fmt.Errorf("%s line 1, column %d: a second column is named %q", file, i+1, name)
		}
	}
	var problems []error
	for i, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		if len(cells) != len(s.columns) {
			problems = append(problems, fmt.Errorf("%s line %d: %d cells, want %d separated by tabs", file, i+2, len(cells), len(s.columns)))
			continue
		}
		for k, cell := range cells {
			if err := checkCell(cell); err != nil {
				problems = append(problems, s.problem(i, s.columns[k], "%w", err))
			}
		}
		s.rows = append(s.rows, cells)
	}
	return s, errors.Join(problems...)
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

// Table is a table of a source document, its rows and columns in the document's order.
type Table struct {
	Columns []string
	Rows    []map[string]string // column to cell, every column present
}

// LoadTable reads tables/<name>.tsv of fsys; see ReadRows.
func LoadTable(fsys fs.FS, name string) (*Table, error) {
	return ReadRows(fsys, path.Join("tables", name+".tsv"))
}

// ReadRows reads a file of tab-separated cells. The error joins all problems of the file, each
// with its line.
func ReadRows(fsys fs.FS, file string) (*Table, error) {
	sheet, err := readSheet(fsys, file, "the table "+file)
	if err != nil {
		return nil, err
	}
	t := &Table{Columns: sheet.columns}
	for _, cells := range sheet.rows {
		row := make(map[string]string, len(cells))
		for k, column := range sheet.columns {
			row[column] = cells[k]
		}
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}
