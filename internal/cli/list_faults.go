package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"ifmatch/internal/catalogue"
	"ifmatch/internal/mutate"
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
	// For a sporadic fault: how often it occurs, and the workloads that find it.
	Rate      string   `json:"rate,omitempty"`
	Workloads []string `json:"workloads,omitempty"`
}

func (a *app) listFaults() *cobra.Command {
	return listed(a, &cobra.Command{
		Use:   "faults",
		Short: "List the faults that the reference can be served with",
		Long:  paragraphs(`list faults shows what "ifmatch serve --fault NAME" does wrong, which part of the reference the fault is built into, and the clauses whose cases must notice it. Sporadic faults appear only now and then, at the rate shown; the listed workloads of "ifmatch load" find them, "ifmatch run" does not.`),
	}, catalogue.List[faultRow]{
		Header: []string{"fault", "kind", "rate", "noticed by", "what the server does wrong"},
		Cells: func(s console.Style, r faultRow) [][]string {
			by := strings.Join(r.Clauses, " ")
			if r.Rate != "" {
				by = strings.Join(r.Workloads, ", ")
			}
			return catalogue.Line(s.Bold(r.Name), r.Kind, r.Rate, by, r.Sentence)
		},
	}, func([]string) ([]faultRow, error) {
		var rows []faultRow
		for _, f := range fault.All() {
			row := faultRow{Name: f.Name, Family: f.Family, Kind: string(f.Kind()), Sentence: f.Sentence, Clauses: f.Clauses}
			for _, name := range f.Workloads {
				row.Workloads = append(row.Workloads, mutate.LoadArguments(name))
			}
			if f.Sporadic() {
				row.Rate = f.Rate.String()
			}
			rows = append(rows, row)
		}
		return rows, nil
	})
}
