package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ifmatch/reports"
	"ifmatch/steps/plan/register"
)

// The documents whose tables reports show.
const (
	article     = "Managing Concurrency in Microsoft Azure Storage"
	leaseBlob   = "Lease Blob"
	leaseCont   = "Lease Container"
	blobHeaders = "Specifying conditional headers for Blob service operations"
	entityPage  = "Operations on entities"
	locksPage   = "Managing file locks"
)

// documentGrid is how reports show a file of the folder tables.
type documentGrid struct {
	name, title, document string
	columns               []gridColumn
}

// gridColumn is a column: its name in the file and on the page, and what judges its cells, or nothing if it only names
// the row: a clause, or the ids of cases, with asterisks for any text, "without" those of other texts. {x} is the cell x of
// the row, and <x> the same as ids write it.
type gridColumn struct{ file, page, judged string }

// documentGrids are the tables that reports show: those of the article in its order, then those
// of the pages that it links to. conditional-headers-support is left out: the article has its
// operations in tables of its own.
var documentGrids = []documentGrid{
	{"article-container-operations", "Containers: operations, ETag and conditional headers", article,
		[]gridColumn{{"operation", "Operation", ""}, {"returns ETag", "Returns Container ETag Value", "{clause-E}"}, {"accepts conditional headers", "Accepts Conditional Headers", "{clause-C}"}}},
	{"article-blob-operations", "Blobs: operations, ETag and conditional headers", article,
		[]gridColumn{{"operation", "Operation", ""}, {"returns ETag", "Returns ETag Value", "{clause-E}"}, {"accepts conditional headers", "Accepts Conditional Headers", "{clause-C}"}}},
	{"article-blob-lease-operations", "Blob operations that can use leases", article,
		[]gridColumn{{"operation", "Operation", "{clause}"}, {"remark", "Remark", ""}}},
	{"article-container-lease-operations", "Container operations that can use leases", article,
		[]gridColumn{{"operation", "Operation", "{clause}/<operation>*"}}},
	{"article-entity-operations", "Entities: how operations use ETag values", article,
		[]gridColumn{{"operation", "Operation", ""}, {"returns ETag", "Returns ETag Value", "{clause}/* without *if-match*"}, {"requires If-Match", "Requires If-Match Request Header", "{clause}/*if-match*"}}},
	{"lease-blob-outcomes", "Outcomes of lease operations on blobs, by lease state", leaseBlob, leaseStates("action", "Action", "BLOB-LM-{row}-")},
	{"use-blob", "Outcomes of use attempts on blobs, by lease state", leaseBlob, leaseStates("attempt", "Attempt", "BLOB-UM-{row}-")},
	{"lease-container-outcomes", "Outcomes of lease operations on containers, by lease state", leaseCont, leaseStates("action", "Action", "CONT-LM-{row}-")},
	{"use-container", "Outcomes of use attempts on containers, by lease state", leaseCont, leaseStates("attempt", "Attempt", "CONT-UM-{row}-")},
	{"read-combinations", "Reads with several conditions", blobHeaders,
		[]gridColumn{{"example", "Example", ""}, {"If-Match", "If-Match", ""}, {"If-None-Match", "If-None-Match", ""}, {"If-Modified-Since", "If-Modified-Since", ""}, {"If-Unmodified-Since", "If-Unmodified-Since", ""},
			{"answer", "Response", "BLOB-COND-19/*/<example>/<If-Match>/<If-None-Match>/<If-Modified-Since>/<If-Unmodified-Since>"}}},
	{"table-verbs", "Writes of an entity, by verb and If-Match", entityPage,
		[]gridColumn{{"verb", "Verb", ""}, {"If-Match", "If-Match", ""}, {"exists", "The entity exists", "{clause of exists}/*verb-<verb>*/exists"}, {"missing", "There is no such entity", "{clause of missing}/*verb-<verb>* without */exists"}}},
	{"share-modes", "Operations that a share mode of SMB keeps out", locksPage,
		shareModes("Create File", "Get File", "Set File Properties", "Set File Metadata", "Delete File", "Put Range", "List Ranges", "Lease File acquire", "Get File Properties", "Get File Metadata")},
}

// shareModes are the columns of operations, of which each cell is a case of its share mode's clause.
func shareModes(operations ...string) []gridColumn {
	out := []gridColumn{{"share mode", "Share mode", ""}}
	for _, op := range operations {
		out = append(out, gridColumn{op, op, "FILE-SHR-*/<share mode>/" + slug(op)})
	}
	return out
}

// leaseStates are the columns of lease states. The state ends the ids of the row's clauses.
func leaseStates(first, shown, clauses string) []gridColumn {
	out := []gridColumn{{first, shown, ""}}
	for _, c := range leaseColumns {
		out = append(out, gridColumn{c.name, strings.Replace(c.state, "(", " (", 1), clauses + c.name})
	}
	return out
}

// Grids reads the documents' tables and says which cases judge their cells.
func (s *Suite) Grids() ([]reports.Grid, error) {
	var out []reports.Grid
	for _, d := range documentGrids {
		read, err := register.ReadRows(s.fsys, "tables/"+d.name+".tsv")
		if err != nil {
			return nil, err
		}
		t := reports.Grid{Name: d.name, Title: d.title, Document: d.document, Article: d.document == article}
		for _, c := range d.columns {
			if !slices.Contains(read.Columns, c.file) {
				return nil, fmt.Errorf("show the document table %s: it has no column %q", d.name, c.file)
			}
			t.Columns = append(t.Columns, c.page)
		}
		for _, row := range read.Rows {
			var cells []reports.Cell
			for _, c := range d.columns {
				cells = append(cells, reports.Cell{Text: row[c.file], Cases: s.judging(c.judged, row)})
			}
			t.Rows = append(t.Rows, cells)
		}
		out = append(out, t)
	}
	return out, nil
}

// judging are the clauses, or the ids of cases, that a column names for a row.
func (s *Suite) judging(judged string, row map[string]string) (out []string) {
	for column, cell := range row {
		judged = strings.NewReplacer("{"+column+"}", cell, "<"+column+">", cmp.Or(slug(cell), "absent")).Replace(judged)
	}
	named, but, without := strings.Cut(judged, " without ")
	clause, key, ofCases := strings.Cut(named, "/")
	switch {
	case named == "":
	case !ofCases: // a suffix is part of the id where the lease state alone does not decide
		for _, c := range s.Register.Clauses {
			if rest, ok := strings.CutPrefix(c.ID, clause); ok && (rest == "" || rest[0] == '-') {
				out = append(out, c.ID)
			}
		}
	case !without && strings.Index(named, "*") == len(named)-1:
		return []string{named} // all that begin so
	default:
		fits, misfits, all := glob("*/"+key), glob(but), s.CasesOf(clause)
		family, several := strings.CutSuffix(clause, "*")
		if several {
			all = s.Cases
		}
		for _, c := range all {
			if (!several || strings.HasPrefix(c.ID, family)) && fits(c.ID) && !misfits(c.ID) {
				out = append(out, c.ID)
			}
		}
	}
	return out
}
