package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Profile is the verdict of a run for a client: whether the target is good enough for
// it.
type Profile struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Fit   Fit    `json:"fit"`
	// Cases counts the cases that the client relies on, Passed those of them that
	// passed.
	Cases  int `json:"cases"`
	Passed int `json:"passed"`
	// Broken are the clauses that do not hold. Unjudged are those without a failed
	// case but with a case without a verdict.
	Broken   []Unmet `json:"broken,omitempty"`
	Unjudged []Unmet `json:"unjudged,omitempty"`
	// Missing are services that the client needs but the target does not offer.
	Missing []string `json:"missing,omitempty"`
	// Loads are the results of the short loads; none if they were not run.
	Loads []ProfileLoad `json:"loads,omitempty"`
	// Refusals are the answers that refused a request, where the client takes several for the same.
	Refusals []string `json:"refusals,omitempty"`
	// Untried are clauses with cases that were left out because they wait long.
	Untried []string `json:"untried,omitempty"`
}

// Unmet is a clause that a client relies on and that does not hold, or was not
// judged.
type Unmet struct {
	Clause string   `json:"clause"`
	Does   string   `json:"does"`
	Source string   `json:"source"`
	Cases  []string `json:"cases"` // failed cases, or cases without a verdict
	Why    string   `json:"why,omitempty"`
}

// ProfileLoad is a short load and the result of checking its history.
type ProfileLoad struct {
	Workload string `json:"workload"`
	// State is valid, invalid or undecided.
	State    string  `json:"state"`
	Requests int64   `json:"requests"`
	Seconds  float64 `json:"seconds"`
	Why      string  `json:"why,omitempty"`
}

// Fit says whether a client can rely on a target.
type Fit string

// The answers. If anything was not judged, the answer is never yes.
const (
	Fits       Fit = "yes"
	Misfits    Fit = "no"
	FitUnknown Fit = "could not tell"
)

// Demanded judges r by the needs of a client, without a load; Loaded adds the result
// of one.
func (r Run) Demanded(d Demand) Profile {
	at := map[string]*Scenario{}
	for i := range r.Scenarios {
		at[r.Scenarios[i].ID] = &r.Scenarios[i]
	}
	p := Profile{Name: d.Name, Title: d.Title}
	verdicts := map[string]Status{} // of each case, by the strictest of the needs
	broken, unjudged := map[string]*Unmet{}, map[string]*Unmet{}
	for _, n := range d.Needs {
		for _, id := range n.Cases {
			s, known := at[id]
			v, why := Skipped, "the run does not have it"
			if known {
				v, why = n.verdict(*s), cmp.Or(s.Reason, string(s.Status))
			}
			if old, seen := verdicts[id]; !seen || old == Passed {
				verdicts[id] = v
			}
			switch v {
			case Passed:
			case Failed:
				n.note(broken, id, cmp.Or(wantGot(*s), why))
			default:
				n.note(unjudged, id, why)
			}
		}
	}
	p.Cases, p.Refusals = len(verdicts), r.refusals(d.Needs)
	for _, v := range verdicts {
		if v == Passed {
			p.Passed++
		}
	}
	for _, n := range d.Needs {
		if u := broken[n.Clause]; u != nil {
			p.Broken = append(p.Broken, *u)
		} else if u := unjudged[n.Clause]; u != nil {
			p.Unjudged = append(p.Unjudged, *u)
		}
		delete(broken, n.Clause)
		delete(unjudged, n.Clause)
	}
	p.decide()
	return p
}

// verdict returns the verdict on a case from the client's view: passed, failed, or
// not judged. A different error code does not matter to a client that looks only at
// statuses.
func (n Need) verdict(s Scenario) Status {
	v := s.Plainly()
	switch {
	case v == Failed && !n.Code && len(s.Differs) == 1 && s.Differs[0] == InCode, v == Failed && n.refusedAlike(s):
		return Passed
	case v == Passed || v == Failed:
		return v
	}
	return Skipped
}

func (n Need) note(in map[string]*Unmet, id, why string) {
	u := in[n.Clause]
	if u == nil {
		u = &Unmet{Clause: n.Clause, Does: n.Does, Source: n.Source, Why: why}
		in[n.Clause] = u
	}
	if !slices.Contains(u.Cases, id) {
		u.Cases = append(u.Cases, id)
	}
}

func wantGot(s Scenario) string {
	if s.Want == "" || s.Got == "" {
		return s.Reason
	}
	return "want " + s.Want + ", got " + s.Got
}

// Lacking adds services that the target does not offer.
func (p Profile) Lacking(services []string) Profile {
	p.Missing = services
	p.decide()
	return p
}

// Loaded adds the result of a short load.
func (p Profile) Loaded(l ProfileLoad) Profile {
	p.Loads = append(slices.Clip(p.Loads), l)
	p.decide()
	return p
}

func (p *Profile) decide() {
	load := func(state string) bool {
		return slices.ContainsFunc(p.Loads, func(l ProfileLoad) bool { return l.State == state })
	}
	switch {
	case len(p.Broken) > 0 || load("invalid"):
		p.Fit = Misfits
	case len(p.Unjudged) > 0 || len(p.Missing) > 0 || p.Passed < p.Cases || p.Cases == 0 || load("undecided"):
		p.Fit = FitUnknown
	default:
		p.Fit = Fits
	}
}

// Answer returns the verdict in words: "yes", "yes, refused by 409 BlobAlreadyExists, expiry not
// tried", "no, 3 clauses", "could not tell, 2 clauses were not judged".
func (p Profile) Answer() string {
	clauses := func(n int) string {
		if n == 1 {
			return "1 clause"
		}
		return fmt.Sprintf("%d clauses", n)
	}
	parts := []string{string(p.Fit)}
	switch p.Fit {
	case Fits:
		if len(p.Refusals) > 0 {
			parts = append(parts, "refused by "+strings.Join(p.Refusals, " and "))
		}
		if len(p.Untried) > 0 {
			parts = append(parts, "expiry not tried")
		}
	case Misfits:
		if n := len(p.Broken); n > 0 {
			parts = append(parts, clauses(n))
		}
		for _, l := range p.Loads {
			if l.State == "invalid" {
				parts = append(parts, "load "+l.Workload+" broke its promise")
			}
		}
	case FitUnknown:
		if len(p.Missing) > 0 {
			parts = append(parts, "the target does not offer "+strings.Join(p.Missing, " and "))
		} else if n := len(p.Unjudged); n == 1 {
			parts = append(parts, "1 clause was not judged")
		} else if n > 1 {
			parts = append(parts, fmt.Sprintf("%d clauses were not judged", n))
		}
		for _, l := range p.Loads {
			if l.State == "undecided" {
				parts = append(parts, "load "+l.Workload+" is undecided")
			}
		}
	}
	return strings.Join(parts, ", ")
}

// LoadText returns the results of the loads, in words.
func (p Profile) LoadText() string {
	if len(p.Loads) == 0 {
		return "load not run"
	}
	var parts []string
	for _, l := range p.Loads {
		parts = append(parts, fmt.Sprintf("load %s %s, %d requests", l.Workload, l.State, l.Requests))
	}
	return strings.Join(parts, "; ")
}
