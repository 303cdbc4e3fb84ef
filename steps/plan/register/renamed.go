package register

import (
	"errors"
	"fmt"
	"io/fs"
)

// renamedFile is the path of the table of former case ids in the file system given to Renamed.
const renamedFile = "renamed.tsv"

// Renamed reads renamed.tsv at the root of fsys: each id that a case had in an earlier version,
// with the id that the case has today. A file system without the file renames nothing. The error
// joins all problems of the file, each with its line and column.
func Renamed(fsys fs.FS) (map[string]string, error) {
	t, err := ReadRows(fsys, renamedFile, "old id", "new id")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	out := make(map[string]string, len(t.Rows))
	var problems []error
	for i, row := range t.Rows {
		switch before, after := row["old id"], row["new id"]; {
		case before == "" || after == "":
			problems = append(problems, fmt.Errorf("%s line %d: an id is missing", renamedFile, i+2))
		case out[before] != "":
			problems = append(problems, t.Problem(i, "old id", "%s occurs a second time", before))
		case i > 0 && before < t.Rows[i-1]["old id"]:
			problems = append(problems, t.Problem(i, "old id", "%s belongs above line %d: keep the lines sorted", before, i+1))
		default:
			out[before] = after
		}
	}
	for i, row := range t.Rows {
		if newer := out[row["new id"]]; newer != "" {
			problems = append(problems, t.Problem(i, "new id", "%s was itself renamed; write %s, the id of today", row["new id"], newer))
		}
	}
	return out, errors.Join(problems...)
}
