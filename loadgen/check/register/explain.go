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
	shown     = 8   // events of a certificate
	vicinity  = 512 // events before and after a conflict among which its proof is looked for
	company   = 128 // and those that are taken to have been around
)

// explain makes a certificate for every answer that is wrong, the first first. That
// answer is disbelieved, and the rest judged again, which only allows more: so every
// violation is one. Of conflicts that are close to each other one may follow from the other.
func (j *judge) explain() (found []finding.Violation, unlisted int, more bool) {
	original := slices.Clone(j.ops)
	slices.SortFunc(original[:j.memory], func(a, b history.Event) int {
		return cmp.Or(cmp.Compare(a.Invoke, b.Invoke), cmp.Compare(a.Return, b.Return), cmp.Compare(a.Client, b.Client), cmp.Compare(a.Seq, b.Seq))
	})
	events, accused := slices.Clone(original), map[int32]bool{}
	for range rounds {
		j = j.again(events)
		if j.decide(); len(j.conflicts) == 0 {
			return found, unlisted, j.doubt != ""
		}
		slices.SortStableFunc(j.conflicts, func(a, b conflict) int { return cmp.Compare(j.last(a.about), j.last(b.about)) })
		far, certificates := 0, []certificate(nil)
		for _, x := range j.conflicts {
			at := j.last(x.about)
			if at < far {
				continue
			}
			far = at + 2*company
			c := j.certify(x)
			switch {
			case accused[c.accused]: // it is the same violation, whatever is believed of that answer
			case len(found) < described:
				found = append(found, c.violation(original))
			default:
				unlisted++
			}
			accused[c.accused] = true
			certificates = append(certificates, c)
		}
		changed := false
		for _, c := range certificates {
			changed = c.disbelieve() || changed
		}
		if !changed { // nothing is left that could be disbelieved
			return found, unlisted, true
		}
	}
	return found, unlisted, true
}

// disbelieve replaces the answer of the accused by what is believed of it, and what
// follows from it: an ETag that stood for two versions identifies none, and who saw a
// version that nobody wrote is accused once. It tells whether that changes anything.
func (c *certificate) disbelieve() (changed bool) {
	e, lost := c.ops[c.accused], c.foreign
	switch {
	case e == c.instead:
		c.instead.Outcome = history.Wrong // it has done enough
	case effectOf(&c.instead) == wrote:
		if e.Tag != c.instead.Tag {
			lost = e.Tag
		}
		c.instead.Outcome, c.instead.Return = history.Unknown, history.Open // or it was not even done
	}
	for i := range c.ops {
		if x := &c.ops[i]; lost != history.None && (x.If == lost || x.Op == history.Read && x.Tag == lost) {
			changed = changed || *x != weakest(*x)
			*x = weakest(*x)
		}
	}
	changed = changed || c.ops[c.accused] != c.instead
	c.ops[c.accused] = c.instead
	return changed
}
