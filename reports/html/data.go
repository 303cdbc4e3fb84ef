package html

import (
	"slices"
	"strings"

	"ifmatch/reports"
	"ifmatch/reports/curl"
	"ifmatch/reports/summary"
)

// wireRoom limits the exchanges on a page, in bytes. All exchanges of a run with
// --trace all would make the page ten times as large, and the browser slow.
const wireRoom = 1_000_000

// dataset is the data from which the page's script draws the cases. Names that many
// cases share occur once, and cases refer to them by number.
type dataset struct {
	Statuses []reports.Status  `json:"statuses"`
	Levels   []string          `json:"levels"`
	Services []string          `json:"services"`
	Features []string          `json:"features"`
	Sources  []string          `json:"sources"`
	Clauses  []clause          `json:"clauses"`
	Cases    [][]any           `json:"cases"` // an array for each case: see collect
	More     map[int]more      `json:"more"`
	Reasons  []string          `json:"reasons"`
	Cells    map[string][]int  `json:"cells"` // the cases of each cell
	Level    string            `json:"level"` // the lowest that gates
	Again    string            `json:"again"` // command that runs a case again
	Names    map[string]string `json:"names"` // of the cells' tables
}

type clause struct {
	ID        string `json:"id"`
	Level     string `json:"level,omitempty"`
	State     string `json:"state,omitempty"`
	Statement string `json:"statement,omitempty"`
	Azure     string `json:"azure,omitempty"` // how often it was seen there
	Source    int    `json:"source"`
}

// more is the additional data of a case that did not simply pass.
type more struct {
	Want    string   `json:"want,omitempty"`
	Got     string   `json:"got,omitempty"`
	Reason  string   `json:"reason,omitempty"`
	Known   string   `json:"known,omitempty"`
	Link    string   `json:"link,omitempty"` // where the known failure is followed up
	Blocked string   `json:"blocked,omitempty"`
	Azure   string   `json:"azure,omitempty"` // what Azure answered, if that was seen
	Found   string   `json:"found,omitempty"` // the case that made it a probe
	Why     *int     `json:"why,omitempty"`   // number of its Reason
	Weak    bool     `json:"weak,omitempty"`  // it failed but does not gate
	Sent    []string `json:"sent,omitempty"`
	Curl    []string `json:"curl,omitempty"`
	First   []string `json:"first,omitempty"` // what to type before the commands
}

// collect gathers what the page needs of r.
func collect(r reports.Run, reasons []summary.Reason) (dataset, error) {
	d := dataset{Statuses: reports.Statuses, Levels: []string{"must", "should", "observed"}, More: map[int]more{}, Cells: map[string][]int{}, Names: map[string]string{}, Level: r.Plan.Level, Again: r.Plan.Again}
	why := map[string]int{}
	for i, n := range reasons {
		d.Reasons = append(d.Reasons, n.Text)
		for _, s := range n.Cases {
			why[s.ID] = i
		}
	}
	for _, t := range r.Grids {
		d.Names[t.Name] = t.Title
	}
	var services, features, sources, clauses index
	sources.of("")
	for i, s := range r.Scenarios {
		var at []int
		for _, id := range s.Clauses {
			n := clauses.of(id)
			if n == len(d.Clauses) {
				p := r.Promise(id)
				d.Clauses = append(d.Clauses, clause{id, p.Level, p.State, p.Statement, p.OnAzure(), sources.of(strings.Trim(p.Document+": "+p.Heading, ": "))})
			}
			at = append(at, n)
		}
		d.Cases = append(d.Cases, []any{s.ID, title(s), at, slices.Index(d.Levels, s.Level), services.of(s.Service), slices.Index(d.Statuses, s.Status), features.of(s.Feature), s.Line})
		m := more{Want: s.Want, Got: s.Got, Reason: s.Reason, Blocked: s.BlockedBy, Found: s.ProbeOf, Weak: seen(r, s) == "weak"}
		if s.Seen != nil {
			m.Azure = r.OnAzure(s)
		}
		if k := s.Known; k != nil {
			m.Known, m.Link = strings.TrimSpace(k.How+" "+k.Reason), k.Link
		}
		if n, ok := why[s.ID]; ok {
			m.Why = &n
		}
		if m.Want+m.Got+m.Reason+m.Known+m.Blocked+m.Found+m.Azure != "" || m.Why != nil {
			d.More[i] = m
		}
	}
	d.Services, d.Features, d.Sources = services.names, features.names, sources.names
	return d, d.wires(r)
}

// title returns the name of a case without the clauses at its beginning.
func title(s reports.Scenario) string {
	name := s.Name
	for _, c := range s.Clauses {
		name = strings.TrimPrefix(name, c+" ")
	}
	return name
}

// wires adds the exchanges that explain a verdict, as many as the page has room for.
// Those of failed cases come first, the worst before others.
func (d *dataset) wires(r reports.Run) error {
	room, worse := wireRoom, r.WorstFirst()
	for first, want := range []func(reports.Scenario) bool{
		func(s reports.Scenario) bool { return seen(r, s) == string(reports.Failed) },
		func(s reports.Scenario) bool {
			return seen(r, s) != string(reports.Failed) && s.Status != reports.Passed
		},
		func(s reports.Scenario) bool { return s.Status == reports.Passed },
	} {
		var chosen []int
		for i, s := range r.Scenarios {
			if want(s) {
				chosen = append(chosen, i)
			}
		}
		if first == 0 {
			slices.SortStableFunc(chosen, func(a, b int) int { return worse(r.Scenarios[a], r.Scenarios[b]) })
		}
		for _, i := range chosen {
			if room <= 0 {
				return nil
			}
			s, err := r.Scenarios[i].Unpacked()
			if err != nil {
				return err
			}
			m := d.More[i]
			for _, x := range summary.Telling(s) {
				m.Sent, m.Curl = append(m.Sent, summary.Wire(x)), append(m.Curl, curl.Line(x))
				room -= len(m.Sent[len(m.Sent)-1]) + len(m.Curl[len(m.Curl)-1])
			}
			m.First = curl.Before(r, m.Curl)
			if m.Sent != nil {
				d.More[i] = m
			}
		}
	}
	return nil
}

// index numbers names in the order in which they are first seen.
type index struct {
	names []string
	at    map[string]int
}

func (x *index) of(name string) int {
	n, ok := x.at[name]
	if !ok {
		if x.at == nil {
			x.at = map[string]int{}
		}
		n = len(x.names)
		x.at[name], x.names = n, append(x.names, name)
	}
	return n
}

// weights orders verdicts for the cells: a cell shows the worst verdict of its
// cases. A pass comes before verdicts that say nothing about the target.
var weights = []string{string(reports.Failed), "weak", string(reports.Error), string(reports.Blocked), string(reports.KnownFailure), string(reports.Fixed), string(reports.Passed), string(reports.Recorded), string(reports.Skipped)}

// seen returns the verdict on a case as a cell shows it.
func seen(r reports.Run, s reports.Scenario) string {
	if s.Status == reports.Failed && !reports.Gates(s.GatingLevel(), r.Plan.Level) {
		return "weak"
	}
	return string(s.Status)
}

// sign is shown next to the colour, for readers who cannot distinguish colours.
func sign(status string) string {
	switch status {
	case string(reports.Passed), string(reports.Fixed):
		return "✓"
	case string(reports.Failed), string(reports.KnownFailure), "weak":
		return "✗"
	case string(reports.Blocked), string(reports.Error):
		return "?"
	}
	return "–"
}
