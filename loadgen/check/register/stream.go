package register

import (
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// Stream judges a history that is still growing, with memory for what is alive
// only: the current version, those that may still turn out to be current, and what
// is not yet explained. Its verdict is that of Check, except for what its
// assumptions name. It is used by one goroutine.
type Stream struct {
	o        Options
	retained []history.Event
	start    carried
	maker    history.Event // of the version that start is about
	made     bool          // there is a maker
	known    bool          // the beginning is
	recent   []bygone
	oldest   int // in recent, once it is full
	next     int // events at which to try to forget
	step     int // at least so many events between tries
	census   census
	result   finding.Result
	settled  string          // why a failure to find an order proves nothing any more; "": it does
	spent    map[uint64]bool // contents of unseen writes that the order settled for has used
	over     bool            // a violation was found, or nothing can be found any more
	most     int             // events retained at once, for tests
}

// streamStep is how many events a Stream collects before it judges them: enough
// to make the cost of judging those again that must be kept small.
const streamStep = 2048

// NewStream begins a check.
func NewStream(o Options) *Stream {
	if o.Retain == 0 {
		o.Retain = DefaultRetain
	}
	return &Stream{o: o, start: unknownStart, next: streamStep, step: streamStep, result: finding.Result{State: finding.Valid}}
}

// Add takes events in any order, as long as none was invoked before a watermark
// that was passed. It keeps no part of the batch.
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

// giveUp ends a check without a verdict.
func (s *Stream) giveUp(why string) {
	s.over, s.retained, s.recent = true, nil, nil
	s.result.State, s.result.Why = finding.Undecided, why
}

// remembered is how many events a Stream keeps of what it forgot.
const remembered = 512

// remember keeps an event, in place of the one kept longest.
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
