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
	d.named(list)
	likeliest := d.likeliest(list)
	for i, sc := range list {
		if sc.Status != reports.Failed || slices.Contains(d.exact(sc), sc.ID) {
			continue
		}
		operations, acts := sent(d.caseOf(sc.ID), "")
		_, part, _ := strings.Cut(sc.Operation, " Batch of ")
		for _, op := range append([]string{sc.Operation, part, together(operations)}, operations...) {
			at := slices.IndexFunc(likeliest[op], func(cause int) bool {
				return cause != i && list[cause].Cause != sc.ID && d.follows(sc, list[cause], acts > 1, op == part)
			})
			if list[i].Cause == "" && at >= 0 {
				list[i].Cause = list[likeliest[op][at]].ID
			}
		}
		if list[i].Cause == "" {
			list[i].Cause = cmp.Or(d.inTurn(list, sc), d.unasked(list, sc))
		}
	}
}

// unasked names, for a failure by its effect, the failure in the same respect after the same set-up of a case that had sent
// nothing by then, and is charged with no operation: what is wrong without a request is not done by it.
func (d *docket) unasked(list []reports.Scenario, sc reports.Scenario) string {
	if sc.Operation == "" || !slices.Equal(sc.Differs, []reports.Difference{reports.InEffect}) {
		return ""
	}
	given := d.caseOf(sc.ID).Script()[0].Text
	for _, c := range list {
		if c.Status == reports.Failed && c.Operation == "" && c.Respect == sc.Respect && stands(c, sc) && d.caseOf(c.ID).Script()[0].Text == given {
			return c.ID
		}
	}
	return ""
}

// inTurn names, for a race that follows from no single request, the likeliest failure in which nothing happens at once of the
// operation that it is charged with: what a read shows wrongly in turn, it shows wrongly at once.
func (d *docket) inTurn(list []reports.Scenario, sc reports.Scenario) string {
	if !d.caseOf(sc.ID).Chance() {
		return ""
	}
	var found []reports.Scenario
	for _, c := range list {
		if c.Operation == sc.Operation && grave(c) && !d.caseOf(c.ID).Chance() && stands(c, sc) && d.within(c, sc) {
			found = append(found, c)
		}
	}
	if len(found) == 0 {
		return ""
	}
	return slices.MinFunc(found, d.likelier).ID
}

// follows reports whether a failure may follow from one of an operation that it sends, beside others or as a part. What
// counts at must follows from nothing below it, but for races: a race proves nothing where all that it sends is wrong by
// itself. A race follows from one without terms, or of fewer operations. Nothing follows from one that sends a condition
// which it does not send.
func (d *docket) follows(sc, cause reports.Scenario, beside, part bool) bool {
	counts := stands(cause, sc) && !slices.ContainsFunc(d.terms(cause), func(term string) bool {
		header, _, _ := strings.Cut(term, " ")
		return strings.HasPrefix(header, "If-") && !slices.ContainsFunc(d.terms(sc), func(t string) bool { return strings.HasPrefix(t, header) })
	})
	if d.caseOf(cause.ID).Races() {
		all, _ := sent(d.caseOf(sc.ID), "")
		fewer, _ := sent(d.caseOf(cause.ID), "")
		return counts && d.caseOf(sc.ID).Races() && (len(d.terms(sc)) > 0 || distinct(fewer) < distinct(all))
	}
	return counts && (beside || part || d.plainer(cause, sc)) || beside && d.caseOf(sc.ID).Chance() && d.within(cause, sc)
}

// distinct is how many different operations there are.
func distinct(operations []string) int {
	return len(slices.Compact(slices.Sorted(slices.Values(operations))))
}

// likeliest are, for each operation, the failures from which others may follow, the likeliest first: those of cases
// that send it alone, then those of races of it without terms.
func (d *docket) likeliest(list []reports.Scenario) map[string][]int {
	out := map[string][]int{}
	for i, sc := range list {
		if d.isCause(sc) {
			out[sc.Operation] = append(out[sc.Operation], i)
		}
		if c := d.caseOf(sc.ID); sc.Status == reports.Failed && c.Races() && len(d.terms(sc)) == 0 {
			operations, _ := sent(c, "")
			for _, op := range append(operations, together(operations)) {
				if op != "" { // the story of a workload names none
					out[op] = append(out[op], i)
				}
			}
		}
	}
	for _, all := range out {
		slices.SortStableFunc(all, func(a, b int) int { return d.likelier(list[a], list[b]) })
	}
	return out
}

