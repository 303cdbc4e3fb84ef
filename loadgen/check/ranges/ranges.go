// Package ranges judges the contents of one file of Azure Files that many clients write by Put
// Range and read by Get File. Azure Files promises less than blobs do: nothing says that one
// Put Range takes effect at one moment against another, so two of them may mix (FILE-LWW-09).
// Its promises are about each byte: the last writer wins (FILE-LWW-04), a read sent after an
// answer sees what was acknowledged (FILE-CONS-01), and ranges that do not overlap leave each
// other alone (FILE-LWW-10). So each byte is a resource with versions, and the check of
// package register judges it.
//
// Writes are of whole blocks, so all bytes of a block have the same writes. The first and the
// last byte are judged: they differ where a write was cut, or two writes mix. The bytes between
// them must only have been written by somebody, which the reader checks.
package ranges

import (
	"fmt"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/register"
	"ifmatch/loadgen/history"
)

// Check judges all events of one file, in any order. It ignores operations on leases.
func Check(ops []history.Event, o register.Options) finding.Result {
	s := NewStream(o)
	s.whole = true
	s.Add(ops)
	return s.Close()
}

// Stream is Check for a run that goes on.
type Stream struct {
	o     register.Options
	m     mapping
	whole bool            // all events are added before any is judged
	early []history.Event // events kept until the file's creation is known
	bytes []judgedByte
	census
	refusals
	late bool // the file was created again
}

// judgedByte is one byte that is judged.
type judgedByte struct {
	stream *register.Stream
	events []history.Event // only if all events are added at once
}

// NewStream begins a check.
func NewStream(o register.Options) *Stream {
	return &Stream{o: options(o), census: census{seen: map[string]int{}}}
}

// Add takes events in any order, but none invoked before a watermark that was marked. It keeps
// no reference to the batch.
func (s *Stream) Add(events []history.Event) {
	for i := range events {
		e := &events[i]
		s.count(e)
		s.note(e)
		if s.m.block == 0 {
			s.early = append(s.early, *e)
			continue
		}
		s.late = s.late || creates(e)
		s.m.each(e, s.give)
	}
}

// give adds an event to those of a byte.
func (s *Stream) give(at int, x *history.Event) {
	for at >= len(s.bytes) {
		s.bytes = append(s.bytes, judgedByte{})
	}
	p := &s.bytes[at]
	if s.whole {
		p.events = append(p.events, *x)
		return
	}
	if p.stream == nil {
		p.stream = register.NewStream(s.o)
	}
	p.stream.Add([]history.Event{*x})
}

// begin gives the events kept so far to the bytes, and reports whether the creation is known.
func (s *Stream) begin() bool {
	if s.m.block > 0 {
		return true
	}
	if s.m.learn(s.early); s.m.block == 0 {
		return false
	}
	for i := range s.early {
		s.m.each(&s.early[i], s.give)
	}
	s.early = nil
	return true
}

// Mark tells the stream that no event added later was invoked before the watermark.
func (s *Stream) Mark(watermark int64) {
	if !s.begin() {
		return
	}
	for i := range s.bytes {
		if p := s.bytes[i].stream; p != nil {
			p.Mark(watermark)
		}
	}
}

// Close ends the check, and returns its result.
func (s *Stream) Close() finding.Result {
	r := finding.Result{State: finding.Valid}
	switch {
	case !s.begin() && s.ranges > 0:
		r.State, r.Why = finding.Undecided, "the creation of the file is not in the history, which tells how it is made of blocks"
	case s.late:
		r.State, r.Why = finding.Undecided, "the file was created again while the run went on: check the recorded history"
	default:
		all := joined{result: r}
		for at := range s.bytes {
			all.add(s.verdict(at), &s.m, at)
		}
		if r = all.result; r.State == finding.Invalid {
			r.Why = ""
		}
	}
	s.judge(&r)
	r.Operations, r.Observed = s.ranges, s.seen
	return r
}

// verdict ends the check of a byte, and returns its result.
func (s *Stream) verdict(at int) finding.Result {
	switch p := s.bytes[at]; {
	case p.stream != nil:
		return p.stream.Close()
	case p.events != nil:
		return register.Check(p.events, s.o)
	}
	return finding.Result{State: finding.Valid}
}

// refusals are writes that were refused with 409 or 412. If only REST is used, only a lease is
// a reason for that. // FILE-LWW-08 FILE-SMB-13
type refusals struct {
	found  finding.Result
	others bool // somebody used a lease, or opened the file over SMB: then the checks of those judge the refusals
}

func (r *refusals) note(e *history.Event) {
	r.others = r.others || e.Lease != history.None || e.Op >= history.Acquire && e.Op <= history.Break || e.Op == history.Opening
	if e.Op != history.PutRange || e.Status != 409 && e.Status != 412 {
		return
	}
	sentence := fmt.Sprintf("%s was refused a write with %d, although nobody had a lease of the file, and writes over REST know no other conflict", e.Who(), e.Status)
	r.found.Report(finding.Broken("write refused without a lease", sentence, []string{"FILE-LWW-08", "FILE-LWW-02"}, finding.Did(e, "was refused")).Closed())
}

// judge adds the violations to a verdict.
func (r *refusals) judge(to *finding.Result) {
	if r.others || len(r.found.Violations) == 0 {
		return
	}
	to.State, to.Why, to.Unlisted = finding.Invalid, "", to.Unlisted+r.found.Unlisted
	to.Violations = append(to.Violations, r.found.Violations...)
}
