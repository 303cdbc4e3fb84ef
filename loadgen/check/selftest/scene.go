package selftest

import (
	"ifmatch/loadgen/check"
	"ifmatch/loadgen/history"
	"math/rand/v2"
)

// flip is one falsification: some events, and what replaces them.
type flip struct {
	what  string // name for people: "stale read"
	at    []int  // indexes in the history
	to    []history.Event
	about int // index of the event that best tells where
}

// none is no flip.
var none flip

// flip makes a flip that changes some events.
func (s *scene) flip(at []int, change func(to *history.Event)) flip {
	f := flip{at: at}
	for _, i := range at {
		to := s.h.Events[i]
		change(&to)
		f.to = append(f.to, to)
	}
	return f
}

// one makes a flip of a single event.
func (s *scene) one(i int, change func(to *history.Event)) flip { return s.flip([]int{i}, change) }

// grant turns an event into one that succeeded.
func grant(to *history.Event, status uint16) {
	to.Outcome, to.Status, to.Code = history.Won, status, 0
}

// scene is a history, and what the search for flips needs to know about it.
type scene struct {
	h       *history.History
	o       check.Options
	rng     *rand.Rand
	writer  map[version]int  // the event that wrote a version, if it received the tag
	next    map[version]bool // versions that somebody replaced
	created map[uint32]bool  // keys of resources that a create made
	deleted map[uint32]bool  // keys of resources that somebody tried to delete
	unitOf  map[uint32]int   // unit by key
	units   [][]int          // events of a unit: a resource, or the entities of a partition
	fresh   uint64           // number of tags made so far that nobody has seen
	used    map[chosen]bool
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

func newScene(h *history.History, seed uint64, o check.Options) *scene {
	s := &scene{
		h: h, o: o, rng: rand.New(rand.NewPCG(seed, 0x5e1f)), writer: map[version]int{}, next: map[version]bool{},
		created: map[uint32]bool{}, deleted: map[uint32]bool{}, unitOf: map[uint32]int{}, used: map[chosen]bool{},
	}
	places := map[string]int{}
	for i := range h.Events {
		e := &h.Events[i]
		at, ok := s.unitOf[e.Key]
		if !ok {
			name := h.Book.KeyText(e.Key)
			if partition, ok := check.PartitionOf(name); ok {
				name = partition
			}
			if at, ok = places[name]; !ok {
				at = len(s.units)
				places[name], s.units = at, append(s.units, nil)
			}
			s.unitOf[e.Key] = at
		}
		s.units[at] = append(s.units[at], i)
		s.note(i, e)
	}
	return s
}

// note learns from an event.
func (s *scene) note(i int, e *history.Event) {
	if e.Op == history.Delete {
		s.deleted[e.Key] = true
	}
	if e.Outcome != history.Won || e.Op > history.Delete || e.Op == history.Read {
		return
	}
	if e.Op == history.Create {
		s.created[e.Key] = true
	}
	if e.Tag != history.None {
		s.writer[version{e.Key, e.Tag}] = i
	}
	if e.If != history.None {
		s.next[version{e.Key, e.If}] = true
	}
}

// unit are the events of the same resource as an event, or of the same partition.
func (s *scene) unit(i int) []int { return s.units[s.unitOf[s.h.Events[i].Key]] }
