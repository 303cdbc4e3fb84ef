package register

import (
	"cmp"
	"slices"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// Bounds on what is explained. Beyond them violations are counted, and then no longer
// looked for.
const (
	described = 32  // violations
	rounds    = 256 // of looking for more
)

// explain makes a certificate for every answer that is wrong, the first first. That
// answer is disbelieved, and the rest judged again, which only allows more: so every
// violation is one. Of conflicts that are close to each other one may follow from the other.
func (j *judge) explain() (found []finding.Violation, unlisted int, more bool) {
	j.window = vicinity
	original, events, accused := j.ops, slices.Clone(j.ops), map[int32]bool{}
	for range rounds {
		slices.SortStableFunc(j.conflicts, func(a, b conflict) int { return cmp.Compare(j.completed(a.ops), j.completed(b.ops)) })
		far := 0
		for _, x := range j.conflicts {
			at := j.when(x.ops)
			if at < far {
				continue
			}
			far = at + 2*j.window
			c := j.certify(x)
			c.disbelieve(events)
			switch {
			case accused[c.accused]: // it is the same violation, whatever is believed of that answer
			case len(found) < described:
				found = append(found, c.violation(original))
			default:
				unlisted++
			}
			accused[c.accused] = true
		}
		next := j.again(slices.Clone(events))
		if next.decide(); len(next.conflicts) == 0 {
			return found, unlisted, next.doubt != ""
		}
		next.o, next.window, j = j.o, min(2*j.window, vicinity), next
	}
	return found, unlisted, true
}

// disbelieve takes the answer of the accused out of events, and what follows from it: an
// ETag that stood for two versions identifies none, and who saw a version that nobody
// wrote is accused once.
func (c *certificate) disbelieve(events []history.Event) {
	e, lost := &events[c.accused], c.foreign
	switch {
	case *e == c.instead:
		e.Outcome = history.Wrong // it has done enough
	case effectOf(&c.instead) == wrote && e.Tag != c.instead.Tag:
		lost = e.Tag
		fallthrough
	default:
		*e = c.instead
	}
	for i := range events {
		if x := &events[i]; lost != history.None && x != e && (x.If == lost || x.Op == history.Read && x.Tag == lost) {
			*x = weakest(*x)
		}
	}
}
