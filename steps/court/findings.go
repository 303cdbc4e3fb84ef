package court

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"ifmatch/reports"
	"ifmatch/steps/plan"
	"ifmatch/steps/verdict"
)

// findings are the broken promises that set-ups and readings met. None of them decides a case
// that it is not about. It becomes an accusation if a case fails by it: one that was chosen, or
// its probe.
type findings struct {
	*docket
	of     map[verdict.Key]*finding
	probed map[string]bool              // ids of the cases that are played as probes
	failed map[string][]verdict.Finding // what the set-ups of failed cases met
}

// finding is a broken promise with the first case that met it, in the order of the suite, so that
// equal runs have equal results.
type finding struct {
	verdict.Finding
	by        string
	exchanges []reports.Exchange
}

// take takes the findings of a play. One that is the subject of the case decides it.
func (all *findings) take(p Play, sc *reports.Scenario) {
	if p.Met.Last != nil || p.Met.Page || p.late() || sc.Status == reports.Skipped || sc.Status == reports.Error {
		return
	}
	for _, f := range slices.Concat(p.Setup, p.Shown) {
		if all.isSubject(f, p, sc) {
			fail(sc, f, p)
		}
		all.note(f, p)
	}
	if sc.Status == reports.Failed {
		all.failed[sc.ID] = p.Setup
	}
}

// isSubject reports whether a finding is what the case itself is about: the case is its likeliest
// probe, or is blocked by it and belongs to the same clause, or was to send just this request. A
// probe that is less likely is about something else as long as nobody plays it for the finding. Where a set-up of several
// operations met it, a probe that passes acquits its own.
func (all *findings) isSubject(f verdict.Finding, p Play, sc *reports.Scenario) bool {
	blocked := sc.Status == reports.Blocked && sc.Operation == f.Operation && sc.Respect == f.Respect
	if sc.Status != reports.Passed && !blocked {
		return false
	}
	if blocked && f.Differs == reports.InStatus && sendsOnly(p.Case, f.Operation) {
		return true
	}
	if sc.Status == reports.Passed && len(f.Suspects()) > 1 {
		return false
	}
	f.Differs = reports.InStatus // of the likeliest operation alone
	for i, probe := range all.cfg.Plan.Probes(f) {
		likeliest := i == 0 || all.probed[sc.ID]
		if probe.ID == sc.ID && likeliest || blocked && i == 0 && probe.Clauses[0] == sc.Clauses[0] {
			return true
		}
	}
	return false
}

// sendsOnly reports whether a case sends an operation alone, as a set-up or a reading does, and
// wants it to succeed.
func sendsOnly(c plan.Case, operation string) bool {
	plain, acts, succeeds := false, 0, false
	for _, s := range c.Script() {
		if s.Sends || s.Races {
			acts++
			plain = s.Sends && len(s.Terms) == 0 && slices.Equal(s.Operations, []string{operation})
		}
		for _, a := range s.Answers {
			succeeds = succeeds || a.OK || a.Match(http.StatusOK, "").Status || a.Match(http.StatusCreated, "").Status
		}
	}
	return plain && acts == 1 && succeeds
}

// fail makes a finding the verdict on a case.
func fail(sc *reports.Scenario, f verdict.Finding, p Play) {
	sc.Status, sc.Reason, sc.Want, sc.Got, sc.CodeLevel = reports.Failed, f.Reason, f.Want, f.Got, ""
	sc.Differs, sc.Operation, sc.Respect = []reports.Difference{f.Differs}, f.Operation, f.Respect
	if p.Case.Open {
		sc.Status = reports.Recorded
	}
	if p.Exchanges != nil {
		sc.Exchanges = p.Exchanges(f.Seen)
	}
}

// note keeps a finding.
func (all *findings) note(f verdict.Finding, p Play) {
	have := all.of[f.Key()]
	if have != nil && all.place(have.by) <= all.place(p.Case.ID) {
		return
	}
	now := &finding{Finding: f, by: p.Case.ID}
	if p.Exchanges != nil {
		now.exchanges = p.Exchanges(f.Seen)
	}
	all.of[f.Key()] = now
}

