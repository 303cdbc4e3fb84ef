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
	Family   string   `json:"family,omitempty"`
	Kind     string   `json:"kind"`
	Sentence string   `json:"sentence"`
	Clauses  []string `json:"clauses"`
	// Of a sporadic fault: how often it shows, and the workloads that find it.
	Rate      string   `json:"rate,omitempty"`
	Workloads []string `json:"workloads,omitempty"`
}

func (a *app) listFaults() *cobra.Command {
	return listed(a, &cobra.Command{
		Use:   "faults",
		Short: "List the wrong behaviours that the reference can be served with",
		Long:  paragraphs(`list faults shows what "ifmatch serve --fault NAME" does wrong, through which seam of the reference, and the clauses whose cases must notice. Sporadic faults show now and then, as often as their rate says: they are not for the cases of "ifmatch run", but for the workloads of "ifmatch load" that are named.`),
	}, listing[faultRow]{
		header: []string{"fault", "kind", "rate", "noticed by", "what the server does wrong"},
		rows: func([]string) ([]faultRow, error) {
			var rows []faultRow
			for _, f := range fault.All() {
				row := faultRow{Name: f.Name, Family: f.Family, Kind: string(f.Kind), Sentence: f.Sentence, Clauses: f.Clauses, Workloads: f.Workloads}
				if f.Sporadic() {
					row.Rate = f.Rate.String()
				}
				rows = append(rows, row)
			}
			return rows, nil
		},
		cells: func(s console.Style, r faultRow) [][]string {
			by := r.Clauses
			if r.Rate != "" {
				by = r.Workloads
			}
			return line(s.Bold(r.Name), r.Kind, r.Rate, strings.Join(by, " "), r.Sentence)
		},
	})
}
