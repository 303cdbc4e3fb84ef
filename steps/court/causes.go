package court

import (
	"slices"

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
		if sc.Status != reports.Failed || acts == 1 {
			continue
		}
		for _, op := range append([]string{sc.Operation}, operations...) {
			if cause, known := by[op]; known {
				list[i].Cause = list[cause].ID
				break
			}
		}
	}
}

// likelier reports whether a case shows better than another what its operation does wrong: a
// probe of the operation does, then the stronger level.
func (d *docket) likelier(sc, than reports.Scenario) bool {
	probes := d.cfg.Plan.Probes(verdict.Finding{Operation: sc.Operation, Respect: sc.Respect, Differs: reports.InStatus})
	is := func(sc reports.Scenario) bool {
		return slices.ContainsFunc(probes, func(p plan.Case) bool { return p.ID == sc.ID })
	}
	if is(sc) != is(than) {
		return is(sc)
	}
	return rank[sc.Level] < rank[than.Level]
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
