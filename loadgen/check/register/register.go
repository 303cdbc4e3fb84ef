// Package register decides whether the history of one resource that has one
// current version can have come from a correct service: a blob, an entity, the
// metadata of a container. Correct means linearisable: every operation takes
// effect at one moment between its invocation and its return, a write with
// If-Match only while the version it names is current, a create only while there
// is nothing, and a read shows what is current.
//
// The verdict is exact. Valid means that such moments exist, Invalid that none do,
// and comes with the few operations that cannot all be true; where the search for
// an order of concurrent overwrites gives up within its budget, the verdict is
// Undecided. The method and its proofs are in docs/checker.md, whose steps the
// files of this package follow: versions, chains and boxes, zones, place, search.
package register

import (
	"fmt"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// Kind is what the key is, which decides the clauses that a violation names.
type Kind uint8

// The kinds.
const (
	Blob Kind = iota
	Entity
	Container
	AppendBlob
)

// Options of a check. The zero value is good.
type Options struct {
	Kind Kind
	// Text spells a version's tag in sentences. Nil writes it as a number.
	Text func(history.Token) string
	// Budget is how many placements the search for an order may try before it
	// gives up; 0 is DefaultBudget.
	Budget int
	// Retain is how many events a Stream keeps at most; 0 is DefaultRetain.
	Retain int

	flaw flaw // a deliberate mistake, for the test that such mistakes are noticed
}

// DefaultBudget is a few seconds of searching. Healthy histories need a few
// hundred placements.
const DefaultBudget = 20_000_000

// reported is how many violations are described; the others are like them.
const reported = 32

// Check judges all events of one key, in any order. Operations on leases and
// queues are ignored. Without events, or with none that tells anything, a history
// is Valid.
func Check(ops []history.Event, o Options) finding.Result {
	j := newJudge(ops, o)
	j.judge()
	return j.res
}

// judge is one check under way.
type judge struct {
	o   Options
	ops []history.Event
	res finding.Result

	// Of step 1.
	versions []version
	byTag    *table
	shared   map[history.Token]bool // tags that two writes were given: they identify nothing
	heads    []head                 // writes that do not follow a version by name
	refusals []refusal              // 412: the version was not current
	absents  []refusal              // 404: there was nothing
	presents []refusal              // 409: there was something
	untagged []int32                // writes whose answer carried no usable tag
	unnamed  []int32                // reads without a usable tag, known by their value
	mays     []int32                // writes of unknown outcome that nobody saw
	wild     []int32                // versions that some write of unknown outcome must have made
	twice    [][2]int32             // writes that were given a tag that was there before
	vague    string                 // why the verdict cannot be Valid

	// Of steps 2 and 3.
	bounds   []bound
	chains   []chain
	optional options
	path     []placing // an order that the search found
	early    []due     // 404s, made ready for queries
	taken    []due     // 409s

	start   carried // what is known of the state at the beginning
	horizon int64   // operations to come are invoked at or after it; never: there are none

	doubt  string // why finding no order proves nothing; "": it does
	blank  bool   // what was settled for may have used the write of any contents for something else
	memory int    // events from here on are only remembered, to be shown

	firstRecent int32 // the event that is the first of recent

	known    bool                    // nothing was there at the beginning
	recent   []bygone                // what a Stream remembers of what it forgot
	past     map[history.Token]int32 // tags of forgotten versions, with the events that made or saw them
	unready  bool                    // what is still to come may be what was there at the beginning
	occupied bool                    // something was, that nobody saw: tried if an empty beginning does not fit
	aside    map[int32]bool          // observations that were reported, set aside to judge the rest
	told     map[string]bool
	suffix   string  // ends the sentences of violations
	extra    []proof // more evidence for them
}

// carried is the state with which a judge begins: that after everything that a
// Stream has forgotten.
type carried struct {
	tag        history.Token // of the version that is current; None: nobody will see that again
	alive      bool          // something is there
	value      uint64
	op         int32 // the event that made it, kept to be shown; below zero: none
	latest     int64 // latest moment at which it can have become so
	floor      int64 // earliest moment at which it can change
	due        int64 // when it must have changed, because of 412s
	lifeLatest int64 // latest moment at which the life, or the gap, can have begun
}

// unknownStart is the beginning of everything.
var unknownStart = carried{op: -1, latest: always, floor: always, due: never, lifeLatest: always}

func newJudge(ops []history.Event, o Options) *judge {
	if o.Budget == 0 {
		o.Budget = DefaultBudget
	}
	return &judge{o: o, ops: ops, memory: len(ops), start: unknownStart, horizon: never, res: finding.Result{State: finding.Valid}}
}

// rounds bounds how often the rest is judged again after a violation was found and
// what showed it was set aside.
const rounds = 6

func (j *judge) judge() {
	j.find()
	n := census{unseen: len(j.mays)}
	for i := range j.ops {
		n.count(&j.ops[i], effectOf(&j.ops[i]))
	}
	n.describe(&j.res)
	switch {
	case len(j.res.Violations) > 0:
		j.res.State, j.res.Why = finding.Invalid, ""
	case j.res.State == finding.Valid && j.vague != "":
		j.res.State, j.res.Why = finding.Undecided, j.vague
	}
}

// find looks for violations and for an order.
func (j *judge) find() {
	j.remember()
	j.known = j.known || startsEmpty(j.ops[:j.memory])
	for range rounds {
		before := len(j.aside)
		j.collect()
		j.resolve()
		again := j.order()
		if !again && len(j.aside) == before || len(j.res.Violations) >= reported {
			break
		}
	}
}

// startsEmpty tells whether the history begins with the preparation that makes the
// resource, so that nothing was there before.
func startsEmpty(ops []history.Event) bool {
	var first *history.Event
	for i := range ops {
		if e := &ops[i]; (first == nil || e.Invoke < first.Invoke) && effectOf(e) != nothing {
			first = e
		}
	}
	return first != nil && first.Flags&history.Outside != 0 &&
		(first.Op == history.Create || first.Op == history.Write) && (first.Outcome == history.Won || first.Outcome.Uncertain())
}

// undecided notes that no verdict was reached.
func (j *judge) undecided(format string, args ...any) {
	if j.res.State == finding.Valid {
		j.res.State, j.res.Why = finding.Undecided, fmt.Sprintf(format, args...)
	}
}

// order looks for an order of the versions (steps 2 to 6). It asks to be called
// again for another state at the beginning.
func (j *judge) order() (again bool) {
	if j.unready {
		return false
	}
	j.build()
	if j.visited() != j.written() {
		j.reportCircle()
		return false
	}
	if !j.boxes() {
		return false
	}
	j.attach()
	j.sort()
	if !j.zones() {
		return false
	}
	s, c, k, ok := j.straight()
	if ok || len(j.res.Violations) > 0 {
		return false // what was set aside may be what the rest needs
	}
	forced, stuck := j.forced() || j.o.flaw == canonical, 0
	if !forced {
		var found, decided bool
		found, decided, stuck = j.search(j.o.Budget)
		if found {
			return false
		}
		if !decided {
			j.undecided("the order of %d concurrent overwrites was searched for %d placements without a decision", len(j.chains), j.o.Budget)
			return false
		}
	}
	switch {
	case !j.known && !j.occupied && !j.begun():
		j.occupied = true
		return true
	case j.doubt != "":
		j.undecided("%s", j.doubt)
	case forced:
		j.reportMisfit(s, c, k)
	default:
		j.reportExhausted(stuck)
	}
	return false
}

// begun tells whether somebody saw what was there at the beginning.
func (j *judge) begun() bool {
	b := &j.bounds[0]
	return b.version > 0
}
