package catalogue

import (
	"strings"

	"ifmatch/internal/facts"
	"ifmatch/loadgen/workload"
	"ifmatch/reports/console"
)

// WorkloadList shows workloads.
var WorkloadList = List[Workload]{
	Header: []string{"workload", "services", "what the clients do, and what that proves"},
	Cells: func(s console.Style, r Workload) [][]string {
		return [][]string{
			{s.Bold(strings.TrimSpace(r.Name + " " + r.Kind)), strings.Join(r.Services, " "), r.Sentence},
			{"", "", "proves: " + r.Invariant},
			{"", "", s.Dim("attempt: " + r.Attempt + "; commit: " + r.Commit)},
			{"", "", s.Dim("sends: " + strings.Join(r.Operations, ", ") + r.usually())},
			{"", "", s.Dim("options: " + strings.Join(r.settings(), " "))},
		}
	},
}

// Workload is one workload as `list workloads --json` shows it.
type Workload struct {
	Name      string   `json:"name"`
	Kind      string   `json:"kind,omitempty"`  // of resource that a mix is about
	Usual     string   `json:"usual,omitempty"` // the mix if the user chooses none
	Services  []string `json:"services"`
	Sentence  string   `json:"sentence"`
	Invariant string   `json:"invariant"`
	// Attempt describes an attempt to commit, Commit a commit.
	Attempt string `json:"attempt"`
	Commit  string `json:"commit"`
	// Operations are what the clients send. Flags are the options that the workload uses, and
	// Defaults their default values.
	Operations []string          `json:"operations"`
	Flags      []string          `json:"flags"`
	Defaults   map[string]string `json:"defaults"`
}

// settings are the flags with their defaults: "--keys 1".
func (r Workload) settings() []string {
	var out []string
	if r.Kind != "" {
		out = append(out, "--kind "+r.Kind)
	}
	for _, flag := range r.Flags {
		out = append(out, flag+" "+r.Defaults[flag])
	}
	return out
}

// usually is the mix that is sent if the user chooses none.
func (r Workload) usually() string {
	if r.Usual == "" {
		return ""
	}
	return "; usually '" + r.Usual + "'"
}

// Workloads are the workloads of load, and the mixes on each kind of resource.
func Workloads() ([]Workload, error) {
	var rows []Workload
	for _, w := range workload.All() {
		rows = append(rows, rowOf(w))
	}
	for _, kind := range workload.MixKinds() {
		w, err := workload.Mix(kind, "", facts.All())
		if err != nil {
			return nil, err
		}
		row := rowOf(w)
		row.Kind, row.Usual, row.Operations = kind, w.Params["mix"], workload.MixOperations(kind)
		rows = append(rows, row)
	}
	return rows, nil
}

func rowOf(w workload.Workload) Workload {
	row := Workload{Name: w.Name, Sentence: w.Sentence, Invariant: w.Invariant, Attempt: w.Attempt, Commit: w.Commit, Operations: w.Operations, Defaults: map[string]string{}}
	for _, option := range w.Heeds {
		row.Flags = append(row.Flags, "--"+option)
		row.Defaults["--"+option] = w.Defaults.Text(option)
	}
	for _, s := range w.Services {
		row.Services = append(row.Services, string(s))
	}
	return row
}
