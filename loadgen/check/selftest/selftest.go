// Package selftest shows how sharp a verdict is. It falsifies events in copies of a valid
// history, one at a time, in ways that no correct service can have produced given the events
// around them. It counts how many the checks find. A checker that misses one would have missed
// the same fault in the service.
package selftest

import (
	"fmt"
	"slices"

	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"ifmatch/reports/load"
)

// kind is a way to falsify an event.
type kind struct {
	name string
	op   history.Op // of the events that the kind fits
	how  history.Outcome
	make func(s *scene, i int, e *history.Event) flip
}

// kinds are all ways to falsify. Each is wrong regardless of what else happened.
var kinds = []kind{
	{"read of a replaced version", history.Read, history.Won, (*scene).staleRead},
	{"stale If-Match accepted", history.Swap, history.Lost, (*scene).staleSwap},
	{"tag given twice", history.Swap, history.Won, (*scene).sameTag},
	{"write forgotten that was read", history.Read, history.Won, (*scene).forgotten},
	{"torn read", history.Read, history.Won, (*scene).torn},
	{"create won twice", history.Create, history.Lost, (*scene).secondCreate},
	{"half a transaction", history.Read, history.Won, (*scene).half},
	{"two appends at one position", history.Append, history.Won, (*scene).sameOffset},
	{"two holders of a lease", history.Acquire, history.Refused, (*scene).secondHolder},
	{"message given out too early", history.Get, history.Won, (*scene).early},
	{"removed message given out", history.Get, history.Won, (*scene).removed},
	{"old receipt accepted", history.Remove, history.Lost, (*scene).oldReceipt},
}

// fits reports whether the kind may fit an event.
func (k kind) fits(e *history.Event) bool {
	return e.Outcome == k.how && (e.Op == k.op || k.op == history.Read && e.Op == history.GetRange)
}

// Run flips up to k events of a valid history, chosen by the seed, one at a time, and checks the
// resource after each. It flips fewer if the history offers fewer.
func Run(h *history.History, k int, seed uint64, o check.Options) load.SelfTest {
	s := newScene(h, seed, o)
	flips := s.choose(k)
	out := load.SelfTest{Flipped: len(flips), Seed: seed}
	for i, found := range s.judge(flips) {
		if found {
			out.Found++
			continue
		}
		e := &h.Events[flips[i].about]
		out.Missed = append(out.Missed, fmt.Sprintf("%s: %s, exchange %d, on %s", flips[i].what, e.Who(), e.Seq, h.Book.KeyText(e.Key)))
	}
	return out
}

// choose finds up to k flips, of each kind in turn.
func (s *scene) choose(k int) []flip {
	left := slices.Clone(kinds)
	var out []flip
	for i := 0; len(out) < k && len(left) > 0; {
		f := s.find(left[i%len(left)])
		if len(f.at) == 0 {
			left = slices.Delete(left, i%len(left), i%len(left)+1)
			continue
		}
		s.used[chosen{f.what, f.about}] = true
		out = append(out, f)
		i++
	}
	return out
}

// find looks for an event that a kind of flip fits, starting at a random one.
func (s *scene) find(k kind) flip {
	n := len(s.h.Events)
	if n == 0 {
		return none
	}
	start := s.rng.IntN(n)
	for i := range n {
		at := (start + i) % n
		if e := &s.h.Events[at]; k.fits(e) && !s.used[chosen{k.name, at}] {
			if f := k.make(s, at, e); len(f.at) > 0 {
				f.what, f.about = k.name, at
				return f
			}
		}
	}
	return none
}

// judge checks every flip, and returns which were found.
func (s *scene) judge(flips []flip) []bool {
	unit := func(f int) int { return s.unitOf[s.h.Events[flips[f].about].Key] }
	order := make([]int, len(flips))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return unit(a) - unit(b) })
	o := s.o
	o.Workers = 1
	found := make([]bool, len(flips))
	s.o.Each(len(order), func() func(int) {
		c := copied{unit: -1}
		return func(i int) {
			c.of(s, unit(order[i]))
			found[order[i]] = c.flipped(s.h.Book, flips[order[i]], o) == finding.Invalid
		}
	})
	return found
}

// copied is a copy of the events of a unit.
type copied struct {
	unit   int
	index  []int // indexes of the events in the history
	events []history.Event
}

// of copies a unit, unless c is a copy of it already.
func (c *copied) of(s *scene, unit int) {
	if c.unit == unit {
		return
	}
	c.unit, c.index, c.events = unit, s.units[unit], c.events[:0]
	for _, i := range c.index {
		c.events = append(c.events, s.h.Events[i])
	}
}

// flipped is the verdict on the copy with a flip, which it undoes afterwards.
func (c *copied) flipped(book *history.Dictionary, f flip, o check.Options) finding.State {
	exchange := func() {
		for k, i := range f.at {
			at, _ := slices.BinarySearch(c.index, i)
			c.events[at], f.to[k] = f.to[k], c.events[at]
		}
	}
	exchange()
	defer exchange()
	return check.Events(book, c.events, true, "", o).State
}
