// Package opening judges what share modes keep out of one file that some clients open over SMB and others use over REST.
// Every opening says what its handle does, and what it lets others do meanwhile. A request over REST is an opening too: it
// lasts as long as the request and shares everything (FILE-SMB-16). Two openings agree if each does only what the other
// shares (FILE-SMB-12). The documents promise that openings which do not agree are never there together.
//
// An opening was certainly there from its answer until its closing was sent. It may have been there from its request until
// its closing was answered. An operation that succeeded needs a moment at which no opening that does not agree with it was
// certainly there. An operation that was refused needs a moment at which one may have been there.
package opening

import (
	"cmp"
	"slices"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// refusal is the error code of a request over REST that a share mode keeps out. // FILE-SMB-05
const refusal = "SharingViolation"

// NewStream begins a check. code returns the text of an error code.
func NewStream(code func(uint16) string) *Stream {
	return &Stream{code: code, fates: map[uint64]*fate{}, result: finding.Result{State: finding.Valid, Observed: map[string]int{}}}
}

// Add takes events in any order, but none invoked before a watermark that was marked. It keeps no reference to the batch.
func (s *Stream) Add(events []history.Event) {
	for i := range events {
		e := &events[i]
		if e.Group != 0 && (e.Op == history.Closing || e.Op == history.PutRange || e.Op == history.GetRange) {
			s.fate(e.Group).take(e)
			continue
		}
		if x := s.entry(e); x != nil {
			s.pending = append(s.pending, x)
		}
	}
}

func (s *Stream) fate(group uint64) *fate {
	if s.fates[group] == nil {
		s.fates[group] = &fate{}
	}
	return s.fates[group]
}

// entry is the opening that an event makes; nil if it makes none.
func (s *Stream) entry(e *history.Event) *entry {
	x := &entry{event: *e, share: history.AllAccess}
	switch {
	case e.Flags&history.Follow != 0:
		return nil
	case e.Op == history.Opening:
		x.smb, x.fate = true, s.fate(e.Group)
		x.access, x.share = history.OpeningOf(e.Arg)
	case e.Op == history.PutRange && e.Got > 0: // the creation
		x.access = history.WriteAccess | history.DeleteAccess
	case e.Op == history.PutRange:
		x.access = history.WriteAccess
	case e.Op == history.GetRange:
		x.access = history.ReadAccess
	default:
		return nil
	}
	x.won = e.Outcome == history.Won
	x.refused = e.Outcome == history.Refused && (x.smb || s.code(e.Code) == refusal)
	return x
}

// Mark tells the stream that no event added later was invoked before the watermark. Entries that ended before it can be
// judged, unless an opening whose end is not known yet began before them.
func (s *Stream) Mark(watermark int64) {
	for _, x := range s.pending {
		if x.smb && x.won && x.fate.closed == nil {
			watermark = min(watermark, x.event.Invoke)
		}
	}
	s.judge(watermark)
}

// Close ends the check, and returns its result.
func (s *Stream) Close() finding.Result {
	s.judge(history.Open)
	for k := range s.refusals {
		s.result.Report(s.refusals[k].violation())
	}
	return s.result
}

// bySent is the order in which requests were sent; of those sent at once, the order does not depend on that in which
// they were added.
func bySent(x, y *entry) int {
	a, b := &x.event, &y.event
	return cmp.Or(cmp.Compare(a.Invoke, b.Invoke), cmp.Compare(a.Return, b.Return), cmp.Compare(a.Outcome, b.Outcome), cmp.Compare(a.Client, b.Client), cmp.Compare(a.Seq, b.Seq))
}

// judge judges the entries that ended before a time, in the order in which they were sent.
func (s *Stream) judge(until int64) {
	slices.SortStableFunc(s.pending, bySent)
	for _, x := range s.pending {
		x.settle()
	}
	done, next := 0, 0 // entries judged, and entries that judged ones were compared with
	for ; done < len(s.pending); done++ {
		x := s.pending[done]
		if until != history.Open && x.ends() >= until {
			break
		}
		for ; next < len(s.pending) && s.pending[next].event.Invoke <= x.ends(); next++ {
			s.stands(s.pending[next])
		}
		s.beside = slices.DeleteFunc(s.beside, func(y *entry) bool { return y.gone(x.event.Invoke) })
		s.result.Operations++
		if x.won {
			s.admitted(x)
			s.clear(x)
			s.close(x)
		} else if x.refused {
			s.refused(x)
		}
	}
	for _, x := range s.pending[:done] {
		if x.smb {
			delete(s.fates, x.event.Group)
		}
	}
	s.pending = slices.Clone(s.pending[done:])
}

// stands adds an entry to those that others are compared with.
func (s *Stream) stands(x *entry) {
	if x.stands || !x.there() {
		return
	}
	x.stands = true
	if x.to == history.Open {
		if k := x.kind(); s.lasting[k] == nil || s.lasting[k].from > x.from {
			s.lasting[k] = x
		}
		if !x.sure() {
			return
		}
	}
	s.beside = append(s.beside, x)
}
