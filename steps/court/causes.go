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
// the operation is what to mend. A batch does what its parts do, and a race for a condition is lost
// to an operation that loses races without any.
func (d *docket) causes(list []reports.Scenario) {
	alone, racing := charges{}, charges{}
	keep := func(in charges, i int, operations ...string) {
		for _, op := range operations {
			at := charge{op, gate(list[i])}
			if best, known := in[at]; !known || d.likelier(list[i], list[best]) {
				in[at] = i
			}
		}
	}
	for i, sc := range list {
		if d.isCause(sc) {
			keep(alone, i, sc.Operation)
		}
		if c := d.caseOf(sc.ID); sc.Status == reports.Failed && c.Races() && len(d.terms(sc)) == 0 {
			operations, _ := sent(c)
			keep(racing, i, append(operations, together(operations))...)
		}
	}
	d.named(list)
	for i, sc := range list {
		c := d.caseOf(sc.ID)
		operations, acts := sent(c)
		_, part, _ := strings.Cut(sc.Operation, " Batch of ")
		follow := func(in charges, operations []string, follows func(cause int, op string) bool) {
			for _, op := range operations {
				if cause, known := d.likeliest(list, in, op, sc); known && sc.Status == reports.Failed && list[i].Cause == "" && list[cause].Cause != sc.ID && follows(cause, op) {
					list[i].Cause = list[cause].ID
				}
			}
		}
		follow(alone, append([]string{sc.Operation, part}, operations...), func(cause int, op string) bool {
			return acts > 1 || op == part || d.plainer(list[cause], sc)
		})
		follow(racing, append([]string{together(operations), sc.Operation}, operations...), func(int, string) bool {
			return c.Races() && len(d.terms(sc)) > 0
		})
	}
}

// charges are the likeliest causes of failures, for each operation and level.
type charges map[charge]int

type charge struct {
	operation string
	level     int
}

// likeliest is the likeliest cause of a failure among those of an operation that count at its level or
// a stronger one: what counts at must is never charged below it.
func (d *docket) likeliest(list []reports.Scenario, in charges, operation string, sc reports.Scenario) (best int, known bool) {
	for level := range gate(sc) + 1 {
		if i, ok := in[charge{operation, level}]; ok && (!known || d.likelier(list[i], list[best])) {
			best, known = i, true
		}
	}
	return best, known
}

// gate is the rank of the level at which a failure counts, the strongest first.
func gate(sc reports.Scenario) int { return rank[sc.GatingLevel()] }

// named lets the failures of an operation in a respect follow from the case that the table of probes
// names for just these two, if it failed in that respect: its clause says what the operation promises
// there, and theirs may say nothing of it.
func (d *docket) named(list []reports.Scenario) {
	failed := map[string]reports.Scenario{}
	for _, sc := range list {
		if sc.Status == reports.Failed {
			failed[sc.ID] = sc
		}
	}
	for i, sc := range list {
		if sc.Status != reports.Failed {
			continue
		}
		exact := d.probe(sc.Operation, sc.Respect)
		best, known := failed[exact]
		if known && exact != sc.ID && exact != d.probe(sc.Operation, "") && best.Operation == sc.Operation && best.Respect == sc.Respect && gate(best) <= gate(sc) {
			list[i].Cause = exact
		}
	}
}

// probe is the id of the likeliest probe of an operation in a respect; empty if there is none.
func (d *docket) probe(operation, respect string) string {
	for _, p := range d.cfg.Plan.Probes(verdict.Finding{Operation: operation, Respect: respect, Differs: reports.InStatus}) {
		return p.ID
	}
	return ""
}

// longest bounds how many failures follow from each other: a race, a batch, its part, its set-up.
const longest = 4

// first lets every failure follow from the first cause: a race of two batches from what their
// parts do.
func first(list []reports.Scenario) {
	causes := map[string]string{}
	for _, sc := range list {
		causes[sc.ID] = sc.Cause
	}
	for i, sc := range list {
		for range longest {
			if before := causes[list[i].Cause]; before != "" && before != sc.ID {
				list[i].Cause = before
			}
		}
	}
}

// together names operations that race with each other.
func together(operations []string) string {
	return strings.Join(slices.Sorted(slices.Values(operations)), " and ")
}

// plainer reports whether a case sends the same request as another with fewer terms.
func (d *docket) plainer(sc, than reports.Scenario) bool {
	few, many := d.terms(sc), d.terms(than)
	return len(few) < len(many) && !slices.ContainsFunc(few, func(term string) bool { return !slices.Contains(many, term) })
}

// terms are what the requests of a case say beyond their operation.
func (d *docket) terms(sc reports.Scenario) (all []string) {
	for _, s := range d.caseOf(sc.ID).Script {
		if s.Sends || s.Races {
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

// stamps are what an operation says of the state that it leaves: what it says wrongly, it does wrongly.
var stamps = []string{"ETag", "Last-Modified", "next visible", "expires", "pop receipt"}

// isCause reports whether a case of one request failed by something from which other failures may
// follow: its status, its effect, or a stamp.
func (d *docket) isCause(sc reports.Scenario) bool {
	stamp := slices.Contains(stamps, sc.Respect)
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
