package register

import (
	"cmp"
	"fmt"

	"ifmatch/loadgen/check/table"
	"ifmatch/loadgen/history"
)

// judge is one check under way.
type judge struct {
	o   Options
	ops []history.Event

	openWorld  bool       // others may have written too, or left a version before the history
	conflicts  []conflict // what was found wrong
	soundUntil int64      // until when the history makes sense, as far as is known
	undecided  string     // why there is no verdict; "" if there is one
	unproved   string     // why the verdict cannot be Valid; "" if it can

	// Step 1.
	versions []version
	byTag    *table.Table
	heads    []head                  // writes that do not replace a version by name
	refusals []refusal               // 412: the version was not current
	absents  []refusal               // 404: nothing was there; prepared by dues in step 5
	presents []refusal               // 409: something was there; likewise
	mays     []int32                 // writes of unknown outcome that nobody saw
	wild     []int32                 // versions made by some write of unknown outcome, not known which
	lengths  map[history.Token]int32 // versions of an append blob, which are its lengths, by their ETags
	settled  map[int32]int32         // versions by the write of unknown outcome that made them, found by contents or tag

	// Steps 2 to 6.
	bounds   []bound
	chains   []chain
	optional [kinds][]int32 // unseen writes that name no version, by Invoke
	path     []placing      // an order that the search found

	placements *int // placements that searches may still try
	explaining *int // events that may still be judged again to choose whom to accuse

	// Of a Stream only.
	start       carried // what is known of the state at the beginning
	known       bool    // nothing unknown was there at the beginning
	horizon     int64   // later events are invoked at or after it; never: there are none
	chosen      string  // why finding no order proves nothing; "" if it proves that there is none
	memory      int     // events from here on are only remembered
	recent      []bygone
	firstRecent int32        // the event that is the first of recent
	past        *table.Table // tags of forgotten versions, with the events that made or saw them
}

// conflict is something wrong with the history, until when it is not, and the events that
// relate to it.
type conflict struct {
	at    int64
	about []int32
	tag   bool // writes received a tag that another version has: what was read under it follows from that
}

func (j *judge) clash(ops ...int32) { j.clashAt(j.ops[j.last(ops)].Invoke, ops) }

func (j *judge) clashAt(at int64, ops []int32) {
	j.conflicts = append(j.conflicts, conflict{at: at, about: ops})
	j.soundUntil = min(j.soundUntil, at)
}

// last returns the event that was sent last.
func (j *judge) last(ops []int32) (n int) {
	for _, i := range ops {
		if int(i) < j.memory {
			n = max(n, int(i))
		}
	}
	return n
}

// version is one state of the resource. Version 0 means that nothing is there.
type version struct {
	tag       history.Token // None if no answer showed it
	value     uint64        // its contents; 0 if nobody knows them
	born      int64         // Invoke of its writer
	lastRead  int64         // latest Invoke of the events that saw it
	firstSeen int64         // earliest Return of its writer and of the events that saw it
	writer    int32         // the event that wrote it, or one of the constants
	next      int32         // the version that replaced it by name; ^event of the delete that did; 0: none
	shown     int32         // the event that showed the value
	first     int32         // the event of firstSeen; below zero: none
	labelled  int32         // the event that showed the ETag of a length, plus one; 0: none
	last      int32         // the event of lastRead; below zero: none
}

// Writers that are not events.
const (
	unwritten int32 = -1 - iota // nobody, as far as is known
	before                      // it was there at the beginning
	someone                     // some write of unknown outcome, or others
	coming                      // a write that is still to be delivered
)

// touched reports whether anybody saw a version or replaced it by name.
func (x *version) touched() bool { return x.lastRead != always || x.next != 0 }

// head is a write that begins a chain, because it replaces whatever was there.
type head struct {
	op      int32 // its event; below zero: the version's writer is no event
	version int32 // 0: the write is a delete
}

// refusal says that a version, or a state, was not current at some moment of [from, to].
type refusal struct {
	from, to int64
	version  int32
	op       int32
}

// bound is the moment at which one version became current, or at which nothing did
// after a delete. All observations of versions together demand lower <= moment <= upper
// for each bound, and that the moments of a chain ascend (step 3).
type bound struct {
	lower   int64
	upper   int64
	ceiling int64 // the least upper of this bound and all later ones of its chain
	floor   int64 // the greatest lower of this bound and all earlier ones of its chain
	version int32 // 0: nothing
	op      int32 // the event that made it; below zero: none
	final   bool  // the last of its chain
}

// need is what the first write of a chain requires of the state before it.
type need uint8

const (
	anything need = iota
	emptiness
	presence
	nowhere // nothing comes before: the state at the beginning
	unknown // some write of unknown outcome must be spent on its first version
)

// chain is a sequence of versions, each of which replaced the one before by name. In
// any order of the operations it is one contiguous block (step 2).
type chain struct {
	from, to   int32 // its bounds, from inclusive, to exclusive
	refused    int32 // index of its first refusal in judge.refusals, which are sorted by bound
	refusals   int32 // how many
	need       need
	ends       bool  // the last bound is a delete
	first      int64 // earliest Return of all its operations
	last       int64 // latest Invoke of all its operations
	lastRead   int64 // latest Invoke of the events that saw the last version
	mayReplace int64 // earliest Invoke of the unseen updates of the last version; never: none
	mayDelete  int64 // the same for deletes
}

// forward reports whether some operation of the chain returned before another was
// invoked, so that the chain was certainly current from first to last.
func (c *chain) forward() bool { return c.first < c.last }

// begins is the beginning of a chain's zone, which the canonical order sorts by.
func (c *chain) begins() int64 { return min(c.first, c.last) }

// guessing is how many events, in total, may be judged again to compare guesses of whom to
// accuse: some ten seconds.
const guessing = 1 << 25

func newJudge(ops []history.Event, o Options) *judge {
	o.Budget = cmp.Or(o.Budget, DefaultBudget)
	if o.Text == nil {
		o.Text = func(t history.Token) string { return fmt.Sprintf("%#x", uint64(t)) }
	}
	placements, explaining := 2*o.Budget, guessing // as many placements again to explain what is wrong, in all rounds
	return &judge{o: o, ops: ops, openWorld: o.Open, memory: len(ops), start: unknownStart, horizon: never, soundUntil: never, placements: &placements, explaining: &explaining}
}

// again returns a judge of the same history with some events changed.
func (j *judge) again(ops []history.Event) *judge {
	a := newJudge(ops, j.o)
	a.openWorld, a.start, a.known, a.horizon, a.chosen = j.openWorld, j.start, j.known, j.horizon, j.chosen
	a.memory, a.recent, a.firstRecent = j.memory, j.recent, j.firstRecent
	a.placements, a.explaining = j.placements, j.explaining
	return a
}

// reuse takes the memory of a judge that is done.
func (j *judge) reuse(old *judge) {
	j.versions, j.byTag, j.past, j.bounds, j.chains = old.versions[:0], old.byTag, old.past, old.bounds[:0], old.chains[:0]
	j.heads, j.refusals, j.mays = old.heads[:0], old.refusals[:0], old.mays[:0]
}
