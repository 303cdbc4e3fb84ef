package register

import (
	"io/fs"
	"path"
)

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
