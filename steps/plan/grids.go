package plan

import (
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

// documentGrid is how reports show a file of the folder tables: the document's words for its
// columns, and the function that finds the cases of a cell.
type documentGrid struct {
	name, title, document string
	columns               [][2]string // in the file, on the page
	judges                func(s *Suite, row map[string]string, column string) []string
}

// documentGrids are the tables that reports show: those of the article in its order, then those
// of the pages that it links to. conditional-headers-support is left out: the article has its
// operations in tables of its own.
var documentGrids = []documentGrid{
	{"article-container-operations", "Containers: operations, ETag and conditional headers", article,
		[][2]string{{"operation", "Operation"}, {"returns ETag", "Returns Container ETag Value"}, {"accepts conditional headers", "Accepts Conditional Headers"}}, byEffect},
	{"article-blob-operations", "Blobs: operations, ETag and conditional headers", article,
		[][2]string{{"operation", "Operation"}, {"returns ETag", "Returns ETag Value"}, {"accepts conditional headers", "Accepts Conditional Headers"}}, byEffect},
	{"article-blob-lease-operations", "Blob operations that can use leases", article,
		[][2]string{{"operation", "Operation"}, {"remark", "Remark"}}, byClause},
	{"article-container-lease-operations", "Container operations that can use leases", article,
		[][2]string{{"operation", "Operation"}}, byOperation},
	{"article-entity-operations", "Entities: how operations use ETag values", article,
		[][2]string{{"operation", "Operation"}, {"returns ETag", "Returns ETag Value"}, {"requires If-Match", "Requires If-Match Request Header"}}, byEntity},
	{"lease-blob-outcomes", "Outcomes of lease operations on blobs, by lease state", leaseBlob, leaseStates("action", "Action"), byState("BLOB-LM-")},
	{"use-blob", "Outcomes of use attempts on blobs, by lease state", leaseBlob, leaseStates("attempt", "Attempt"), byState("BLOB-UM-")},
	{"lease-container-outcomes", "Outcomes of lease operations on containers, by lease state", leaseCont, leaseStates("action", "Action"), byState("CONT-LM-")},
	{"use-container", "Outcomes of use attempts on containers, by lease state", leaseCont, leaseStates("attempt", "Attempt"), byState("CONT-UM-")},
	{"read-combinations", "Reads with several conditions", blobHeaders,
		[][2]string{{"example", "Example"}, {"If-Match", "If-Match"}, {"If-None-Match", "If-None-Match"}, {"If-Modified-Since", "If-Modified-Since"}, {"If-Unmodified-Since", "If-Unmodified-Since"}, {"answer", "Response"}}, byCombination},
	{"table-verbs", "Writes of an entity, by verb and If-Match", entityPage,
		[][2]string{{"verb", "Verb"}, {"If-Match", "If-Match"}, {"exists", "The entity exists"}, {"missing", "There is no such entity"}}, byVerb},
	{"share-modes", "Operations that a share mode of SMB keeps out", locksPage,
		sameWords("share mode", "Create File", "Get File", "Set File Properties", "Set File Metadata", "Delete File", "Put Range", "List Ranges", "Lease File acquire", "Get File Properties", "Get File Metadata"), byShareMode},
}

// sameWords are columns with the same name on the page as in the file.
func sameWords(names ...string) (out [][2]string) {
	for _, name := range names {
		out = append(out, [2]string{name, strings.ToUpper(name[:1]) + name[1:]})
	}
	return out
}

func leaseStates(first, shown string) [][2]string {
	return [][2]string{{first, shown}, {"Av", "Available"}, {"Le", "Leased (A)"}, {"Bi", "Breaking (A)"}, {"Bo", "Broken (A)"}, {"Ex", "Expired (A)"}}
}

// Grids reads the documents' tables and says which cases judge their cells.
func (s *Suite) Grids() ([]reports.Grid, error) {
	var out []reports.Grid
	for _, d := range documentGrids {
		read, err := register.LoadTable(s.fsys, d.name)
		if err != nil {
			return nil, err
		}
		t := reports.Grid{Name: d.name, Title: d.title, Document: d.document, Article: d.document == article}
		for _, c := range d.columns {
			if !slices.Contains(read.Columns, c[0]) {
				return nil, fmt.Errorf("show the document table %s: it has no column %q", d.name, c[0])
			}
			t.Columns = append(t.Columns, c[1])
		}
		for _, row := range read.Rows {
			var cells []reports.Cell
			for _, c := range d.columns {
				cells = append(cells, reports.Cell{Text: row[c[0]], Cases: d.judges(s, row, c[0])})
			}
			t.Rows = append(t.Rows, cells)
		}
		out = append(out, t)
	}
	return out, nil
}

// byEffect: the row names one clause for each of its two answers.
func byEffect(_ *Suite, row map[string]string, column string) []string {
	switch column {
	case "returns ETag":
		return []string{row["clause-E"]}
	case "accepts conditional headers":
		return []string{row["clause-C"]}
	}
	return nil
}

// byClause: the row names a clause.
func byClause(_ *Suite, row map[string]string, column string) []string {
	if column != "operation" {
		return nil
	}
	return []string{row["clause"]}
}

// byOperation: all rows have the same clause, and its cases begin with the operation.
func byOperation(_ *Suite, row map[string]string, column string) []string {
	if column != "operation" {
		return nil
	}
	return []string{row["clause"] + "/" + slug(row["operation"]) + "*"}
}

// byEntity: the row's clause has cases about If-Match and others.
func byEntity(s *Suite, row map[string]string, column string) []string {
	if column == "operation" {
		return nil
	}
	return s.casesThat(row["clause"], func(c Case) bool {
		return strings.Contains(c.ID, "if-match") == (column == "requires If-Match")
	})
}

// byState: the clause id consists of the row and the lease state, and a suffix where the state
// alone does not decide.
func byState(prefix string) func(*Suite, map[string]string, string) []string {
	return func(s *Suite, row map[string]string, column string) (out []string) {
		id := prefix + row["row"] + "-" + column
		for _, c := range s.Register.Clauses {
			if rest, ok := strings.CutPrefix(c.ID, id); ok && (rest == "" || rest[0] == '-') {
				out = append(out, c.ID)
			}
		}
		return out
	}
}

// byCombination: a row of the truth table is one case for each read.
func byCombination(s *Suite, row map[string]string, column string) []string {
	if column != "answer" {
		return nil
	}
	key := "/" + row["example"]
	for _, header := range []string{"If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since"} {
		if word := row[header]; word != "" {
			key += "/" + word
		} else {
			key += "/absent"
		}
	}
	return s.casesThat("BLOB-COND-19", func(c Case) bool { return strings.HasSuffix(c.ID, key) })
}

// byVerb: the clause of a row may cover several verbs and both states.
func byVerb(s *Suite, row map[string]string, column string) []string {
	if column != "exists" && column != "missing" {
		return nil
	}
	return s.casesThat(row["clause of "+column], func(c Case) bool {
		return strings.Contains(c.ID, "verb-"+strings.ToLower(row["verb"])) && strings.HasSuffix(c.ID, "/exists") == (column == "exists")
	})
}

// byShareMode: each cell is a case of its share mode's clause.
func byShareMode(s *Suite, row map[string]string, column string) (out []string) {
	cell := "/" + slug(row["share mode"]) + "/" + slug(column)
	for _, c := range s.Cases {
		if strings.HasPrefix(c.ID, "FILE-SHR-") && strings.HasSuffix(c.ID, cell) {
			out = append(out, c.ID)
		}
	}
	return out
}

// casesThat lists the ids of a clause's cases that fit.
func (s *Suite) casesThat(clause string, fits func(Case) bool) (out []string) {
	for _, c := range s.CasesOf(clause) {
		if fits(c) {
			out = append(out, c.ID)
		}
	}
	return out
}
