package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"ifmatch/reference/fault"
	"ifmatch/reports/console"
)

// faultRow is one fault as `list faults --json` shows it.
type faultRow struct {
	Name     string   `json:"name"`
	Kind     string   `json:"kind"`
	Sentence string   `json:"sentence"`
	Clauses  []string `json:"clauses"`
}

func (a *app) listFaults() *cobra.Command {
	l := &lister{app: a}
	return l.flag(&cobra.Command{
		Use:   "faults",
		Short: "List the wrong behaviours that the reference can be served with",
		Long:  paragraphs(`list faults shows what "ifmatch serve --fault NAME" does wrong, through which seam of the reference, and the clauses whose cases must notice.`),
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			var rows []faultRow
			for _, f := range fault.All() {
				rows = append(rows, faultRow{f.Name, string(f.Kind), f.Sentence, f.Clauses})
			}
			return print(l, rows, []string{"fault", "kind", "noticed by", "what the server does wrong"}, nil, func(s console.Style, r faultRow) []string {
				return []string{s.Bold(r.Name), r.Kind, strings.Join(r.Clauses, " "), r.Sentence}
			})
		},
	})
}
