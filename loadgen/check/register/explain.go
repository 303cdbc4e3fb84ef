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

// explain makes a certificate for every answer that is wrong. Of what has to do with a
// conflict only those events are kept that the oracle needs, the one is accused without
// which most of what is around makes sense, and the rest is judged again as if that
// answer had not been believed. That only allows more, so that every violation is one.
func (j *judge) explain() (found []finding.Violation, unlisted int, more bool) {
	original, events, accused := j.ops, slices.Clone(j.ops), map[int32]bool{}
	for range rounds {
		slices.SortStableFunc(j.conflicts, func(a, b conflict) int { return cmp.Compare(j.completed(a.ops), j.completed(b.ops)) })
		touched := map[int32]bool{-1: false}
		for _, x := range j.conflicts {
			follows := func(i int32) bool { return touched[i] } // it may follow from another one
			if slices.ContainsFunc(x.ops, follows) {
				continue
			}
			c := j.certify(x, original)
			if slices.ContainsFunc(c.ops, follows) {
				continue
			}
			for _, i := range append(x.ops, c.ops...) {
				touched[i] = i >= 0
			}
			c.disbelieve(events)
			switch {
			case accused[c.accused]: // it is the same violation, whatever is believed of that answer
			case len(found) < described:
				found = append(found, c.violation())
			default:
				unlisted++
			}
			accused[c.accused] = true
		}
		next := j.again(slices.Clone(events))
		if next.decide(); len(next.conflicts) == 0 {
			return found, unlisted, next.doubt != ""
		}
		next.o, j = j.o, next
	}
	return found, unlisted, true
}

// certify makes the certificate of a conflict.
func (j *judge) certify(x conflict, original []history.Event) certificate {
	c := certificate{judge: j, conflict: x, original: original, ops: j.answered(x.ops)}
	near := [][]int32{c.ops}
	if c.accused < 0 {
		near = [][]int32{j.related(c.ops), j.around(c.ops)}
	}
	c.whole = true
	for k := 0; k < len(near) && c.whole; k++ {
		if part := least(near[k], j.impossible); len(part) <= shown && j.impossible(part) {
			c.ops, c.whole = part, false
		}
	}
	switch {
	case !c.whole:
		c.conflict = conflict{}
		c.accuse()
		c.whole = slices.ContainsFunc(c.ops, func(i int32) bool { return j.ops[i] != original[i] }) && !j.again(original).impossible(c.ops)
	case c.accused >= 0:
		c.instead = weakest(j.ops[c.accused])
	default:
		c.accuse()
	}
	if c.whole { // any will do beside the accused
		all := append([]int32{c.accused}, x.ops...)
		if c.disorder || c.foreign != history.None {
			all = append(all, j.beside(c.accused)...)
		}
		c.ops = nil
		for _, i := range all {
			if i >= 0 && len(c.ops) < shown/2 && !slices.Contains(c.ops, i) {
				c.ops = append(c.ops, i)
			}
		}
	}
	slices.SortFunc(c.ops, func(a, b int32) int { return cmp.Or(cmp.Compare(j.ops[a].Invoke, j.ops[b].Invoke), cmp.Compare(a, b)) })
	return c
}

// disbelieve takes the answer of the accused out of events, and what follows from it: an
// ETag that stood for two versions identifies none, and who saw a version that nobody
// wrote is accused once.
func (c *certificate) disbelieve(events []history.Event) {
	old := events[c.accused]
	if events[c.accused] = c.instead; c.instead == old {
		events[c.accused].Outcome = history.Wrong // it has done enough
	}
	lost := c.foreign
	retagged := effectOf(&c.instead) == wrote && c.instead.Tag != old.Tag
	if retagged {
		lost = old.Tag
	}
	for i := range events {
		e := &events[i]
		switch {
		case lost == history.None || int32(i) == c.accused:
		case retagged && e.Op == history.Read && e.Tag == lost && e.Value != 0:
			if e.If = history.None; e.Value == old.Value {
				e.Tag = c.instead.Tag
			}
		case e.Op == history.Read && e.Tag == lost, e.If == lost:
			*e = weakest(*e)
		}
	}
}
