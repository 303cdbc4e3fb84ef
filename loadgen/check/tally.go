package check

import (
	"cmp"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"slices"
	"time"
)

// tally joins results into a verdict.
type tally struct {
	out         Verdict
	states      []finding.State
	kinds       map[*kind]bool
	needs       []string
	complete    bool           // nothing is missing from the history
	assumed     finding.Result // its assumptions are those of all results
	wrong, told int64          // answers of the run, without its preparation: outside of the protocol, and within
	restarts    restarts       // of the target
}

func newTally(book *history.Dictionary, o Options) *tally {
	return &tally{out: Verdict{State: finding.Valid, Observed: map[string]int{}}, kinds: map[*kind]bool{}, needs: o.Needs, restarts: restarts{book: book}}
}

// count counts events, and returns those that the checks get at once.
func (t *tally) count(events []history.Event) []history.Event {
	for i := range events {
		if events[i].Op != history.Restart {
			t.out.Operations++
		}
		switch e := &events[i]; {
		case e.Flags&history.Outside != 0 || e.Outcome == history.Unknown:
		case e.Outcome == history.Wrong:
			t.wrong++
		default:
			t.told++
		}
	}
	return t.restarts.take(events)
}

// add adds one result.
func (t *tally) add(key string, k *kind, r finding.Result) {
	if !t.complete {
		r = withhold(r)
	}
	t.kinds[k] = true
	r = t.restarts.over(r)
	t.states = append(t.states, r.State)
	for what, n := range r.Observed {
		t.out.Observed[what] += n
	}
	t.assumed.Assume(r.Assumptions...)
	if r.State != finding.Valid {
		t.out.Results = append(t.out.Results, Result{key, k.name, r})
		t.out.Violations += len(r.Violations) + r.Unlisted
		t.out.More = t.out.More || r.More
	}
}

// withhold removes what an incomplete history does not prove. The operations of others are
// missing. A violation that its evidence proves regardless of them stands; without such a
// violation the history is incomplete.
func withhold(r finding.Result) finding.Result {
	if r.State != finding.Invalid {
		return r
	}
	r.Violations = slices.DeleteFunc(slices.Clone(r.Violations), func(v finding.Violation) bool { return v.Whole })
	r.More, r.Unlisted = r.More || r.Unlisted > 0, 0 // it is unknown whether violations that are not described stand
	if len(r.Violations) == 0 {
		r.State, r.More, r.Why = finding.Incomplete, false, "the missing events may explain the answers"
	}
	return r
}

// verdict ends the tally. why says what is missing from the history, if anything.
func (t *tally) verdict(why string, spent time.Duration) Verdict {
	t.restarts.vanished(t.add)
	v := t.out
	v.State = finding.Join(t.states...)
	slices.SortStableFunc(v.Results, func(a, b Result) int {
		return cmp.Or(cmp.Compare(a.State.Rank(), b.State.Rank()), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Check, b.Check))
	})
	if v.State != finding.Valid && v.State != finding.Invalid {
		v.Why = v.Results[0].Key + ": " + v.Results[0].Why
	}
	switch {
	case v.State == finding.Invalid:
	case !t.complete:
		v.State, v.Why = finding.Incomplete, why
	case v.Operations == 0:
		v.State, v.Why = finding.Incomplete, "the history holds no operation that a check knows"
	case t.wrong > 0 && t.told == 0:
		v.State, v.Why = finding.Undecided, "every answer of the run was outside of the protocol, so there was nothing to judge"
	}
	v.NotObserved = t.notObserved()
	if len(t.kinds) > 0 {
		t.assumed.Assume(closedWorld...)
	}
	for _, k := range kinds {
		if t.kinds[k] && k.leaves != "" {
			t.assumed.Assume(k.leaves)
		}
	}
	v.Assumptions = t.assumed.Assumptions
	slices.Sort(v.Assumptions)
	v.Seconds = spent.Seconds()
	return v
}

// OneClock is the assumption about histories that one process recorded.
const OneClock = "the clients' timestamps come from one monotonic clock"

// closedWorld are the assumptions of every verdict.
var closedWorld = []string{
	"nobody but the clients of the run touched what it used",
	"nothing on the way repeated a request",
	OneClock,
}

// notObserved names the rules that nothing put to the test: rules of the checks that were
// called for, and those that the run was made to prove.
func (t *tally) notObserved() (out []string) {
	for _, k := range kinds {
		for _, r := range k.rules {
			if t.kinds[k] && t.out.Observed[r.seen] == 0 && (r.given == "" || t.out.Observed[r.given] > 0) {
				out = append(out, r.name)
			}
		}
	}
	for _, what := range t.needs {
		if name := t.ruleOf(what); t.out.Observed[what] == 0 && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// ruleOf is the name of the rule that a count of Observed puts to the test, preferably one of
// a check that was called for. If there is no rule it is the name of the count.
func (t *tally) ruleOf(what string) string {
	name := ""
	for _, k := range kinds {
		for _, r := range k.rules {
			if r.seen == what && (name == "" || t.kinds[k]) {
				name = r.name
			}
		}
	}
	return cmp.Or(name, what)
}
