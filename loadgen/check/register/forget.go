package register

import (
	"time"

	"ifmatch/loadgen/history"
)

// A Stream forgets all events before some place in an order of the chains. Whatever is still
// to come, these events are over. The state at that place is all that must be kept of them.

// patience is how long after its request an unanswered overwrite, create or delete may still
// take effect, unless it is known to have done so. An unanswered update of a named version
// cannot take effect once that version is replaced.
const patience = int64(5 * time.Minute)

// forget drops events that are over. It settles for one order only when it must.
func (s *Stream) forget(j *judge, watermark int64) {
	a := j.arrange(watermark)
	exact, any := a.cuts(watermark)
	switch {
	case exact.advances(j):
		s.drop(a, exact, watermark)
	case any.advances(j) && (j.unrefused() || len(s.retained) > s.share(s.o.Retain/8, 16*sharedAll)):
		if !j.unrefused() {
			s.settled = "the order of some concurrent writes was settled before all was known that may depend on it: check the recorded history"
		}
		s.drop(a, any, watermark)
	}
}

// unrefused reports whether nothing can make one order of the chains better than another:
// there is no refusal, and nothing was created or deleted.
func (j *judge) unrefused() bool {
	if len(j.refusals)+len(j.absents)+len(j.presents) > 0 || j.start.due != never {
		return false
	}
	for c := range j.chains {
		x := &j.chains[c]
		if x.need == emptiness || x.need == presence || x.need == unknown || c > 0 && x.ends {
			return false
		}
	}
	return true
}

// drop forgets what comes before a cut.
func (s *Stream) drop(a *arrangement, c cut, watermark int64) {
	j := a.judge
	keep := &keepers{j: j, versions: make([]bool, len(j.versions)), ops: map[int32]bool{}}
	for p := c.index; p < len(a.order); p++ {
		if a.order[p].chain < 0 {
			continue
		}
		x := &j.chains[a.order[p].chain]
		for k := x.from; k < x.to; k++ {
			switch b := &j.bounds[k]; {
			case p == c.index && (c.bound < 0 || k <= c.bound):
			case b.version > 0:
				keep.versions[b.version] = true
			default:
				keep.ops[b.op] = true
			}
		}
	}
	keep.current = s.begin(j, c)
	life := min(s.start.lifeLatest, s.start.floor)
	goneAfter, thereAfter := life, s.start.floor
	if !c.state.alive {
		goneAfter, thereAfter = s.start.floor, life
	}
	spent := s.spend(j, c)
	since := keep.awaited(watermark) - patience
	s.filter(j, keep, func(i int32, e *history.Event, v int32) bool {
		switch effectOf(e) {
		case sawGone:
			return e.Invoke > goneAfter
		case sawThere:
			return e.Invoke > thereAfter
		case sawOther:
			return v == keep.current && v != 0 && e.Invoke > s.start.latest || e.Invoke >= watermark
		case may:
			return !spent[i] && (v == keep.current && v != 0 || (!names(e) || v == 0) && e.Invoke > since)
		}
		return false
	})
}

// begin makes the state at a cut the new beginning. It returns the version that is current
// there; 0 if that need not be known.
func (s *Stream) begin(j *judge, c cut) int32 {
	s.start = carried{op: -1, alive: c.state.alive, latest: c.state.latest, floor: c.state.floor, due: never, lifeLatest: c.state.lifeLatest}
	if c.bound < 0 {
		s.start.due, s.made = c.state.due, false
		return 0
	}
	b := &j.bounds[c.bound]
	if b.version == 0 {
		s.made = false
		return 0
	}
	x := &j.versions[b.version]
	s.start.tag, s.start.value = x.tag, x.value
	s.start.floor = max(s.start.floor, x.lastRead)
	switch {
	case b.op >= 0:
		s.maker, s.made = j.ops[b.op], true
		s.maker.Tag = x.tag // its write may have received none
	case j.start.op < 0:
		s.made = false
	}
	return b.version
}

// spend finds the unseen writes that an order used before a cut. If one of them is seen
// later, the order was another one.
func (s *Stream) spend(j *judge, c cut) map[int32]bool {
	spent := map[int32]bool{}
	for kind, n := range c.used {
		for _, i := range j.optional[kind][:n] {
			spent[i] = true
			if v := j.ops[i].Value; v != 0 {
				s.spent[v] = true
			}
		}
	}
	return spent
}
