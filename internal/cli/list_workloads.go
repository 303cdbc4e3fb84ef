package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"ifmatch/loadgen/workload"
	"ifmatch/reports/console"
)

// workloadRow is one workload as `list workloads --json` shows it.
type workloadRow struct {
	Name      string   `json:"name"`
	Services  []string `json:"services"`
	Sentence  string   `json:"sentence"`
	Invariant string   `json:"invariant"`
}

func (a *app) listWorkloads() *cobra.Command {
	l := &lister{app: a}
	return l.flag(&cobra.Command{
		Use:   "workloads",
		Short: "List the contended patterns that load can drive",
		Long:  paragraphs(`list workloads shows what "ifmatch load WORKLOAD" can drive, which services it needs, and what the recorded history must prove.`),
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			var rows []workloadRow
			for _, w := range workload.All() {
				row := workloadRow{Name: w.Name, Sentence: w.Sentence, Invariant: w.Invariant}
				for _, s := range w.Services {
					row.Services = append(row.Services, string(s))
				}
				rows = append(rows, row)
			}
			if l.json {
				return print(l, rows, nil, nil, nil)
			}
			width, _ := terminal(a.stdout)
			s := a.style(a.stdout)
			t := console.Table{Header: []string{s.Dim("workload"), s.Dim("services"), s.Dim("what the clients do, and what that proves")}, Width: width}
			for _, r := range rows {
				t.Add(s.Bold(r.Name), strings.Join(r.Services, " "), r.Sentence)
				t.Add("", "", "proves: "+r.Invariant)
			}
			return t.Write(a.stdout)
		},
	})
}
