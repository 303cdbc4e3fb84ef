package workload

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"testing"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/lease"
	"ifmatch/loadgen/check/register"
	"ifmatch/loadgen/check/transaction"
	"ifmatch/loadgen/history"
)

// judge gives the events of a run to the checks that they call for, as the real
// one does: each resource for itself, but the entities of a partition together. rate
// is how many times faster than the run's clock the server's runs.
func judge(d *driver, rate float64) finding.Result {
	units := map[string][]history.Event{}
	for _, e := range d.events {
		name := d.env.Book.KeyText(e.Key)
		if strings.HasPrefix(name, "table ") {
			name, _, _ = strings.Cut(name, ",RowKey=")
		}
		units[name] = append(units[name], e)
	}
	total := finding.Result{State: finding.Valid, Observed: map[string]int{}}
	add := func(r finding.Result) {
		total.State = finding.Join(total.State, r.State)
		total.Violations = append(total.Violations, r.Violations...)
		total.Operations += r.Operations
		total.Why = cmp.Or(total.Why, r.Why)
		for what, n := range r.Observed {
			total.Observed[what] += n
		}
	}
	has := func(events []history.Event, is func(history.Event) bool) bool { return slices.ContainsFunc(events, is) }
	for _, name := range slices.Sorted(maps.Keys(units)) {
		events := units[name]
		if has(events, func(e history.Event) bool { return e.Op >= history.Acquire && e.Op <= history.Break }) {
			add(lease.Check(events, lease.Options{Rate: rate, Early: -1, Late: -1, Container: strings.Count(name, "/") == 1}))
		}
		switch {
		case strings.HasPrefix(name, "table ") && has(events, func(e history.Event) bool { return e.Group != 0 }):
			add(transaction.Check(events, transaction.Options{}))
		case strings.HasPrefix(name, "table "):
			for _, events := range byKey(events) {
				add(register.Check(events, register.Options{}))
			}
		case strings.HasPrefix(name, "blob "):
			add(register.Check(events, register.Options{}))
		}
	}
	return total
}

// byKey splits events by resource.
func byKey(events []history.Event) map[uint32][]history.Event {
	out := map[uint32][]history.Event{}
	for _, e := range events {
		out[e.Key] = append(out[e.Key], e)
	}
	return out
}

// mustBeValid fails the test with what a check found.
func mustBeValid(t *testing.T, r finding.Result) {
	t.Helper()
	if r.State == finding.Valid {
		return
	}
	t.Errorf("the history is %s %s", r.State, r.Why)
	for _, v := range r.Violations {
		t.Errorf("%s: %s", v.Rule, v.Sentence)
		for _, e := range v.Evidence {
			t.Errorf("    %s: %+v", e.Role, e.Event)
		}
		if len(r.Violations) > 3 {
			break
		}
	}
}
