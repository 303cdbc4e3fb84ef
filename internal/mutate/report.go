package mutate

import (
	"io"
	"slices"

	"ifmatch/internal/catalogue"
	"ifmatch/reports"
	"ifmatch/steps/plan/register"
)

// Report is the outcome of the suite for many faults.
type Report struct {
	Schema int          `json:"schema"`
	Tool   reports.Tool `json:"tool"`
	Level  string       `json:"level"`
	Seed   int64        `json:"seed"`
	// Incomplete means that the run was interrupted: some of the Planned faults have no result.
	Planned    int  `json:"planned"`
	Incomplete bool `json:"incomplete,omitempty"`
	// First means that each fault ended with its first failure: the numbers of failing cases are at least so high.
	First    bool     `json:"first,omitempty"`
	Families []Family `json:"families"`
	Faults   []Result `json:"faults"`
	// Must are the clauses of level must, if the whole catalogue was tried.
	Must []Clause `json:"must,omitempty"`
}

// Family summarises the faults of a family.
type Family struct {
	Name      string `json:"name"`
	Faults    int    `json:"faults"`
	Killed    int    `json:"killed"`
	Elsewhere int    `json:"elsewhere"`
	Survived  int    `json:"survived"`
	Excused   int    `json:"excused"`
	// Median is the median number of failing cases of a fault's own clauses.
	Median int `json:"medianFailing"`
}

// byHand is the family name of faults that belong to no family.
const byHand = "single"

// NewReport summarises results.
func NewReport(results []Result) Report {
	r := Report{Schema: 1, Planned: len(results), Faults: results}
	byName := map[string][]Result{}
	for _, f := range results {
		if f.Family == "" {
			f.Family = byHand
		}
		if byName[f.Family] == nil {
			r.Families = append(r.Families, Family{Name: f.Family})
		}
		byName[f.Family] = append(byName[f.Family], f)
	}
	for i := range r.Families {
		r.Families[i] = sum(r.Families[i].Name, byName[r.Families[i].Name])
	}
	return r
}

// Total summarises all families.
func (r Report) Total() Family { return sum("all", r.Faults) }

func sum(name string, results []Result) Family {
	f := Family{Name: name, Faults: len(results)}
	var failing []int
	for _, r := range results {
		failing = append(failing, r.Failing)
		switch r.Verdict {
		case Killed:
			f.Killed++
		case Elsewhere:
			f.Elsewhere++
		case Survived:
			f.Survived++
		case Excused:
			f.Excused++
		}
	}
	if len(failing) > 0 {
		slices.Sort(failing)
		f.Median = failing[len(failing)/2]
	}
	return f
}

// Of lists the results with a verdict.
func (r Report) Of(v Verdict) (all []Result) {
	for _, f := range r.Faults {
		if f.Verdict == v {
			all = append(all, f)
		}
	}
	return all
}

// Cards returns how many faults were shown to the whole suite, and for how many of them one of their
// own clauses was on the first card.
func (r Report) Cards() (whole, first int) {
	for _, f := range r.Faults {
		if f.Whole {
			whole++
			if f.Rank == 1 {
				first++
			}
		}
	}
	return whole, first
}

// Again returns how many failed cases were run once more, each alone, and how many of them
// conformed then.
func (r Report) Again() (run, conform int) {
	for _, f := range r.Faults {
		run += f.Again
		conform += len(f.Conform)
	}
	return run, conform
}

// Clause is a clause of level must, and how many faults show in it: under each, a case that it
// leads fails in what the clause promises, not only in the error code.
type Clause struct {
	ID        string `json:"id"`
	Statement string `json:"statement"`
	Faults    int    `json:"faults"`
}

// Musts counts the faults that show in each clause of level must, in the order of the register.
// It means something only for the whole catalogue.
func Musts(reg *register.Register, results []Result) (all []Clause) {
	faults := map[string]int{}
	for _, r := range results {
		for _, id := range r.Must {
			faults[id]++
		}
	}
	for _, c := range reg.Clauses {
		if c.Level == register.Must && (c.State == register.Active || c.State == register.Disputed) {
			all = append(all, Clause{c.ID, c.Statement, faults[c.ID]})
		}
	}
	return all
}

// Blunt lists the clauses of level must that no fault shows in: whether their cases can fail at
// all, nobody knows.
func (r Report) Blunt() (all []Clause) {
	for _, c := range r.Must {
		if c.Faults == 0 {
			all = append(all, c)
		}
	}
	return all
}

// WriteJSON writes the report for programs.
func WriteJSON(w io.Writer, r Report) error { return catalogue.WriteJSON(w, r) }
