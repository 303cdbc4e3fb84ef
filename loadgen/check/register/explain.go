package register

import (
	"cmp"
	"slices"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// Bounds on explaining. Violations after the described ones are only counted, and after
// the last round they are no longer looked for.
const (
	described = 32  // violations
	rounds    = 256 // of looking for more
	shown     = 8   // events of a certificate
	vicinity  = 512 // events before and after a conflict that are searched for its proof
	company   = 128 // events before and after a conflict that a guess must leave in peace
)

// explain makes a certificate for every wrong answer, in order of time. It disbelieves that
// answer and judges the rest again. That only allows more, so each violation is one of its
// own. Among conflicts that are close together it explains only the first in each round,
// because the others may follow from it.
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
			case accused[c.accused]: // the same violation, with even less believed of that answer
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
		if !changed { // nothing is left to disbelieve
			return found, unlisted, true
		}
	}
	return found, unlisted, true
}

// disbelieve replaces the accused event by what is still believed of it, and weakens the
// events that depend on it: an ETag of two versions identifies neither, and all reads of a
// version that nobody wrote are one violation. It reports whether any event changed.
func (c *certificate) disbelieve() (changed bool) {
	e, lost := c.ops[c.accused], c.foreign
	switch {
	case e == c.instead:
		c.instead.Outcome = history.Wrong // less was not enough: believe nothing
	case effectOf(&c.instead) == wrote:
		if e.Tag != c.instead.Tag {
			lost = e.Tag
		}
		c.instead.Outcome, c.instead.Return = history.Unknown, history.Open // it may not even have been done
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
