// Package bounds decides whether the recorded operations on one object can all be true.
// The object has a state and a clock, like a lease that lapses or a message that is hidden
// for a while. The rules of the object are a [Machine]. The search looks for the order of
// the operations and the instants at which they took effect.
//
// The one idea: instants are never guessed. For a given order of the changes of state,
// every rule is an inequality between the instants of two changes, or between one change
// and a known time. So all choices of instants are carried along as one system of bounds
// (a zone). Operations that change nothing are not placed at all: when they have returned,
// they ask for one of the states that overlap them. Orders are then few, because changes
// of an exclusive state seldom overlap, and all orders that remain possible are kept side
// by side.
//
// The search is exact. If it would have to keep or try too much, it says so instead of
// giving a verdict.
package bounds

import "ifmatch/loadgen/history"

// Op is an operation to be explained.
type Op struct {
	Event   *history.Event
	Maybe   bool // outcome unknown: took effect at any time from its invocation on, or never
	Changes bool // changes the state, at least in some states
	// Class joins operations that would do the same, whenever they took effect. Those known
	// to have taken effect must also do nothing more when done twice in a row. The zero
	// class joins nothing.
	Class Class
	// After and By narrow when it took effect: not before After was sent, and not after By
	// was answered. Nil narrows nothing, and two that contradict each other narrow nothing.
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
	Keep Clock = iota // it runs on, or stays stopped
	Stop              // it stops
	Set               // it runs out after Lo to Hi from now
	Cut               // it runs out after Lo to Hi from now, or earlier if it would have
)

// Step is the effect of an operation. A step that keeps the state and the clock is no
// change. Lo and Hi are in the unit of the times of events.
type Step[S comparable] struct {
	Next   S
	Clock  Clock
	Lo, Hi int64
}

// Machine is the rules of an object.
type Machine[S comparable] interface {
	// Apply is what the operation does in a state, given its answer; false if it cannot
	// have had that answer.
	Apply(s S, op *Op) (Step[S], bool)
	// Late reports whether an operation that may have taken effect earlier hardly can in this
	// state, or later.
	Late(s S, op *Op) bool
	// Expire is the state after the clock has run out.
	Expire(s S) S
	// Force is the effect of an operation that contradicts the state before it, so that
	// what follows can be judged; false if the operation tells nothing about the state.
	Force(op *Op) (Step[S], bool)
	// Suppose is the effect of such an operation on the state that it may have found, for
	// operations of which Force tells none; false if it suggests none.
	Suppose(op *Op) (Step[S], bool)
}

// Trace is a state that an operation found, as far as it is known.
type Trace[S comparable] struct {
	State S
	// By is the operation that brought the state about; nil if it was there from
	// the beginning, or the clock ran out.
	By *history.Event
	// Clock is the operation that last set or stopped the clock, even if it has run out.
	Clock *history.Event
	// Since bounds the instant of the change. Until bounds the instant at which the clock
	// runs out, if it is running.
	Since, Until [2]int64
	Running      bool
}

// Failure is an operation that no order explains.
type Failure[S comparable] struct {
	Op       *Op
	Before   []Trace[S] // the states that it may have found, each in contradiction to it
	Unproved bool       // the search had given something up, so it proves nothing
	Slight   bool       // Search.Lenient allows it
	// Against are a few other operations, if any, that cannot all be possible together with Op.
	Against []*history.Event
}
