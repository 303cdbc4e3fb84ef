package selftest

import (
	"ifmatch/loadgen/check"
	"ifmatch/loadgen/history"
	"math/rand/v2"
	"strings"
)

// flip is one falsification: what becomes of some events.
type flip struct {
	what  string // for people: "stale read"
	at    []int  // in the history
	to    []history.Event
	about int // the event that best tells where
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

// one is a flip of a single event.
func one(i int, to history.Event) (flip, bool) {
	return flip{at: []int{i}, to: []history.Event{to}}, true
}

var none flip
