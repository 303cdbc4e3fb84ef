package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ifmatch/reports/console"
	"ifmatch/steps/ops"
)

// operationRow is one operation as `list operations --json` shows it.
type operationRow struct {
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

func (a *app) listOperations() *cobra.Command {
	l := &lister{app: a}
	return l.flag(&cobra.Command{
		Use:   "operations",
		Short: "List the operations that features may name and what the documents promise of each",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			var rows []operationRow
			for _, o := range ops.All() {
				rows = append(rows, newOperationRow(o))
			}
			header := []string{"operation", "verb", "success", "ETag", "lease id", "article", "conditions"}
			return print(l, rows, header, []int{2}, func(s console.Style, r operationRow) []string {
				etag := "no"
				if r.ETag {
					etag = "yes"
				}
				conditions := r.Conditions
				if r.Source {
					conditions = append(conditions[:len(conditions):len(conditions)], "x-ms-source-if-*")
				}
				return []string{s.Bold(r.Name), r.Verb, strconv.Itoa(r.Success), etag, r.Lease, r.Article, strings.Join(conditions, " ")}
			})
		},
	})
}

func newOperationRow(o ops.Operation) operationRow {
	row := operationRow{Name: o.Name, Service: string(o.Service), Verb: o.Verb, Success: o.Success, ETag: o.ReturnsETag,
		Conditions: []string{}, Source: o.Source, Lease: o.Lease.String(), Reads: o.Reads}
	for _, k := range o.Kinds {
		row.Kinds = append(row.Kinds, string(k))
	}
	for _, c := range o.Conditions {
		row.Conditions = append(row.Conditions, string(c))
	}
	if o.Article.Table != "" {
		row.Article = fmt.Sprintf("%s %d", o.Article.Table, o.Article.Row)
	}
	return row
}
