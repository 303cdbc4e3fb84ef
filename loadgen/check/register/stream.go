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
	blank    bool            // a write of unknown outcome and contents was forgotten
	over     bool            // a violation was found, or nothing can be found any more
	most     int             // events retained at once, for tests
}

// DefaultRetain is how many events a Stream keeps at most: about 16 MB. With an
// eighth of them it no longer waits for a moment at which it can forget exactly.
const DefaultRetain = 1 << 17

// streamStep is how many events a Stream collects before it judges them: enough
// to make the cost of judging those again that must be kept small.
const streamStep = 4096

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

// Mark says that no event added later was invoked before the watermark.
func (s *Stream) Mark(watermark int64) {
	if s.over || len(s.retained) < s.next {
		return
	}
	j := s.judge(watermark)
	j.find()
	if s.conclude(j) {
		return
	}
	if j.res.State == finding.Valid && !j.unready {
		s.forget(j, watermark)
	}
	if j.res.State == finding.Undecided && s.settled != "" {
		s.giveUp(j.res.Why)
		return
	}
	if len(s.retained) > s.o.Retain {
		s.giveUp("the order of concurrent writes stayed open for longer than a check of a running history remembers: check the recorded history")
		return
	}
	s.next = max(len(s.retained)+s.step, 2*len(s.retained))
}

// Close ends the check.
func (s *Stream) Close() finding.Result {
	if !s.over {
		j := s.judge(never)
		j.find()
		s.conclude(j)
		s.census.unseen += len(j.mays)
		if !s.over && j.res.State == finding.Valid && j.vague != "" {
			j.undecided("%s", j.vague)
		}
		if !s.over {
			s.result.State, s.result.Why = j.res.State, j.res.Why
		}
	}
	s.census.describe(&s.result)
	s.result.Assumptions = append(s.result.Assumptions,
		"a tag does not come back after its version was replaced for good: that is seen in the recorded history only",
		"an overwrite, create or delete that was not answered takes effect within five minutes or never")
	return s.result
}

// judge judges what is retained, up to a watermark.
func (s *Stream) judge(watermark int64) *judge {
	ops := s.retained
	memory := len(ops)
	if s.made {
		ops = append(ops, s.maker)
	}
	first := len(ops)
	for i := range s.recent {
		ops = append(ops, s.recent[i].Event)
	}
	j := newJudge(ops, s.o)
	j.memory, j.start, j.horizon, j.known, j.doubt = memory, s.start, watermark, s.known, s.settled
	j.recent, j.firstRecent, j.blank = s.recent, int32(first), s.blank && s.settled != ""
	if s.made {
		j.start.op = int32(memory)
	}
	return j
}

// conclude takes over violations, after which nothing is judged any more.
func (s *Stream) conclude(j *judge) (over bool) {
	if len(j.res.Violations) > 0 {
		s.over, s.retained, s.recent = true, nil, nil
		s.result.State, s.result.Violations = finding.Invalid, j.res.Violations
		return true
	}
	for _, x := range j.versions {
		if s.spent[x.value] && x.value != 0 {
			s.giveUp("a write of unknown outcome was seen late, after an order had been settled for in which it had been overwritten: check the recorded history")
			return true
		}
	}
	return false
}

// giveUp ends a check without a verdict.
func (s *Stream) giveUp(why string) {
	s.over, s.retained, s.recent = true, nil, nil
	s.result.State, s.result.Why = finding.Undecided, why
}
