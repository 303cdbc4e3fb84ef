package catalogue

import (
	"fmt"
	"strconv"
	"strings"

	"ifmatch/reports/console"
	"ifmatch/steps/plan"
)

// ProfileList shows profiles.
var ProfileList = List[Profile]{
	Header: []string{"profile", "services", "what the client does, and the clauses it relies on"},
	Cells: func(s console.Style, r Profile) [][]string {
		out := [][]string{{s.Bold(r.Name), strings.Join(r.Needs, " "), fmt.Sprintf("%s: %s", r.Title, console.Plural(r.Cases, "case"))}}
		for _, l := range r.Lines {
			out = append(out, []string{"", "", l.Does + ": " + strings.Join(l.Clauses, " ")}, []string{"", "", s.Dim("  " + l.Source)})
		}
		for _, l := range r.Loads {
			out = append(out, []string{"", "", "load " + l})
		}
		return out
	},
}

// Profile is one profile as `list profiles --json` shows it.
type Profile struct {
	Name  string        `json:"name"`
	Title string        `json:"title"`
	Needs []string      `json:"needs"` // services
	Cases int           `json:"cases"`
	Lines []ProfileLine `json:"lines"`
	Loads []string      `json:"loads"`
}

// ProfileLine is what a client does, and what it relies on.
type ProfileLine struct {
	Does    string   `json:"does"`
	Source  string   `json:"source"`
	Clauses []string `json:"clauses"` // or a clause and a glob over its cases
	Code    bool     `json:"errorCodes"`
	Takes   string   `json:"takesForTheSame,omitempty"` // statuses, such as "409 or 412"
}

// alike names statuses that a client takes for the same.
func alike(statuses []int) string {
	var words []string
	for _, s := range statuses {
		words = append(words, strconv.Itoa(s))
	}
	return strings.Join(words, " or ")
}

// Profiles are profiles with the number of their cases.
func Profiles(all []plan.Profile) []Profile {
	var rows []Profile
	for _, p := range all {
		row := Profile{Name: p.Name, Title: p.Title, Needs: p.Needs}
		cases := map[string]bool{}
		for _, n := range p.Demand.Needs {
			for _, id := range n.Cases {
				cases[id] = true
			}
		}
		row.Cases = len(cases)
		for _, l := range p.Lines {
			row.Lines = append(row.Lines, ProfileLine{l.Does, l.Source, l.Selectors, l.Code, alike(l.Takes)})
		}
		for _, l := range p.Loads {
			row.Loads = append(row.Loads, strings.Join(append([]string{l.Workload}, l.Flags...), " "))
		}
		rows = append(rows, row)
	}
	return rows
}
