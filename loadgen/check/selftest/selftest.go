// Package selftest tells how sharp a verdict is: it falsifies events in copies of a
// history that was found valid, one at a time, in ways that no correct service can
// have produced given the events around them, and counts how many the checks find.
// A checker that misses one would have missed the same fault in the service.
package selftest

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"ifmatch/reports/load"
)

// flip is one falsification: what becomes of some events.
type flip struct {
	what  string // for people: "stale read"
	at    []int  // in the history
	to    []history.Event
	about int // the event that best tells where
}

// Run flips up to k events of a valid history, chosen by the seed, and checks each
// time what was touched. Fewer are flipped if the history offers fewer.
func Run(h *history.History, k int, seed uint64, o check.Options) load.SelfTest {
	s := newScene(h, seed, o)
	flips := s.choose(k)
	missed := s.judge(flips)
	out := load.SelfTest{Flipped: len(flips), Found: len(flips) - len(missed), Seed: seed}
	for _, i := range missed {
		f := flips[i]
		e := &h.Events[f.about]
		out.Missed = append(out.Missed, fmt.Sprintf("%s: %s, exchange %d, on %s", f.what, e.Who(), e.Seq, h.Book.KeyText(e.Key)))
	}
	return out
}

// scene is a history with what the search for flips needs to know of it.
type scene struct {
	h      *history.History
	o      check.Options
	rng    *rand.Rand
	writer map[version]int // who wrote a version, as far as it was told
	next   map[version]int // who replaced it
	keys   []facts
	unitOf []int   // of a key
	units  [][]int // events of a unit: a resource, or the entities of a partition
	fresh  uint64  // tags that nobody has seen
	used   map[chosen]bool
}

// chosen is a kind of flip and the event that it fits.
type chosen struct {
	what string
	at   int
}

// version is a version of a resource by its tag.
type version struct {
	key uint32
	tag history.Token
}

// facts are what is known of a resource.
type facts struct {
	inserted int // a create that took effect; -1: none
	deleted  bool
}

func newScene(h *history.History, seed uint64, o check.Options) *scene {
	s := &scene{h: h, o: o, rng: rand.New(rand.NewPCG(seed, 0x5e1f)), writer: map[version]int{}, next: map[version]int{}, used: map[chosen]bool{}}
	places := map[string]int{}
	for i := range h.Events {
		e := &h.Events[i]
		for int(e.Key) >= len(s.keys) {
			s.keys, s.unitOf = append(s.keys, facts{inserted: -1}), append(s.unitOf, -1)
		}
		if s.unitOf[e.Key] < 0 {
			name, _, _ := strings.Cut(h.Book.KeyText(e.Key), ",RowKey='")
			at, ok := places[name]
			if !ok {
				at = len(s.units)
				places[name], s.units = at, append(s.units, nil)
			}
			s.unitOf[e.Key] = at
		}
		s.units[s.unitOf[e.Key]] = append(s.units[s.unitOf[e.Key]], i)
		s.note(i, e)
	}
	return s
}

// note learns from an event.
func (s *scene) note(i int, e *history.Event) {
	k := &s.keys[e.Key]
	if e.Op == history.Delete {
		k.deleted = true
	}
	if e.Outcome != history.Won || e.Op > history.Delete || e.Op == history.Read {
		return
	}
	if e.Op == history.Create {
		k.inserted = i
	}
	if e.Tag != history.None {
		s.writer[version{e.Key, e.Tag}] = i
	}
	if e.If != history.None {
		s.next[version{e.Key, e.If}] = i
	}
}

// choose finds up to k flips, of all kinds in turn.
func (s *scene) choose(k int) []flip {
	left := slices.Clone(kinds)
	var out []flip
	for i := 0; len(out) < k && len(left) > 0; {
		f, ok := s.find(left[i%len(left)])
		if ok {
			s.used[chosen{f.what, f.about}] = true
			out = append(out, f)
			i++
			continue
		}
		left = slices.Delete(left, i%len(left), i%len(left)+1)
	}
	return out
}

// find looks for an event that a kind of flip fits, from a random one on.
func (s *scene) find(k kind) (flip, bool) {
	n := len(s.h.Events)
	if n == 0 {
		return flip{}, false
	}
	start := s.rng.IntN(n)
	for i := range n {
		at := (start + i) % n
		if s.used[chosen{k.name, at}] {
			continue
		}
		if f, ok := k.make(s, at, &s.h.Events[at]); ok {
			f.what, f.about = k.name, at
			return f, true
		}
	}
	return flip{}, false
}

// judge checks every flip, and returns the indices of those that were missed.
func (s *scene) judge(flips []flip) []int {
	order := make([]int, len(flips))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return s.unit(flips[a]) - s.unit(flips[b]) })
	workers := s.o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	o := s.o
	o.Workers = 1
	var taken atomic.Int64
	var wg sync.WaitGroup
	var mu sync.Mutex
	var missed []int
	for range min(workers, len(flips)) {
		wg.Go(func() {
			c := copied{unit: -1}
			for {
				i := int(taken.Add(1)) - 1
				if i >= len(order) {
					return
				}
				if f := flips[order[i]]; c.of(s, s.unit(f)).flipped(s.h.Book, f, o) != finding.Invalid {
					mu.Lock()
					missed = append(missed, order[i])
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	slices.Sort(missed)
	return missed
}

func (s *scene) unit(f flip) int { return s.unitOf[s.h.Events[f.about].Key] }

// copied is a copy of the events of a unit.
type copied struct {
	unit   int
	index  []int // of the events in the history
	events []history.Event
}

// of makes it a copy of a unit, unless it is one.
func (c *copied) of(s *scene, unit int) *copied {
	if c.unit == unit {
		return c
	}
	c.unit, c.index, c.events = unit, s.units[unit], c.events[:0]
	for _, i := range c.index {
		c.events = append(c.events, s.h.Events[i])
	}
	return c
}

// flipped is the verdict on the copy with a flip, which is taken back afterwards.
func (c *copied) flipped(book *history.Dictionary, f flip, o check.Options) finding.State {
	before := make([]history.Event, len(f.at))
	at := make([]int, len(f.at))
	for k, i := range f.at {
		at[k], _ = slices.BinarySearch(c.index, i)
		before[k] = c.events[at[k]]
	}
	for k := range at {
		c.events[at[k]] = f.to[k]
	}
	v := check.Events(book, c.events, true, "", o)
	for k := range at {
		c.events[at[k]] = before[k]
	}
	return v.State
}
