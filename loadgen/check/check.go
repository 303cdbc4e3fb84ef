// Package check judges a recorded history: is there an order of its operations
// that a correct service could have performed them in? It splits the history by
// resource, gives every resource to the checks that its operations call for, and
// joins what they find. Resources are independent of each other (linearisability
// is local), but for the entities of a partition that entity group transactions
// change together.
//
// The verdict is never better than the evidence: a history of which a part is
// missing is never valid, and a search that gave up is undecided.
package check

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"time"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// Options shape a check. The zero value is what a run over a real service wants.
type Options struct {
	Workers int           // resources checked at once; 0: GOMAXPROCS
	Early   time.Duration // how much before its promised end a lease or a visibility timeout may end; 0: what the service's clock allows
	Late    time.Duration // how much later it may end
	Rate    float64       // how many times faster than ours the service's clock runs; 0: 1
	Budget  int           // bound of every search; 0: the checks' own
	Limit   int           // violations described for each resource; 0: 16
	// Needs are what the checks must have seen, as Observed counts it, for what the
	// run is to prove to have been put to the test. What is not there is listed as
	// not observed, beside the rules of the checks.
	Needs []string
}

// Verdict is what a history proves.
type Verdict struct {
	State       finding.State
	Why         string // of Incomplete and Undecided
	Operations  int64  // that were judged
	Keys        int
	Seconds     float64        // that the check took
	Results     []Result       // of resources that are not valid, the worst first
	Violations  int            // how many there are, those that Results do not describe included
	More        bool           // that many at least: a check ended before it had found all
	Observed    map[string]int // what the checks could see at work
	NotObserved []string       // rules that nothing in the history put to the test
	Assumptions []string
}

// Result is the verdict of one check on one resource.
type Result struct {
	Key   string // of the resource; of a partition, as far as its entities have it in common
	Check string // "register", "transaction", …
	finding.Result
}

// tally joins results to a verdict.
type tally struct {
	out    Verdict
	states []finding.State
	kinds  map[*kind]bool
	needs  []string
	assume map[string]bool
}

func newTally(o Options) *tally {
	return &tally{
		out:   Verdict{State: finding.Valid, Observed: map[string]int{}},
		kinds: map[*kind]bool{}, needs: o.Needs, assume: map[string]bool{},
	}
}

// add counts one result in.
func (t *tally) add(key string, k *kind, r finding.Result) {
	t.kinds[k] = true
	t.states = append(t.states, r.State)
	for what, n := range r.Observed {
		t.out.Observed[what] += n
	}
	for _, a := range r.Assumptions {
		if !t.assume[a] {
			t.assume[a] = true
			t.out.Assumptions = append(t.out.Assumptions, a)
		}
	}
	if r.State != finding.Valid {
		t.out.Results = append(t.out.Results, Result{key, k.name, r})
		t.out.Violations += len(r.Violations) + r.Unlisted
		t.out.More = t.out.More || r.More
	}
}

// verdict ends the tally. why says what is missing of the history, if anything.
func (t *tally) verdict(complete bool, why string, spent time.Duration) Verdict {
	v := t.out
	v.State = finding.Join(t.states...)
	slices.SortStableFunc(v.Results, func(a, b Result) int {
		return cmp.Or(cmp.Compare(severity(a.State), severity(b.State)), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Check, b.Check))
	})
	if v.State != finding.Valid && v.State != finding.Invalid {
		v.Why = v.Results[0].Key + ": " + v.Results[0].Why
	}
	switch {
	case v.State == finding.Invalid:
	case !complete:
		v.State, v.Why = finding.Incomplete, why
	case v.Operations == 0:
		v.State, v.Why = finding.Incomplete, "the history holds no operation that a check knows"
	}
	v.NotObserved = t.notObserved()
	slices.Sort(v.Assumptions)
	v.Seconds = spent.Seconds()
	return v
}

// notObserved names the rules that nothing put to the test: those of the checks
// that were called for, and those that the run was made to prove.
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

// ruleOf is the name of the rule that what Observed counts as what puts to the test,
// first among the checks that were called for; without one it is what itself.
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

func severity(s finding.State) int {
	return slices.Index([]finding.State{finding.Invalid, finding.Incomplete, finding.Undecided, finding.Valid}, s)
}

// workers is how many resources are checked at once.
func (o Options) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// Events checks events that were not read from a file. complete tells that
// nothing is missing; else why says what is.
func Events(book *history.Dictionary, events []history.Event, complete bool, why string, o Options) Verdict {
	start := time.Now()
	t := newTally(o)
	t.out.Operations = int64(len(events))
	jobs := split(book, events)
	t.out.Keys = jobs.keys
	jobs.run(o, complete, t.add)
	return t.verdict(complete, why, time.Since(start))
}

// History checks a history.
func History(h *history.History, o Options) Verdict {
	return Events(h.Book, h.Events, h.Complete, h.Why, o)
}

// File checks a recorded history. The error says that the file is no history; one
// that was cut off is judged, and found incomplete or invalid.
func File(path string, o Options) (Verdict, error) {
	h, err := history.ReadFile(path)
	if err != nil {
		return Verdict{}, fmt.Errorf("check a history: %w", err)
	}
	return History(h, o), nil
}
