package steps

import (
	"cmp"
	"fmt"
	"slices"

	"ifmatch/reports"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// take notes the findings of a case's set-up and snapshots. If several cases have the same
// finding, the first in suite order reports it, so that equal runs have equal results.
func (r *run) take(w *scenario.World) {
	c := w.Case
	for _, f := range w.Findings() {
		key := respect{f.Operation, f.Respect}
		r.mu.Lock()
		have := r.found[key]
		r.mu.Unlock()
		if have != nil && r.order[have.by.ID] <= r.order[c.ID] {
			continue
		}
		now := &found{Finding: f, by: c}
		if r.cfg.Trace != "none" {
			now.exchanges = w.Recorder().Exchanges()[:f.Seen]
		}
		r.mu.Lock()
		if have = r.found[key]; have == nil || r.order[have.by.ID] > r.order[c.ID] {
			r.found[key] = now
		}
		r.mu.Unlock()
	}
}

// hold keeps back a case that passed except for flaws of the reads after its act, until it
// is known whether those reads have the same flaws elsewhere.
func (r *run) hold(sc reports.Scenario, charges []scenario.Finding, exchanges []reports.Exchange) {
	f := charges[0]
	failed := sc
	failed.Status, failed.Reason, failed.Want, failed.Got = reports.Failed, f.Reason, f.Want, f.Got
	failed.Differs, failed.Operation, failed.Respect, failed.Exchanges = []reports.Difference{f.Differs}, f.Operation, f.Respect, exchanges
	r.mu.Lock()
	defer r.mu.Unlock()
	r.charged[sc.ID] = charged{sc, charges, failed}
}

// book assigns every finding to the case that fails by it, and names the clause in the cases
// that the finding blocked.
func (r *run) book() {
	for _, c := range r.cfg.Plan.Cases {
		if x, ok := r.charged[c.ID]; ok {
			r.discharge(x)
		}
	}
	var keys []respect
	for key := range r.found {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b respect) int {
		return cmp.Or(r.order[r.found[a].by.ID]-r.order[r.found[b].by.ID], cmp.Compare(a.operation, b.operation), cmp.Compare(a.name, b.name))
	})
	clauses := map[respect]string{}
	for _, key := range keys {
		if f := r.found[key]; r.judged(f.by.Service) {
			clauses[key] = r.accuse(f)
		}
	}
	for _, c := range r.cfg.Plan.Cases {
		sc, ok := r.results[c.ID]
		clause := clauses[respect{sc.Operation, sc.Respect}]
		if !ok || sc.Status != reports.Blocked || clause == "" {
			continue
		}
		sc.BlockedBy, sc.Reason = clause, fmt.Sprintf("blocked by %s: %s", clause, sc.Reason)
		r.results[c.ID] = sc
	}
}

// judged reports whether any case of a service was judged. If not one could be set up,
// nothing is known about the server that answers there.
func (r *run) judged(service string) bool {
	for _, sc := range r.results {
		if sc.Service == service && (sc.Status == reports.Passed || sc.Status == reports.Failed) {
			return true
		}
	}
	return false
}

// discharge files a case that was held back.
func (r *run) discharge(x charged) {
	for _, f := range x.charges {
		if r.found[respect{f.Operation, f.Respect}] == nil {
			r.file(x.failed)
			return
		}
	}
	r.file(x.passed)
}

// accuse fails a case of the broken clause by a finding, unless a case of it has failed
// already, and returns the clause. If the run has no such case, the finding is listed in the
// result separately.
func (r *run) accuse(f *found) string {
	fails := func(c plan.Case) int {
		sc := r.results[c.ID]
		switch {
		case sc.Status == reports.Failed && sc.Operation == f.Operation && sc.Respect == f.Respect:
			return 2
		case sc.Status == reports.Failed && sc.Operation == f.Operation:
			return 1
		}
		return 0
	}
	own := f.owner(r.cfg, r.cfg.Plan.Cases, func(id string) reports.Status { return r.results[id].Status }, fails)
	if own == nil {
		return r.elsewhere(f)
	}
	if sc := r.results[own.ID]; sc.Status != reports.Failed {
		if sc.Status == "" {
			return clauseOf(*own) // not reached
		}
		if sc.Status == reports.Passed || sc.Status == reports.Blocked {
			r.failed++
		}
		r.results[own.ID] = f.fails(sc)
	}
	return clauseOf(*own)
}

// elsewhere keeps a finding whose own case was not chosen.
func (r *run) elsewhere(f *found) string {
	out := reports.Finding{Operation: f.Operation, Respect: f.Respect, Reason: f.Reason, Want: f.Want, Got: f.Got, Scenario: f.by.ID, Level: f.by.Level, Exchanges: f.exchanges}
	if own := f.owner(r.cfg, r.cfg.Plan.All(), func(string) reports.Status { return "" }, func(plan.Case) int { return 0 }); own != nil {
		out.Clause, out.Case, out.Level = clauseOf(*own), own.ID, own.Level
	}
	r.unclaimed = append(r.unclaimed, out)
	return out.Clause
}

// clauseOf is the clause that a case id begins with.
func clauseOf(c plan.Case) string { return c.Clauses[0] }
