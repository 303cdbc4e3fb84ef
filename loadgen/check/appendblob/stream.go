package appendblob

import (
	"slices"
	"time"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/register"
	"ifmatch/loadgen/history"
)

// rest is how long, in ns, a blob must have been left alone to be judged before the run ends.
// A full blob is left alone.
const rest = int64(time.Minute)

// Stream is Check for a run that goes on. It judges a blob that has come to rest, and keeps
// only the events of its end, to judge events that may still come. A blob to which an append
// of unknown outcome may have been applied unseen is kept whole.
type Stream struct {
	o      register.Options
	ops    []history.Event
	base   int // so many of ops stand for events that were judged already
	newest int64
	tried  int // length of ops when they could not be dropped
	result finding.Result
	over   bool // a violation was found, or the search gave up
}

// NewStream begins the check of one append blob.
func NewStream(o register.Options) *Stream {
	return &Stream{o: o, result: finding.Result{State: finding.Valid, Observed: map[string]int{}}}
}

// Add takes events in any order, but none invoked before a watermark that was marked.
func (s *Stream) Add(events []history.Event) {
	if s.over {
		s.result.Operations += len(events)
		return
	}
	for i := range events {
		s.newest = max(s.newest, events[i].Invoke)
		if events[i].Return != history.Open {
			s.newest = max(s.newest, events[i].Return)
		}
	}
	s.ops = append(s.ops, events...)
}

// Mark tells the stream that no event added later was invoked before the watermark.
func (s *Stream) Mark(watermark int64) {
	if s.Settled() || s.newest > watermark-rest {
		return
	}
	end, ok := s.end()
	if !ok {
		s.tried = len(s.ops)
		return
	}
	s.judge()
	if !s.over {
		s.ops, s.base = end, len(end)
	}
}

// Settled reports whether a later Mark would change nothing.
func (s *Stream) Settled() bool {
	return s.over || len(s.ops) <= s.base || len(s.ops) == s.tried
}

// Close ends the check, and returns its result.
func (s *Stream) Close() finding.Result {
	if !s.over {
		s.judge()
	}
	return s.result
}

// judge adds the verdict on the kept events to the result.
func (s *Stream) judge() {
	r := Check(s.ops, s.o)
	s.result.State = finding.Join(s.result.State, r.State)
	s.result.Why = r.Why
	s.result.Violations = append(s.result.Violations, r.Violations...)
	s.result.Unlisted, s.result.More = s.result.Unlisted+r.Unlisted, s.result.More || r.More
	s.result.Operations += r.Operations - s.base
	for what, n := range r.Observed {
		s.result.Observed[what] += n
	}
	if s.base > 0 {
		for what, n := range Check(s.ops[:s.base], s.o).Observed {
			s.result.Observed[what] -= n
		}
	}
	s.result.Assume(r.Assumptions...)
	if s.over = r.State != finding.Valid; s.over {
		s.ops, s.base = nil, 0
	}
}

// end makes two events of a blob at rest: its creation, and one append of all bytes. It
// reports whether these tell all that can be known of the blob.
func (s *Stream) end() ([]history.Event, bool) {
	var last history.Event
	read := map[uint64]bool{}
	first := s.newest
	for i := range s.ops {
		e := &s.ops[i]
		first = min(first, e.Invoke)
		switch {
		case e.Outcome != history.Won:
			continue
		case e.Op == history.Append:
		case e.Op == history.Read && e.Flags&history.Torn == 0 && e.Status != 304:
			if e.Flags&history.Tail != 0 && e.Value != 0 {
				read[e.Value] = true
			}
		default:
			continue
		}
		length := e.Got
		if e.Op == history.Append {
			length += e.Arg
		}
		if length > last.Arg || length == last.Arg && last.Value == 0 {
			last = *e
			last.Arg = length
			if e.Op == history.Read && e.Flags&history.Tail == 0 {
				last.Value = 0
			}
		}
	}
	unseen := func(e history.Event) bool { return e.Outcome.Uncertain() && (e.Op != history.Append || !read[e.Value]) }
	if last.Arg == 0 || slices.ContainsFunc(s.ops, unseen) {
		return nil, false
	}
	create := last
	create.Op, create.Outcome, create.Invoke, create.Return = history.Create, history.Won, first, first
	create.Arg, create.Got, create.If, create.Tag, create.Value = 0, 0, history.None, history.None, 0
	last.Op, last.Got, last.If = history.Append, 0, history.None
	last.Flags &= history.Outside
	return []history.Event{create, last}, true
}
