package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ifmatch/reports/console"
	"ifmatch/steps/plan"
)

// profileRow is one profile as `list profiles --json` shows it.
type profileRow struct {
	Name  string           `json:"name"`
	Title string           `json:"title"`
	Needs []string         `json:"needs"` // services
	Cases int              `json:"cases"`
	Lines []profileLineRow `json:"lines"`
	Loads []string         `json:"loads"`
}

type profileLineRow struct {
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

func profileRows(all []plan.Profile) []profileRow {
	var rows []profileRow
	for _, p := range all {
		row := profileRow{Name: p.Name, Title: p.Title, Needs: p.Needs}
		cases := map[string]bool{}
		for _, n := range p.Demand.Needs {
			for _, id := range n.Cases {
				cases[id] = true
			}
		}
		row.Cases = len(cases)
		for _, l := range p.Lines {
			row.Lines = append(row.Lines, profileLineRow{l.Does, l.Source, l.Selectors, l.Code, alike(l.Takes)})
		}
		for _, l := range p.Loads {
			row.Loads = append(row.Loads, strings.Join(append([]string{l.Workload}, l.Flags...), " "))
		}
		rows = append(rows, row)
	}
	return rows
}

func (a *app) listProfiles() *cobra.Command {
	return listed(a, &cobra.Command{
		Use:   "profiles",
		Short: "List the clients that run --profile can judge a target for",
		Long:  paragraphs(`list profiles shows which clients of Azure Storage "ifmatch run --profile NAME" knows, which services each needs, what it does there and in which public source, the clauses that it relies on in that, and the short loads. With --json it shows whether a client looks at error codes, too.`),
	}, listing[profileRow]{
		header: []string{"profile", "services", "what the client does, and the clauses it relies on"},
		rows: func([]string) ([]profileRow, error) {
			all, err := a.profiles([]string{allProfiles})
			return profileRows(all), err
		},
		cells: func(s console.Style, r profileRow) [][]string {
			out := [][]string{{s.Bold(r.Name), strings.Join(r.Needs, " "), fmt.Sprintf("%s: %s", r.Title, console.Plural(r.Cases, "case"))}}
			for _, l := range r.Lines {
				out = append(out, []string{"", "", l.Does + ": " + strings.Join(l.Clauses, " ")}, []string{"", "", s.Dim("  " + l.Source)})
			}
			for _, l := range r.Loads {
				out = append(out, []string{"", "", "load " + l})
			}
			return out
		},
	})
}
