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
	// Attempt is what counts as an attempt to commit, Commit what as a commit.
	Attempt string `json:"attempt"`
	Commit  string `json:"commit"`
	// Operations are what the clients send, Flags the options that it heeds, and
	// Defaults what these are unless they are given.
	Operations []string          `json:"operations"`
	Flags      []string          `json:"flags"`
	Defaults   map[string]string `json:"defaults"`
}

// settings are the flags with their defaults: "--keys 1".
func (r workloadRow) settings() []string {
	var out []string
	for _, flag := range r.Flags {
		out = append(out, flag+" "+r.Defaults[flag])
	}
	return out
}

func (a *app) listWorkloads() *cobra.Command {
	l := &lister{app: a}
	return l.flag(&cobra.Command{
		Use:   "workloads",
		Short: "List the contended patterns that load can drive",
		Long:  paragraphs(`list workloads shows what "ifmatch load WORKLOAD" can drive, which services it needs, what the recorded history must prove, what counts as an attempt and as a commit, the operations that are sent (for --fail-if), and the flags that mean something to it, with their defaults.`),
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			var rows []workloadRow
			for _, w := range workload.All() {
				row := workloadRow{Name: w.Name, Sentence: w.Sentence, Invariant: w.Invariant, Attempt: w.Attempt, Commit: w.Commit, Operations: w.Operations, Defaults: map[string]string{}}
				for _, option := range w.Heeds {
					row.Flags = append(row.Flags, "--"+option)
					row.Defaults["--"+option] = w.Defaults.Text(option)
				}
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
				t.Add("", "", s.Dim("attempt: "+r.Attempt+"; commit: "+r.Commit))
				t.Add("", "", s.Dim("sends: "+strings.Join(r.Operations, ", ")))
				t.Add("", "", s.Dim("heeds: "+strings.Join(r.settings(), " ")))
			}
			return t.Write(a.stdout)
		},
	})
}
