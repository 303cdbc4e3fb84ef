// Package bounds decides whether the recorded operations on one object can all
// be true, where the object has a state and a clock: a lease that lapses, a
// message that is hidden for a while. The rules of the object are a [Machine];
// the order of the operations, and the instants at which they took effect, are
// what is sought.
//
// The one idea: instants are never guessed. For a given order of the changes of
// state every rule is an inequality between the instants of two changes, or of
// one change and a known time, so all choices of instants are carried along as
// one system of bounds (a zone). Operations that change nothing are not placed
// at all; they ask, when they have returned, for one of the states that overlap
// them. Orders are then few, because what changes an exclusive state seldom
// overlaps, and all that remain possible are kept side by side.
//
// The search is exact. Where it would have to keep or try too much it says so
// instead of giving a verdict.
package bounds

import "ifmatch/loadgen/history"

// Op is an operation to be explained.
type Op struct {
	Event   *history.Event
	Maybe   bool // outcome unknown: took effect at any time from its invocation on, or never
	Changes bool // changes the state, at least in some states
	// Class joins operations that would do the same, whenever they took effect, and, if
	// it is known that they did, nothing more when done twice in a row. The zero class
	// joins nothing.
	Class Class
	// After and By narrow when it took effect: not before the one was sent, not after
	// the other was answered. Nil narrows nothing, nor do two that contradict each other.
	// They may be set until the operation is explained.
	After, By *history.Event
}

// from is the earliest instant at which the operation can have taken effect.
func (o *Op) from() int64 {
	if o.After == nil || o.contradicted() {
		return o.Event.Invoke
	}
	return max(o.Event.Invoke, o.After.Invoke)
}

func (o *Op) contradicted() bool {
	return o.After != nil && o.By != nil && o.After.Invoke > o.By.Return
}

// until is the latest instant at which the operation can have taken effect.
func (o *Op) until() int64 {
	if o.By == nil || o.contradicted() {
		return o.Event.Return
	}
	return min(o.Event.Return, o.By.Return)
}

// Class is any three numbers.
type Class [3]int64

// Clock is what a change does to the clock.
type Clock uint8

// The effects on the clock.
const (
	Keep Clock = iota // it runs on, or stands still
	Stop              // it stands still
	Set               // it runs out after Lo to Hi from now
	Cut               // it runs out after Lo to Hi from now, or earlier if it would have
)

// Step is the effect of an operation. One that leaves the state as it is and
// keeps the clock is no change.
type Step[S comparable] struct {
	Next   S
	Clock  Clock
	Lo, Hi int64
}

// Machine is the rules of an object.
type Machine[S comparable] interface {
	// Apply is what the operation, as it ended, does in a state; false if it
	// cannot have ended so.
	Apply(s S, op *Op) (Step[S], bool)
	// Expire is the state after the clock has run out.
	Expire(s S) S
	// Force is the effect of an operation that contradicts the state before it, so
	// that what follows can be judged; false if it tells nothing about the state.
	Force(op *Op) (Step[S], bool)
	// Suppose is the state that such an operation, if Force tells none, may have found
	// and left, instead of the one before it; false if it suggests none.
	Suppose(op *Op) (Step[S], bool)
}

// Trace is a state that an operation found, as far as it can be told.
type Trace[S comparable] struct {
	State S
	// By is the operation that brought the state about; nil if it was there from
	// the beginning, or the clock ran out.
	By *history.Event
	// Clock is the operation that last set or stopped the clock, also one that has
	// run out.
	Clock *history.Event
	// Since bounds the instant of the change, and Until the instant at which the
	// clock runs out, if it is running.
	Since, Until [2]int64
	Running      bool
}

// Failure is an operation that no order explains.
type Failure[S comparable] struct {
	Op     *Op
	Before []Trace[S] // the states that it may have found, each in contradiction to it
	Doubt  bool       // the search had given something up: undecided
	// Against are a few other operations, if any, of which not all are possible beside Op,
	// while without one of them as much is possible as without Op, or less.
	Against []*history.Event
}
