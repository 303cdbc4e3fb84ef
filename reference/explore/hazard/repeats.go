package hazard

import (
	"fmt"
	"slices"
	"strings"

	"ifmatch/reference/explore/history"
	op "ifmatch/reference/operation"
)

// retry is a request that was sent again because its answer was lost.
type retry struct{ lost, again int }

// retries lists the requests that were sent again after they had taken effect, and were answered then.
func (s *story) retries() (all []retry) {
	for i := range s.lines {
		a := &s.lines[i]
		for j := i + 1; j < len(s.lines) && a.Fate == history.Lost && a.Wrote(); j++ {
			if b := &s.lines[j]; b.Told() && b.Client == a.Client && b.Operation == a.Operation && b.Resource == a.Resource && b.Digest == a.Digest {
				all = append(all, retry{i, j})
				break
			}
		}
	}
	return all
}

// refused reports whether a retry was refused because of the request that it repeats.
func (s *story) refused(r retry) bool {
	a, b := &s.lines[r.lost], &s.lines[r.again]
	if !refusal(b.Status) || bookkeeping(&a.Request) || strings.HasPrefix(b.Code, "Lease") {
		return false // or its lease has ended meanwhile
	}
	return !s.some(func(o *act) bool { // somebody else has written it since
		return o.line > r.lost && o.line < r.again && o.of.Wrote() && !bookkeeping(o.Request) && o.about(a)
	})
}

// ownWrite finds a refusal that a client brought upon itself, after which it never looked, and which it took for a failure.
func (s *story) ownWrite() *Hazard {
	for _, r := range s.retries() {
		if !s.refused(r) || s.looked(r.again) {
			continue
		}
		why := "never looks who it was"
		if creating(&s.lines[r.lost]) {
			if why = s.failed(r); why == "" {
				continue
			}
		}
		return &Hazard{"", r.lost, "this was done",
			r.again, fmt.Sprintf("refused because of line %d, and %s %s", r.lost+1, s.lines[r.again].Client, why),
			"a read after the refusal, and a mark of the writer to recognise there (x-ms-meta-…, or a property)"}
	}
	return nil
}

// failed says by what a client shows that it took the refusal of a create for a failure: it does not go on as it does
// after a success, or creates something else.
func (s *story) failed(r retry) string {
	usual, known := s.usual(r.lost)
	if !known || s.jumped(r.lost) {
		return "" // it may have run out of time
	}
	for _, next := range later(s.lines, r.again) {
		if len(usual) > 0 && alike(next, usual[0]) {
			return ""
		}
		if len(usual) == 0 && next.Wrote() && creating(next) && alike(next, &s.lines[r.lost]) {
			return "makes " + next.Name() + " instead, without looking who it was"
		}
	}
	if len(usual) == 0 {
		return ""
	}
	return "gives up without looking who it was: after a 201 comes " + usual[0].Operation.String() + " " + usual[0].Name()
}

// jumped reports whether time has jumped after a line.
func (s *story) jumped(after int) bool {
	return slices.ContainsFunc(s.lines[after:], func(l history.Line) bool { return l.Fate == history.Passed && l.Chosen != "" })
}

// looked reports whether a client has asked again after a line for its resource, or one that contains it.
func (s *story) looked(after int) bool {
	l := &s.lines[after]
	return slices.ContainsFunc(s.lines[after+1:], func(o history.Line) bool {
		return o.Client == l.Client && history.Near(o.Resource, l.Resource)
	})
}

// later returns what the client of a line asked for after it.
func later(lines []history.Line, i int) (all []*history.Line) {
	for j := i + 1; j < len(lines); j++ {
		if l := &lines[j]; l.Client == lines[i].Client && (l.Effective() || l.Fate == history.Withdrawn) {
			all = append(all, l)
		}
	}
	return all
}

// usual returns what the client of a line, whose answer was lost, asks for after it when it is answered.
func (s *story) usual(i int) (after []*history.Line, known bool) {
	if s.without == nil {
		return nil, false
	}
	l, requests := &s.lines[i], 0
	for j := range s.lines[:i] {
		if o := &s.lines[j]; o.Client == l.Client && o.Effective() {
			requests++
		}
	}
	answered := s.without(i)
	for j := range answered {
		o := &answered[j]
		if o.Client != l.Client || !o.Effective() {
			continue
		}
		if requests == 0 {
			return later(answered, j), o.Told() && o.Wrote() && o.Operation == l.Operation && o.Resource == l.Resource
		}
		requests--
	}
	return nil, false
}

// doneTwice finds an append that was repeated after a lost answer, and an update that its writer did again because it took
// its own for another's.
func (s *story) doneTwice() *Hazard {
	for _, r := range s.retries() {
		a, b := &s.lines[r.lost], &s.lines[r.again]
		if b.Succeeded() && a.Operation == op.AppendBlock && a.Position == "" {
			return &Hazard{"", r.lost, "this was done", r.again, "and is done again",
				"x-ms-blob-condition-appendpos with the position at which it belongs"}
		}
		if !s.refused(r) || !replaces.has(a.Operation) {
			continue
		}
		if k := s.redone(r); k > 0 && s.differs(r, k) {
			return &Hazard{"", r.lost, "this was done",
				k, fmt.Sprintf("%s does it again: line %d was refused because of its own line %d", b.Client, r.again+1, r.lost+1),
				"a mark of the writer (x-ms-meta-…, or a property), by which the read after the 412 recognises its own update"}
		}
	}
	return nil
}

// differs reports whether line k does once more what was done, and not what its writer does after a success, too. The
// same bytes in the same place are no harm, and what somebody else has replaced meanwhile must be done again.
func (s *story) differs(r retry, k int) bool {
	a, b := &s.lines[r.lost], &s.lines[k]
	usual, known := s.usual(r.lost)
	if !known || s.jumped(r.lost) || a.Operation == b.Operation && a.Digest == b.Digest && a.Range == b.Range {
		return false
	}
	return !s.some(func(o *act) bool {
		return o.line > r.lost && o.line < k && o.of.Wrote() && o.Client != a.Client && replaces.has(o.Operation) && o.about(a) && o.Overlaps(&a.Request)
	}) && wrote(later(s.lines, r.again), a.Resource, history.Answered) > wrote(usual, a.Resource, history.Late)
}

// wrote counts the writes of a resource with a fate of at most most.
func wrote(lines []*history.Line, resource string, most history.Fate) (n int) {
	for _, l := range lines {
		if l.Wrote() && l.Fate <= most && replaces.has(l.Operation) && l.Resource == resource {
			n++
		}
	}
	return n
}

// redone returns the line in which a client writes again after a refusal, having read as often as it had before its first
// try; 0: none. A client that recognises its own update is done, and reads again before the next one.
func (s *story) redone(r retry) int {
	var mine []int // the lines of the client about the resource
	for i := range s.lines {
		if l := &s.lines[i]; l.Client == s.lines[r.lost].Client && l.Resource == s.lines[r.lost].Resource && l.Effective() {
			mine = append(mine, i)
		}
	}
	reads := func(at, by int) (n int) {
		for at += by; at >= 0 && at < len(mine) && s.lines[mine[at]].Operation.ReadOnly(); at += by {
			n++
		}
		return n
	}
	before, again := max(1, reads(slices.Index(mine, r.lost), -1)), slices.Index(mine, r.again)
	next := again + before + 1
	if reads(again, +1) != before || next == len(mine) {
		return 0
	}
	if l := &s.lines[mine[next]]; !l.Wrote() || !replaces.has(l.Operation) {
		return 0
	}
	return mine[next]
}
