package scenario

import (
	"cmp"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"ifmatch/steps/plan/register"
)

// Catalogue makes the operations of a room from what the documents say about them, which is a table operations.tsv of
// the room in the documents' order, and from how each is performed, by their names. The table has a column for each of
// the Facts that any of them needs; an operation without an effect reads. Both are part of the program: it panics where
// they do not fit.
func Catalogue[C any, A Address, R, S any](room fs.FS, how map[string]Typed[C, A, R, S]) (list []Operation) {
	table, err := register.ReadRows(room, "operations.tsv")
	if err != nil {
		panic(err)
	}
	for _, row := range table.Rows {
		t, ok := how[row["operation"]]
		if !ok {
			panic("nothing performs " + row["operation"])
		}
		t.Facts = readFacts(row)
		t.Reads = t.Effect == nil
		list = append(list, t.Operation())
	}
	if len(list) != len(how) {
		panic(fmt.Sprintf("%d operations can be performed, but the table has %d", len(how), len(list)))
	}
	return list
}

// readFacts reads a line of the table, whose cells are texts, lists, or "yes".
func readFacts(row map[string]string) Facts {
	success, _ := strconv.Atoi(row["success"]) // 0 fails each of its cases
	f := Facts{Name: row["operation"], Since: row["since"], Verb: row["verb"], SAS: row["SAS"], Success: success, ReturnsETag: row["ETag"] == "yes",
		Kinds: cells[string](row["kinds"]), On: row["means"], Conditions: cells[string](row["conditions"]), Source: row["source"] == "yes",
		Writes: cells[Field](row["writes"]), Shows: cells[Field](row["shows"]), Changes: cells[Field](row["read apart"]),
		Lease: LeaseUse(row["lease"]), NoPair: row["no pair"], Fresh: row["fresh"] == "yes", From: row["from"]}
	if place := strings.SplitN(row["article"], " ", 3); len(place) > 1 { // "blob 7 Lease Blob"
		n, _ := strconv.Atoi(place[1]) // tests compare it with the article
		f.Article = Article{List: place[0], Row: n, Name: cmp.Or(strings.Join(place[2:], ""), f.Name)}
	}
	return f
}

// cells reads a list.
func cells[T ~string](text string) (list []T) {
	if text == "" {
		return nil
	}
	for part := range strings.SplitSeq(text, ", ") {
		list = append(list, T(part))
	}
	return list
}
