package catalogue

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ifmatch/reports/console"
	"ifmatch/steps"
	"ifmatch/steps/scenario"
)

// OperationList shows operations.
var OperationList = List[Operation]{
	Header: []string{"operation", "verb", "success", "ETag", "lease id", "article", "conditions"},
	Right:  []int{2},
	Cells: func(s console.Style, r Operation) [][]string {
		etag := "no"
		if r.ETag {
			etag = "yes"
		}
		conditions := r.Conditions
		if r.Source {
			conditions = append(conditions[:len(conditions):len(conditions)], "x-ms-source-if-*")
		}
		return Line(s.Bold(r.Name), r.Verb, strconv.Itoa(r.Success), etag, r.Lease, r.Article, strings.Join(conditions, " "))
	},
}

// Operation is one operation as `list operations --json` shows it.
type Operation struct {
	Name       string   `json:"name"`
	Service    string   `json:"service"`
	Verb       string   `json:"verb"`
	Kinds      []string `json:"kinds"`
	Success    int      `json:"success"`
	ETag       bool     `json:"returnsETag"`
	Conditions []string `json:"conditions"`
	Source     bool     `json:"sourceConditions,omitempty"`
	Lease      string   `json:"lease"`
	Reads      bool     `json:"reads"`
	// Article is the row of the article's table, such as "blob 3".
	Article string `json:"article,omitempty"`
}

func newOperation(o scenario.Operation) Operation {
	row := Operation{Name: o.Name, Service: string(o.Service), Verb: o.Verb, Success: o.Success, ETag: o.ReturnsETag,
		Kinds: o.Kinds, Conditions: append([]string{}, o.Conditions...), Source: conditionalSource(o), Lease: cmp.Or(string(o.Lease), "ignored"), Reads: o.Reads}
	if o.Article.List != "" {
		row.Article = fmt.Sprintf("%s %d", o.Article.List, o.Article.Row)
	}
	return row
}

// conditionalSource reports whether an operation reads a source that can have conditions of its
// own.
func conditionalSource(o scenario.Operation) bool {
	return o.Source && slices.ContainsFunc(steps.Language().Lexicon(o.Service).Terms, func(t scenario.Term) bool { return t.Key == "source If-Match" })
}

// Operations are the operations that features may name.
func Operations() []Operation {
	var rows []Operation
	for _, o := range steps.Language().Operations {
		rows = append(rows, newOperation(o))
	}
	return rows
}
