package register

import (
	"ifmatch/loadgen/history"
	"math"
)

// Times that set no limit.
const (
	always = math.MinInt64
	never  = math.MaxInt64
)

// state is all that matters about an order of the chains placed so far: the greatest
// solution of their constraints (step 5).
type state struct {
	latest     int64 // latest moment at which the newest bound can be
	floor      int64 // earliest moment at which the next bound can be
	due        int64 // when the current version must be gone, because of 412s; never: it may stay
	lifeDue    int64 // when the life, or the gap between lives, must be over, because of 404s and refused creates
	alive      bool
	lifeLatest int64 // latest moment at which that life or gap began
}

// done reports whether nothing is left that must end.
func (s *state) done() bool { return s.due == never && s.lifeDue == never }

// dominates reports whether every continuation of t is one of s too. The moment of the
// newest bound no longer matters: its consequences are in the two due times.
func (s *state) dominates(t *state) bool {
	return s.alive == t.alive && s.due >= t.due && s.lifeDue >= t.lifeDue && s.floor <= t.floor
}

// origin is the state before any chain is placed.
var origin = state{latest: always, floor: always, due: never, lifeDue: never, lifeLatest: always}

// placing is one step of an order: a chain, or an unseen write if chain is -1.
type placing struct {
	chain int32
	spent int8 // kind of the unseen write that made the chain's first version; -1: none, or an update
	used  [kinds]int32
	state state // after it
}

// The kinds of unseen writes that name no version. Each write may have taken effect once, at
// any time after its invocation, or never. Within one kind an earlier one serves as well as a
// later one, so the search uses them in order of invocation.
const (
	overwrite = iota // Write
	creation         // Create
	replacing        // Swap of whatever is there
	deletion         // Delete of whatever is there
	kinds
)

// carried is the state with which a judge begins: the state after everything that a Stream
// has forgotten.
type carried struct {
	tag        history.Token // tag of the current version; None if nobody will see that version again
	alive      bool          // something is there
	value      uint64
	op         int32 // the event that made it, kept for certificates; below zero: none
	latest     int64 // latest moment at which this state can have begun
	floor      int64 // earliest moment at which it can change
	due        int64 // when it must have changed, because of 412s; never: it may stay
	lifeLatest int64 // latest moment at which the life, or the gap, can have begun
}

// unknownStart is the beginning of a history of which nothing was forgotten.
var unknownStart = carried{op: -1, latest: always, floor: always, due: never, lifeLatest: always}

// bygone is an event that is no longer part of the history, or never was. It is a write
// that was refused, or one that nobody had seen when it was forgotten. If over is true, it
// is the write of a version that was replaced for good, with the tag of that version even
// if the write received none. If that write is unknown, it is the event that saw the
// version first.
type bygone struct {
	history.Event
	over bool
}

// replaced makes the bygone of a version from its write, or from an event that saw it.
func replaced(e history.Event, tag history.Token) bygone {
	b := bygone{Event: e}
	b.bury(tag)
	return b
}

// bury notes that the version was replaced for good.
func (b *bygone) bury(tag history.Token) { b.Tag, b.over = tag, true }