// stands reports whether a cause counts at least at the level of a failure.
func stands(cause, sc reports.Scenario) bool {
	return reports.Gates(cause.GatingLevel(), sc.GatingLevel())
}

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
		for _, id := range d.exact(sc) {
			best, known := failed[id]
			if known && best.Operation == sc.Operation && best.Respect == sc.Respect && stands(best, sc) {
				if id != sc.ID {
					list[i].Cause = id
				}
				break
			}
		}
	}
}

// exact are the ids of the cases that the table of probes names for what a case failed by, and not for
// whatever else its operation does.
func (d *docket) exact(sc reports.Scenario) (ids []string) {
	whatever := d.cfg.Plan.Probes(verdict.Finding{Operation: sc.Operation, Differs: reports.InStatus})
	for _, p := range d.cfg.Plan.Probes(verdict.Finding{Operation: sc.Operation, Respect: sc.Respect, Differs: reports.InStatus}) {
		if !slices.ContainsFunc(whatever, func(w plan.Case) bool { return w.ID == p.ID }) {
			ids = append(ids, p.ID)
		}
	}
	return ids
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
	return len(d.terms(sc)) < len(d.terms(than)) && d.within(sc, than)
}

// within reports whether all terms of a case are also those of another.
func (d *docket) within(sc, other reports.Scenario) bool {
	many := d.terms(other)
	return !slices.ContainsFunc(d.terms(sc), func(term string) bool { return !slices.Contains(many, term) })
}

// terms are what the requests of a case say beyond their operation.
func (d *docket) terms(sc reports.Scenario) []string {
	all, known := d.said[sc.ID]
	if !known {
		for _, s := range d.caseOf(sc.ID).Script() {
			if s.Sends || s.Races {
				all = append(all, s.Terms...)
			}
		}
		d.said[sc.ID] = all
	}
	return all
}

// likelier puts first the case that shows better what its operation does wrong: a case that is no race, then
// a probe of the operation, the first best, then the stronger level, then the case of the operation's own service, then that in
// which no time passes, then the request with fewer terms, then the case that takes fewer words to tell.
func (d *docket) likelier(a, b reports.Scenario) int {
	one, other := d.caseOf(a.ID), d.caseOf(b.ID)
	return cmp.Or(reports.First(!one.Races(), !other.Races()), cmp.Compare(d.probes(a), d.probes(b)), rank[a.Level]-rank[b.Level],
		reports.First(!d.foreign(a), !d.foreign(b)), reports.First(!one.Timed(), !other.Timed()), len(d.terms(a))-len(d.terms(b)), len(strings.Fields(a.Name))-len(strings.Fields(b.Name)))
}

// foreign reports whether a case is about another service than that of the operation which it is charged with: a table is
// locked by a lease of a blob.
func (d *docket) foreign(sc reports.Scenario) bool {
	probes := d.cfg.Plan.Probes(verdict.Finding{Operation: sc.Operation, Differs: reports.InStatus})
	return len(probes) > 0 && probes[0].Service != sc.Service
}

// probes is the place of a case among the probes of what it failed by, those for just that before the others; behind all of
// them, if it is none.
func (d *docket) probes(sc reports.Scenario) uint {
	ids := d.exact(sc)
	for _, p := range d.cfg.Plan.Probes(verdict.Finding{Operation: sc.Operation, Respect: sc.Respect, Differs: reports.InStatus}) {
		ids = append(ids, p.ID)
	}
	return uint(slices.Index(ids, sc.ID))
}

// stamps are what an operation says of the state that it leaves: what it says wrongly, it does wrongly.
var stamps = []string{"ETag", "Last-Modified", "next visible", "expires", "pop receipt"}

// grave reports whether a case failed by something from which other failures may follow: its status, its effect, a stamp,
// or what it shows of the data.
func grave(sc reports.Scenario) bool {
	return sc.Status == reports.Failed && (slices.Contains(stamps, sc.Respect) || sc.Harm() <= reports.WrongStatus)
}

// isCause reports whether the failure of a case is grave, and up to then it has sent one request, or it is the probe of
// just that.
func (d *docket) isCause(sc reports.Scenario) bool {
	if !grave(sc) {
		return false
	}
	operations, acts := sent(d.caseOf(sc.ID), sc.Operation)
	return slices.Contains(operations, sc.Operation) && (acts == 1 || slices.Contains(d.exact(sc), sc.ID))
}

// sent are the operations that a case sends by name, and how many requests it sends until it has sent the last of an
// operation, or until its end if that is empty; a race counts as several.
func sent(c plan.Case, last string) (operations []string, acts int) {
	n := 0
	for _, s := range c.Script() {
		switch {
		case s.Judging:
			continue
		case s.Races:
			n += 2
		case s.Sends:
			n++
		}
		if operations = append(operations, s.Operations...); last == "" || slices.Contains(s.Operations, last) {
			acts = n
		}
	}
	return operations, acts
}
