// Package simulate has what the tests of the checks share: an exhaustive search for an explanation of a small history, and
// the parts of a run in simulated time. It shares nothing with the checks.
package simulate

import "ifmatch/loadgen/history"

// Object is a thing with a timer, as its specification describes it, in whole units of time.
type Object[S comparable] struct {
	// Do returns every state that an event may leave if it takes effect at t; none: it was answered otherwise.
	Do func(s S, e *history.Event, t int64) []S
	// Timer returns when the timer of a state ends, and the state after that; running is false if none runs.
	Timer func(S) (end int64, after S, running bool)
	// Unsure reports whether an event may not have taken effect.
	Unsure func(*history.Event) bool
}

// Explains reports whether any order and any whole instants explain a history that begins in a state.
func (o Object[S]) Explains(ops []history.Event, begin S) bool {
	x := search[S]{Object: o, ops: ops, seen: map[situation[S]]bool{}}
	for k := range ops {
		if !o.Unsure(&ops[k]) {
			x.must |= 1 << k
			x.last = max(x.last, ops[k].Return)
		}
	}
	return x.try(situation[S]{state: begin})
}

type search[S comparable] struct {
	Object[S]
	ops  []history.Event
	must uint32 // events that took effect
	last int64  // when the last of them was answered
	seen map[situation[S]]bool
}

// situation is what was done until a time, and what it left.
type situation[S comparable] struct {
	done  uint32
	t     int64
	state S
}

func (x *search[S]) try(now situation[S]) bool {
	if now.done&x.must == x.must {
		return true
	}
	if x.seen[now] {
		return false
	}
	x.seen[now] = true
	limit := x.last
	for k := range x.ops {
		if x.must&^now.done>>k&1 == 1 {
			limit = min(limit, x.ops[k].Return)
		}
	}
	end, after, running := x.Timer(now.state)
	until := limit
	if running {
		until = min(limit, end)
	}
	for k := range x.ops {
		e := &x.ops[k]
		if now.done>>k&1 == 1 {
			continue
		}
		for p := max(now.t, e.Invoke); p <= min(e.Return, until); p++ {
			for _, s := range x.Do(now.state, e, p) {
				if x.try(situation[S]{now.done | 1<<k, p, s}) {
					return true
				}
			}
		}
	}
	return running && end >= now.t && end <= limit && x.try(situation[S]{now.done, end, after})
}
