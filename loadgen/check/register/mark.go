package register

import (
	"slices"
	"sync"

	"ifmatch/loadgen/check/finding"
)

// spare are judges whose memory another one may use.
var spare = sync.Pool{New: func() any { return &judge{} }}

// Mark tells the stream that no event added later was invoked before the watermark.
func (s *Stream) Mark(watermark int64) {
	if most := s.share(remembered, sharedAll/2); len(s.recent) > most {
		s.recent = fit(slices.Delete(s.recent, 0, len(s.recent)-most/2), 4*most)
	}
	if s.over || len(s.retained) < s.due() {
		return
	}
	s.known = s.known || startsEmpty(s.retained, watermark)
	j := s.judge(watermark)
	j.openWorld = j.openWorld || !s.known // what was there before the history may explain more
	if j.decide(); len(j.conflicts) > 0 {
		s.end(j.explain())
		return
	}
	if s.seenLate(j) {
		return
	}
	if !j.openWorld && j.undecided == "" {
		s.forget(j, watermark)
	}
	if j.undecided != "" && s.settled != "" {
		s.giveUp(j.undecided)
		return
	}
	if len(s.retained) > s.o.Retain {
		s.giveUp("the order of concurrent writes stayed open for longer than a check of a running history remembers: check the recorded history")
		return
	}
	s.kept = len(s.retained)
	s.retained = fit(s.retained, 4*s.due())
	spare.Put(j) // nothing refers to it
}

// Close ends the check, and returns its result.
func (s *Stream) Close() finding.Result {
	if !s.over {
		s.known = s.known || startsEmpty(s.retained, never)
		j := s.judge(never)
		r := j.result()
		s.census.unseen += len(j.mays)
		if r.State == finding.Invalid || !s.seenLate(j) {
			s.result = r
		}
		spare.Put(j)
	}
	s.census.describe(&s.result)
	s.result.Assume(
		"a tag does not come back after its version was replaced for good: that is seen in the recorded history only",
		"an overwrite, create or delete that was not answered takes effect within five minutes or never")
	return s.result
}

// judge makes a judge of the retained events, up to a watermark.
func (s *Stream) judge(watermark int64) *judge {
	old := spare.Get().(*judge)
	ops := append(old.ops[:0], s.retained...)
	memory := len(ops)
	if s.made {
		ops = append(ops, s.maker)
	}
	first := len(ops)
	for i := range s.recent {
		ops = append(ops, s.recent[i].Event)
	}
	j := newJudge(ops, s.o)
	j.reuse(old)
	j.memory, j.start, j.horizon, j.known, j.chosen = memory, s.start, watermark, s.known, s.settled
	j.recent, j.firstRecent = s.recent, int32(first)
	if s.made {
		j.start.op = int32(memory)
	}
	return j
}

// seenLate gives up, and reports true, if somebody saw a write that the settled order has used.
func (s *Stream) seenLate(j *judge) bool {
	for _, x := range j.versions {
		if s.spent[x.value] && x.value != 0 {
			s.giveUp("a write of unknown outcome was seen late, after an order had been settled for in which it had been overwritten: check the recorded history")
			return true
		}
	}
	return false
}
