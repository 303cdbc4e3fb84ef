package court

import (
	"slices"

	"ifmatch/reports"
	"ifmatch/steps/plan"
	"ifmatch/steps/verdict"
)

// causes names, for failed cases, a failed case that shows by itself what one of their operations
// does wrong. An operation that leaves the ETag as it was lets two clients win a race: the race is
// worse, and the ETag is what to mend.
func (d *docket) causes(list []reports.Scenario) {
	by := map[string]string{} // by operation
	for _, sc := range list {
		if d.isCause(sc) && by[sc.Operation] == "" {
			by[sc.Operation] = sc.ID
		}
	}
	for i, sc := range list {
		if sc.Status != reports.Failed || by[sc.Operation] == sc.ID {
			continue
		}
		for _, op := range append([]string{sc.Operation}, sent(d.caseOf(sc.ID))...) {
			if cause := by[op]; cause != "" && cause != sc.ID {
				list[i].Cause = cause
				break
			}
		}
	}
}

// isCause reports whether a case failed as the probe of its operation, by something from which
// other failures may follow: its status, its effect, or a stamp.
func (d *docket) isCause(sc reports.Scenario) bool {
	stamp := sc.Respect == "ETag" || sc.Respect == "Last-Modified"
	if sc.Status != reports.Failed || !stamp && !slices.Contains(sc.Differs, reports.InStatus) && !slices.Contains(sc.Differs, reports.InEffect) {
		return false
	}
	probes := d.cfg.Plan.Probes(verdict.Finding{Operation: sc.Operation, Respect: sc.Respect, Differs: reports.InStatus})
	return slices.ContainsFunc(probes, func(p plan.Case) bool { return p.ID == sc.ID })
}

// sent are the operations that a case sends by name.
func sent(c plan.Case) []string {
	var out []string
	for _, s := range c.Script {
		if !s.Judging {
			out = append(out, s.Operations...)
		}
	}
	return out
}
