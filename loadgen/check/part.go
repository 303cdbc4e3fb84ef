package check

import (
	"slices"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// part is a resource, or a partition of a table. Whether the entities of a partition are
// judged together shows only after some events.
type part struct {
	name     string
	entities bool // it is a partition
	dirty    bool // among the dirty ones of the Stream
	shelved  int  // its events on the shelf
	block    int  // of them, where the last block begins
	pending  []history.Event
	marks    int // watermarks seen
	use      use
	tracks   []*track            // its checks, and those of its entities
	of       map[uint32][]*track // by entity if it is apart, otherwise all at 0; nil: not decided yet
	byEntity bool                // each entity is judged alone
}

// track is one check of one resource.
type track struct {
	kind   *kind
	about  *subject
	of     *part
	name   string
	size   int             // events
	result *finding.Result // set once it has ended
	stream
}

// unsettled reports whether a check of the part waits for time to pass.
func (p *part) unsettled() bool {
	return slices.ContainsFunc(p.tracks, func(t *track) bool {
		w, ok := t.stream.(settler)
		return ok && !w.Settled()
	})
}

// calls reports whether the whole use of the part still calls for a check. If not, the
// verdict means nothing, because the check did not understand all events. An example is the
// check of a blob's versions once something is appended.
func (p *part) calls(k *kind) bool {
	return p.byEntity && !p.use.grouped || !p.byEntity && k.applies(p.use)
}

// late are the checks that the part turned out to need after it was decided.
func (p *part) late() []*kind {
	return slices.DeleteFunc(slices.Clone(kinds), func(k *kind) bool {
		begun := p.byEntity && !p.use.grouped || slices.ContainsFunc(p.of[0], func(t *track) bool { return t.kind == k })
		return begun || !k.applies(p.use)
	})
}

// shelf holds a whole history in one piece of memory: while it comes, in blocks of events of one part each.
type shelf struct {
	expected int // events
	events   []history.Event
	owners   []*part // by block
}

// blockEvents is how many events a block has.
const blockEvents = 32

// put adds an event of a part.
func (s *shelf) put(p *part, e *history.Event) {
	if p.shelved%blockEvents == 0 {
		p.block = len(s.events)
		if s.events == nil {
			s.events = make([]history.Event, 0, s.expected+s.expected/16)
		}
		s.events = slices.Grow(s.events, blockEvents)[:p.block+blockEvents]
		s.owners = append(s.owners, p)
	}
	s.events[p.block+p.shelved%blockEvents] = *e
	p.shelved++
}

// sort puts the blocks of each part together, in their order, and gives the part its events.
func (s *shelf) sort(parts []*part) {
	next, at, to := map[*part]int{}, 0, make([]int, len(s.owners)) // in blocks
	for _, p := range parts {
		if next[p] = at; p.shelved > 0 {
			p.pending = s.events[at*blockEvents:][:p.shelved:p.shelved]
			at += (p.shelved + blockEvents - 1) / blockEvents
		}
	}
	for k, p := range s.owners {
		to[k] = next[p]
		next[p]++
	}
	var spare [blockEvents]history.Event
	block := func(k int) []history.Event { return s.events[k*blockEvents:][:blockEvents] }
	for k := range to {
		for n := to[k]; n != k; n = to[k] {
			copy(spare[:], block(n))
			copy(block(n), block(k))
			copy(block(k), spare[:])
			to[k], to[n] = to[n], n
		}
	}
}
