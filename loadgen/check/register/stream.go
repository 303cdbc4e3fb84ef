package register

import (
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// Stream judges a history that is still growing. It keeps only the events that still
// matter: those of the current version, of versions that may still turn out to be current,
// and those not yet explained. Its verdict is that of Check, except where its assumptions
// say otherwise. Only one goroutine may use it.
type Stream struct {
	o        Options
	retained []history.Event
	start    carried
	maker    history.Event // the write that made the version of start
	made     bool          // maker is set
	known    bool          // nothing unknown was there at the beginning
	recent   []bygone
	oldest   int // the oldest in recent, once that is full
	next     int // how many events must be retained before the next judgement
	step     int // how many events must at least come between two judgements
	census   census
	result   finding.Result
	settled  string          // why finding no order proves nothing any more; "" if it still does
	spent    map[uint64]bool // contents of unseen writes that the settled order has used
	over     bool            // a violation was found, or nothing can be found any more
	most     int             // most events retained at once, for tests
}

// streamStep is how many events a Stream collects before it judges them. It is large
// enough that judging the retained events again costs little.
const streamStep = 2048

// NewStream begins a check.
func NewStream(o Options) *Stream {
	if o.Retain == 0 {
		o.Retain = DefaultRetain
	}
	return &Stream{o: o, start: unknownStart, spent: map[uint64]bool{}, next: streamStep, step: streamStep, result: finding.Result{State: finding.Valid}}
}

// Add takes events in any order, but none invoked before a watermark that was marked. It
// keeps no reference to the batch.
func (s *Stream) Add(batch []history.Event) {
	for i := range batch {
		e := &batch[i]
		effect := effectOf(e)
		s.census.count(e, effect)
		switch {
		case s.over || effect == nothing:
		case effect == kept:
			s.remember(bygone{Event: *e})
		default:
			s.retained = append(s.retained, *e)
		}
	}
	s.most = max(s.most, len(s.retained))
}

// end ends a check before its run: a violation was found, or it gave up.
func (s *Stream) end(r finding.Result) { s.over, s.retained, s.recent, s.result = true, nil, nil, r }

// giveUp ends a check without a verdict.
func (s *Stream) giveUp(why string) { s.end(finding.Result{State: finding.Undecided, Why: why}) }

// remembered is how many forgotten events a Stream still remembers.
const remembered = 512

// remember keeps an event. It replaces the one kept longest if there is no room.
func (s *Stream) remember(b bygone) {
	if b.Op == history.Read && !b.over || b.Value == 0 && b.Tag == history.None {
		return
	}
	if len(s.recent) < remembered {
		s.recent = append(s.recent, b)
		return
	}
	s.recent[s.oldest] = b
	s.oldest = (s.oldest + 1) % remembered
}
