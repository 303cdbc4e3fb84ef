package court

import (
	"cmp"
	"slices"
	"strings"

	"ifmatch/reports"
	"ifmatch/steps/plan"
	"ifmatch/steps/verdict"
)

// causes names, for failed cases of several requests, a failed case that shows with one request
// what one of their operations does wrong. An operation that leaves the ETag as it was lets two
// clients win a race, and a break that does nothing lets the old holder in: the race is worse, and
// the operation is what to mend.
func (d *docket) causes(list []reports.Scenario) {
	by := map[string]int{} // by operation
	for i, sc := range list {
		if !d.isCause(sc) {
			continue
		}
		if best, known := by[sc.Operation]; !known || d.likelier(sc, list[best]) {
			by[sc.Operation] = i
		}
	}
	for i, sc := range list {
		operations, acts := sent(d.caseOf(sc.ID))
		if sc.Status != reports.Failed {
			continue
		}
		for _, op := range append([]string{sc.Operation}, operations...) {
			if cause, known := by[op]; known && (acts > 1 || d.plainer(list[cause], sc)) {
				list[i].Cause = list[cause].ID
				break
			}
		}
	}
}

// plainer reports whether a case sends the same request as another with fewer terms.
func (d *docket) plainer(sc, than reports.Scenario) bool {
	few, many := d.terms(sc), d.terms(than)
	return len(few) < len(many) && !slices.ContainsFunc(few, func(term string) bool { return !slices.Contains(many, term) })
}

// terms are what the requests of a case say beyond their operation.
func (d *docket) terms(sc reports.Scenario) (all []string) {
	for _, s := range d.caseOf(sc.ID).Script {
		if s.Sends {
			all = append(all, s.Terms...)
		}
	}
	return all
}

// likelier reports whether a case shows better than another what its operation does wrong: a
// probe of the operation does, then the stronger level, then the request with fewer terms, then the
// case that takes fewer words to tell.
func (d *docket) likelier(sc, than reports.Scenario) bool {
	probes := d.cfg.Plan.Probes(verdict.Finding{Operation: sc.Operation, Respect: sc.Respect, Differs: reports.InStatus})
	is := func(sc reports.Scenario) bool {
		return slices.ContainsFunc(probes, func(p plan.Case) bool { return p.ID == sc.ID })
	}
	if is(sc) != is(than) {
		return is(sc)
	}
	return cmp.Or(rank[sc.Level]-rank[than.Level], len(d.terms(sc))-len(d.terms(than)), len(strings.Fields(sc.Name))-len(strings.Fields(than.Name))) < 0
}

// isCause reports whether a case of one request failed by something from which other failures may
// follow: its status, its effect, or a stamp.
func (d *docket) isCause(sc reports.Scenario) bool {
	stamp := sc.Respect == "ETag" || sc.Respect == "Last-Modified"
	if sc.Status != reports.Failed || !stamp && !slices.Contains(sc.Differs, reports.InStatus) && !slices.Contains(sc.Differs, reports.InEffect) {
		return false
	}
	operations, acts := sent(d.caseOf(sc.ID))
	return acts == 1 && slices.Contains(operations, sc.Operation)
}

// sent are the operations that a case sends by name, and how many requests it sends; a race
// counts as several.
func sent(c plan.Case) (operations []string, acts int) {
	for _, s := range c.Script {
		switch {
		case s.Judging:
			continue
		case s.Races:
			acts += 2
		case s.Sends:
			acts++
		}
		operations = append(operations, s.Operations...)
	}
	return operations, acts
}
