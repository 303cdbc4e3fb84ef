package register

import (
	"ifmatch/loadgen/history"
	"math"
)

// Times that bound nothing.
const (
	always = math.MinInt64
	never  = math.MaxInt64
)

// state is what matters of an order of chains after some of them were placed: the
// greatest solution of the constraints so far (step 5).
type state struct {
	latest     int64 // latest moment at which the newest bound can be
	floor      int64 // earliest moment at which the next one can be
	due        int64 // when the current version must be gone, because of 412s; never: may stay
	lifeDue    int64 // when the life, or the gap between lives, must be over, because of 404s and refused creates
	alive      bool
	lifeLatest int64 // latest moment at which that life or gap began
}

// done tells whether nothing is left to be ended.
func (s *state) done() bool { return s.due == never && s.lifeDue == never }

// dominates tells whether every continuation of t is one of s too. The newest
// bound's moment does not matter any more: what follows from it is in the two due
// times.
func (s *state) dominates(t *state) bool {
	return s.alive == t.alive && s.due >= t.due && s.lifeDue >= t.lifeDue && s.floor <= t.floor
}

// origin is the state before anything.
var origin = state{latest: always, floor: always, due: never, lifeDue: never, lifeLatest: always}

// placing is what an order places next: a chain, or with -1 an unseen write.
type placing struct {
	chain int32
	spent int8 // kind of the unseen write that the chain's first version is; -1: none, or an update
	used  [kinds]int32
	state state // after it
}

// options are the unseen writes of unknown outcome, which may have taken effect at
// any time from their invocation on, each once or not at all. Of one kind the
// earlier ones are as good as the later ones, so that the search takes them in
// order of invocation.
type options struct {
	at  [kinds][]int64 // Invoke, ascending
	ops [kinds][]int32 // the events
}

// The kinds of unseen writes that do not name a version.
const (
	overwrite = iota // Write
	creation         // Create
	replacing        // whatever is there, by something else
	deletion         // whatever is there
	kinds
)

// any tells whether there is an unseen write of unknown outcome that matters.
func (o *options) any() bool {
	for k := range o.at {
		if len(o.at[k]) > 0 {
			return true
		}
	}
	return false
}

// due says that what began before from must be over at to.
type due struct {
	from, to int64
	op       int32
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

// bygone is an event that is no part of the history any more, or never was: a write
// that was refused, or that nobody had seen when it was forgotten; or with over the
// write of a version that was replaced for good, with its tag whether it was told
// it or not. If that write is not known, what saw the version first stands for it.
type bygone struct {
	history.Event
	over bool
}

// replaced is what is remembered of a version, by its write or by a sight.
func replaced(e history.Event, tag history.Token) bygone {
	b := bygone{Event: e}
	b.bury(tag)
	return b
}

// bury says that a version was replaced for good.
func (b *bygone) bury(tag history.Token) { b.Tag, b.over = tag, true }
