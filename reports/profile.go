package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Demand is what a client of Azure Storage needs of a target.
type Demand struct {
	Name, Title string
	Needs       []Need
	Loads       []string // workloads of the same kind as the client's
}

// Need is a clause that a client relies on.
type Need struct {
	Clause string
	Does   string // what the client does, a sentence without its subject
	Source string // where the client does it, "owner/repository: path"
	Cases  []string
	// Code says that the client looks at error codes, and not at statuses alone.
	Code bool
}

// Profile is what a run says of a client: whether the target is good enough for it.
type Profile struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Fit   Fit    `json:"fit"`
	// Cases counts those that the client relies on, Passed those of them that passed.
	Cases  int `json:"cases"`
	Passed int `json:"passed"`
	// Broken are the clauses that do not hold, Unjudged those that no failed case and
	// some case without a verdict is about.
	Broken   []Unmet `json:"broken,omitempty"`
	Unjudged []Unmet `json:"unjudged,omitempty"`
	// Missing are services that the client needs and the target does not offer.
	Missing []string `json:"missing,omitempty"`
	// Loads are what the short loads came to; none where they were not run.
	Loads []ProfileLoad `json:"loads,omitempty"`
}

// Unmet is a clause that a client relies on in vain.
type Unmet struct {
	Clause string   `json:"clause"`
	Does   string   `json:"does"`
	Source string   `json:"source"`
	Cases  []string `json:"cases"` // that failed, or have no verdict
	Why    string   `json:"why,omitempty"`
}

// ProfileLoad is a short load and what the check of its history came to.
type ProfileLoad struct {
	Workload string `json:"workload"`
	// State is valid, invalid or undecided.
	State    string  `json:"state"`
	Requests int64   `json:"requests"`
	Seconds  float64 `json:"seconds"`
	Why      string  `json:"why,omitempty"`
}

// Fit is whether a client can rely on a target.
type Fit string

// The answers. A client of whom anything was not judged is never told yes.
const (
	Fits       Fit = "yes"
	Misfits    Fit = "no"
	FitUnknown Fit = "could not tell"
)

// Demanded judges r by what a client needs, without a load: add its result by Loaded.
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
	p.Cases = len(verdicts)
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

// verdict is that on a case as the client sees it: passed, failed, or not judged. A
// client that looks at statuses does not mind another error code.
func (n Need) verdict(s Scenario) Status {
	v := s.Plainly()
	switch {
	case v == Failed && !n.Code && len(s.Differs) == 1 && s.Differs[0] == InCode:
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

// Loaded adds what a short load came to.
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

// Answer is the verdict in words: "yes", "no, 3 clauses", "could not tell, 2 clauses
// were not judged".
func (p Profile) Answer() string {
	clauses := func(n int) string {
		if n == 1 {
			return "1 clause"
		}
		return fmt.Sprintf("%d clauses", n)
	}
	parts := []string{string(p.Fit)}
	switch p.Fit {
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

// LoadText says what the loads came to, in words.
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
