package reports

import "cmp"

// Ruling is the verdict on one clause that a client relies on.
type Ruling struct {
	Clause string
	Does   string // what the client does, see Need
	Source string
	Fit    Fit
	// Cases are those that decided: the failed ones, those without a verdict, or else those that passed.
	Cases []string
	Why   string // the clause does not hold, or was not judged
}

// Rulings are the verdicts on the clauses that a client relies on, in its order.
func (r Run) Rulings(d Demand) (out []Ruling) {
	at := map[string]int{}
	for _, n := range d.Needs {
		i, known := at[n.Clause]
		if !known {
			i = len(out)
			at[n.Clause] = i
			out = append(out, Ruling{Clause: n.Clause, Does: n.Does, Source: n.Source, Fit: Fits})
		}
		for _, id := range n.Cases {
			fit, why := r.rule(n, id)
			out[i].add(id, fit, why)
		}
	}
	return out
}

// rule is the verdict on one case from the client's view.
func (r Run) rule(n Need, id string) (Fit, string) {
	for _, s := range r.Scenarios {
		if s.ID != id {
			continue
		}
		switch n.verdict(s) {
		case Passed:
			return Fits, ""
		case Failed:
			return Misfits, cmp.Or(wantGot(s), s.Reason)
		}
		return FitUnknown, cmp.Or(s.Reason, string(s.Status))
	}
	return FitUnknown, "the run does not have it"
}

// grave orders the answers: the gravest decides.
var grave = map[Fit]int{Fits: 0, FitUnknown: 1, Misfits: 2}

func (u *Ruling) add(id string, fit Fit, why string) {
	switch {
	case grave[fit] > grave[u.Fit]:
		u.Fit, u.Why, u.Cases = fit, why, nil
	case grave[fit] < grave[u.Fit]:
		return
	}
	for _, have := range u.Cases {
		if have == id {
			return
		}
	}
	u.Cases = append(u.Cases, id)
}