// next is the round of probes that are not yet played, each alone.
func (all *findings) next() Round {
	r := Round{Alone: true, Why: Found}
	for _, f := range all.list() {
		if _, explained := all.explained(f.Finding); explained {
			continue
		}
		for _, probe := range all.cfg.Plan.Probes(f.Finding) {
			if _, heard := all.filed[probe.ID]; !heard && !all.probed[probe.ID] && !all.cfg.Plan.Skips(probe) {
				r.Cases, all.probed[probe.ID] = append(r.Cases, probe.ID), true
				break
			}
		}
	}
	r.Left = len(r.Cases)
	return r
}

// explained is the failed case that a finding amounts to: its probe, or another case that failed
// by the same operation in the same respect.
func (all *findings) explained(f verdict.Finding) (sc reports.Scenario, ok bool) {
	for _, probe := range all.cfg.Plan.Probes(f) {
		if sc := all.filed[probe.ID]; sc.Status == reports.Failed {
			return sc, true
		}
	}
	for _, op := range f.Suspects() {
		for _, other := range all.filed {
			if other.Status != reports.Failed || other.Operation != op || other.Respect != f.Respect {
				continue
			}
			if !ok || cmp.Or(cmp.Compare(rank[other.Level], rank[sc.Level]), all.place(other.ID)-all.place(sc.ID)) < 0 {
				sc, ok = other, true
			}
		}
		if ok {
			return sc, true
		}
	}
	return sc, false
}

// rank orders levels, the strongest first.
var rank = map[string]int{"must": 0, "should": 1, "observed": 2}

// list lists the findings in the order of the cases that met them.
func (all *findings) list() []*finding {
	return slices.SortedFunc(maps.Values(all.of), func(a, b *finding) int {
		return cmp.Or(all.place(a.by)-all.place(b.by), cmp.Compare(a.Operation, b.Operation), cmp.Compare(a.Respect, b.Respect), cmp.Compare(a.Key().After, b.Key().After))
	})
}

// scenarios are the verdicts of the docket, with what the findings make of them.
func (all *findings) scenarios() []reports.Scenario {
	out, clauses := []reports.Scenario{}, all.accused()
	for _, cs := range all.cfg.Plan.Cases {
		sc, ok := all.filed[cs.ID]
		if !ok {
			continue
		}
		if clause := clauses[[2]string{sc.Operation, sc.Respect}]; sc.Status == reports.Blocked && clause != "" {
			sc.BlockedBy, sc.Reason = clause, fmt.Sprintf("blocked by %s: %s", clause, sc.Reason)
		}
		out = append(out, sc)
	}
	for _, f := range all.list() {
		sc, ok := all.explained(f.Finding)
		if ok && !all.chosen[sc.ID] && !slices.ContainsFunc(out, func(o reports.Scenario) bool { return o.ID == sc.ID }) {
			sc.ProbeOf = f.by
			out = append(out, sc)
		}
	}
	all.causes(out)
	for i, sc := range out {
		for _, f := range all.failed[sc.ID] {
			if cause, ok := all.explained(f); ok && cause.ID != sc.ID && sc.Cause == "" && (stands(cause, sc) || all.caseOf(sc.ID).Chance()) {
				out[i].Cause = cause.ID // the set-up was not as asked
			}
		}
	}
	first(out)
	return out
}

// accused are the clauses of the accusations, by operation and respect.
func (all *findings) accused() map[[2]string]string {
	out := map[[2]string]string{}
	for _, f := range all.list() {
		about := [2]string{f.Operation, f.Respect}
		if sc, ok := all.explained(f.Finding); ok && out[about] == "" {
			out[about] = sc.Clause()
		}
	}
	return out
}

// unproven are the findings that no case failed by.
func (all *findings) unproven() []reports.Finding {
	var out []reports.Finding
	for _, f := range all.list() {
		probes := all.cfg.Plan.Probes(f.Finding)
		if _, ok := all.explained(f.Finding); ok || slices.ContainsFunc(probes, all.cfg.Plan.Skips) {
			continue
		}
		level := all.caseOf(f.by).Level
		one := reports.Finding{Level: level, Operation: f.Operation, Respect: f.Respect, Differs: []reports.Difference{f.Differs}, Reason: f.Reason,
			Want: f.Want, Got: f.Got, Scenario: f.by, Exchanges: f.exchanges}
		if len(probes) > 0 {
			one.Clause, one.Case, one.Level = probes[0].Clauses[0], probes[0].ID, probes[0].Level
		}
		out = append(out, one)
	}
	return out
}
