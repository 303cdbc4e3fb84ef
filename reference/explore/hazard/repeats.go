package hazard

import (
	"fmt"
	"slices"
	"strings"

	"ifmatch/reference/explore/history"
	op "ifmatch/reference/operation"
)

// retry is a request that was sent again because its answer was lost.
type retry struct {
	lost, again int           // lines
	a, b        *history.Line // the same
}

// retries lists the requests that were sent again after they had taken effect, and were answered then.
func (s *story) retries() (all []retry) {
	for i := range s.lines {
		a := &s.lines[i]
		for j := i + 1; j < len(s.lines) && a.Fate == history.Lost && a.Wrote(); j++ {
			if b := &s.lines[j]; b.Told() && b.Client == a.Client && b.Operation == a.Operation && b.Resource == a.Resource && b.Digest == a.Digest {
				all = append(all, retry{i, j, a, b})
				break
			}
		}
	}
	return all
}

// refused reports whether a retry was refused because of the request that it repeats.
func (s *story) refused(r retry) bool {
	if !refusal(r.b.Status) || bookkeeping(&r.a.Request) || strings.HasPrefix(r.b.Code, "Lease") {
		return false // or its lease has ended meanwhile
	}
	return s.written(r.a, r.lost, r.again, func(o *act) bool { return !bookkeeping(o.Request) }) == nil
}

// written returns a write, between two lines, of what a line writes.
func (s *story) written(l *history.Line, from, to int, is func(*act) bool) *act {
	return s.last(to, func(o *act) bool {
		same := func(r *history.Request) bool { return r.Resource == o.Resource }
		return o.line > from && o.of.Wrote() && is(o) && slices.ContainsFunc(l.Parts(), same)
	})
}

// ownWrite finds a refusal that a client brought upon itself, after which it never looked, and which it took for a failure.
func (s *story) ownWrite() *Hazard {
	for _, r := range s.retries() {
		looks := func(l *history.Line) bool { return history.Near(l.Resource, r.b.Resource) }
		if !s.refused(r) || slices.ContainsFunc(since(s.lines, r.again, r.b.Client), looks) {
			continue
		}
		why := "never looks who it was"
		if creating(r.a) {
			if why = s.failed(r); why == "" {
				continue
			}
		}
		return &Hazard{"", r.lost, "this was done",
			r.again, fmt.Sprintf("refused because of line %d, and %s %s", r.lost+1, r.b.Client, why),
			"a read after the refusal, and a mark of the writer to recognise there (x-ms-meta-…, or a property)"}
	}
	return nil
}

// creating reports whether a line is refused if there is something already. Whoever only wants that it is there is right
// not to look who made it.
func creating(l *history.Line) bool {
	return slices.ContainsFunc(l.Parts(), func(r *history.Request) bool {
		return r.Operation == op.InsertEntity || r.IfNoneMatch == "*"
	})
}

// failed says by what a client shows that it took the refusal of a create for a failure: it does not go on as it does
// after a success, or creates something else.
func (s *story) failed(r retry) string {
	usual, known := s.usual(r)
	if !known {
		return ""
	}
	alike := func(a, b *history.Line) bool {
		return a.Operation == b.Operation && parentOf(a.Resource) == parentOf(b.Resource)
	}
	for _, next := range since(s.lines, r.again, r.a.Client) {
		if len(usual) > 0 && alike(next, usual[0]) {
			return ""
		}
		if len(usual) == 0 && next.Wrote() && creating(next) && alike(next, r.a) {
			return "makes " + next.Name() + " instead, without looking who it was"
		}
	}
	if len(usual) == 0 {
		return ""
	}
	return "gives up without looking who it was: after a 201 comes " + usual[0].Operation.String() + " " + usual[0].Name()
}

// since returns what a client asked for after a line; -1: from the beginning.
func since(lines []history.Line, i int, client string) (all []*history.Line) {
	for i++; i < len(lines); i++ {
		if l := &lines[i]; l.Client == client && (l.Effective() || l.Fate == history.Withdrawn) {
			all = append(all, l)
		}
	}
	return all
}

// usual returns what a client asks for when its answer is not lost. That is not known either if time has jumped since: it
// may have run out of time.
func (s *story) usual(r retry) (after []*history.Line, known bool) {
	jumped := func(l history.Line) bool { return l.Fate == history.Passed && l.Chosen != "" }
	if s.without == nil || slices.ContainsFunc(s.lines[r.lost:], jumped) {
		return nil, false
	}
	before, answered := len(since(s.lines[:r.lost], -1, r.a.Client)), since(s.without(r.lost), -1, r.a.Client)
	if before >= len(answered) {
		return nil, false
	}
	l := answered[before]
	return answered[before+1:], l.Told() && l.Wrote() && l.Operation == r.a.Operation && l.Resource == r.a.Resource
}

// doneTwice finds an append that was repeated after a lost answer, and an update that its writer did again because it took
// its own for another's.
func (s *story) doneTwice() *Hazard {
	for _, r := range s.retries() {
		if r.b.Succeeded() && r.a.Operation == op.AppendBlock && r.a.Position == "" {
			return &Hazard{"", r.lost, "this was done", r.again, "and is done again",
				"x-ms-blob-condition-appendpos with the position at which it belongs"}
		}
		if !s.refused(r) || !replaces.has(r.a.Operation) {
			continue
		}
		if k := s.redone(r); k > 0 && s.differs(r, k) {
			return &Hazard{"", r.lost, "this was done",
				k, fmt.Sprintf("%s does it again: line %d was refused because of its own line %d", r.b.Client, r.again+1, r.lost+1),
				"a mark of the writer (x-ms-meta-…, or a property), by which the read after the 412 recognises its own update"}
		}
	}
	return nil
}

// differs reports whether line k does once more what was done, and not what its writer does after a success, too. The
// same bytes in the same place are no harm, and what somebody else has replaced meanwhile must be done again.
func (s *story) differs(r retry, k int) bool {
	again := &s.lines[k]
	usual, known := s.usual(r)
	if !known || r.a.Operation == again.Operation && r.a.Digest == again.Digest && r.a.Range == again.Range {
		return false
	}
	others := func(o *act) bool {
		return o.Client != r.a.Client && replaces.has(o.Operation) && o.Overlaps(&r.a.Request)
	}
	wrote := func(lines []*history.Line, most history.Fate) (n int) {
		for _, l := range lines {
			if l.Wrote() && l.Fate <= most && replaces.has(l.Operation) && l.Resource == r.a.Resource {
				n++
			}
		}
		return n
	}
	return s.written(r.a, r.lost, k, others) == nil && wrote(since(s.lines, r.again, r.a.Client), history.Answered) > wrote(usual, history.Late)
}

// redone returns the line in which a client writes again after a refusal, having read as often as it had before its first
// try; 0: none. A client that recognises its own update is done, and reads again before the next one.
func (s *story) redone(r retry) int {
	reads, before := 0, 0
	for i := range s.lines {
		l := &s.lines[i]
		if l.Client != r.a.Client || l.Resource != r.a.Resource || !l.Effective() {
			continue
		}
		switch {
		case l.Operation.ReadOnly():
			reads++
			continue
		case i == r.lost:
			before = max(1, reads)
		case i > r.again && reads == before && l.Wrote() && replaces.has(l.Operation):
			return i
		case i > r.again:
			return 0
		}
		reads = 0
	}
	return 0
}
