// Package appendblob judges the history of one append blob. The lengths of the blob are its
// versions: an append of n bytes that landed at offset o replaced the version of length o by
// that of length o+n. So two appends at one offset are a lost update, and the check of
// package register decides the rest. This package finds out where appends of unknown outcome
// went: the gaps between the others show that.
//
// A blob lives once here: histories in which it is deleted, or overwritten as a whole, are
// Undecided.
package appendblob

import (
	"fmt"
	"slices"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/oracle"
	"ifmatch/loadgen/check/register"
	"ifmatch/loadgen/history"
)

// Check judges all events of one append blob, in any order. It ignores operations on leases.
func Check(ops []history.Event, o register.Options) finding.Result {
	o.Kind = register.AppendBlob
	o.Text = func(t history.Token) string { return "of length " + book.Text(t) }
	m := newMapping(ops)
	if m.lives {
		return finding.Result{
			State: finding.Undecided, Operations: len(ops), Observed: map[string]int{},
			Why: "the blob was, or may have been, deleted or overwritten: lengths do not tell the versions of several lives apart",
		}
	}
	m.fill()
	witness, found := o.Witness, []finding.Placed(nil)
	if witness != nil {
		o.Witness = func(order []finding.Placed) { found = order }
	}
	r := register.Check(m.events, o)
	if r.State == finding.Invalid && m.guessed {
		other := newMapping(ops)
		other.unnamedFirst = true
		other.fill()
		if again := register.Check(other.events, o); again.State == finding.Valid {
			r, m = again, other
		}
	}
	for i := range r.Violations {
		v := &r.Violations[i]
		for k := range v.Evidence {
			v.Evidence[k].Event = ops[v.Evidence[k].Event.Intended]
		}
		if !v.Whole {
			*v = oracle.Prove(*v)
		}
		phrase(v)
		doubled(v, ops)
	}
	if r.State == finding.Invalid && m.guessed { // what the evidence proves alone needs no guess
		r.Violations = slices.DeleteFunc(r.Violations, func(v finding.Violation) bool { return v.Whole })
		if r.More, r.Unlisted = true, 0; len(r.Violations) == 0 {
			r.State, r.More = finding.Undecided, false
			r.Why = "appends of unknown outcome and of different lengths may fill the gaps between the others in several ways, and the one that was tried does not fit"
		}
	}
	if r.State == finding.Valid && witness != nil {
		for i := range found {
			found[i].Event = &ops[found[i].Event.Intended]
		}
		witness(found)
	}
	rename(&r, m)
	return r
}

// phrase words a violation of appends by their offsets, where that says more than lengths.
func phrase(v *finding.Violation) {
	a, b := &v.Evidence[0].Event, &v.Evidence[len(v.Evidence)-1].Event
	asked, _ := book.Number(b.If)
	switch {
	case b.Op != history.Append || b.Outcome != history.Won:
		return
	case v.Rule == "condition ignored":
		v.Sentence = fmt.Sprintf("%s asked to append at %d, and its block was put at %d instead of being refused", b.Who(), asked, b.Got)
	case v.Rule == "lost update" && a.Op == history.Append && a.Outcome == history.Won && a.Got == b.Got:
		v.Sentence = fmt.Sprintf("%s and %s were both told that their blocks are at %d: one of the two is lost", a.Who(), b.Who(), b.Got)
	default:
		return
	}
	if v.Whole {
		v.Sentence += finding.WholeProof
	}
}

// doubled reports a gap that nobody filled as a doubled append, if it is as long as the block
// before it: that block was appended twice.
func doubled(v *finding.Violation, ops []history.Event) {
	if v.Rule != "read of a version nobody wrote" || len(v.Evidence) == 0 {
		return
	}
	e := &v.Evidence[len(v.Evidence)-1].Event
	for i := range ops {
		x := &ops[i]
		if e.Outcome == history.Won && x.Op == history.Append && x.Outcome == history.Won && x.Arg > 0 && x.Got+2*x.Arg == e.Got {
			sentence := fmt.Sprintf("the block of %s was appended at %d, and the blob was then found %d bytes too long: exactly one more block, which nobody appended",
				x.Who(), x.Got, x.Arg)
			*v = finding.Broken("doubled append", sentence, []string{"BLOB-APPEND-05", "BLOB-APPEND-03"}, finding.Did(x, "appended the block"), finding.Did(e, "found the blob longer by the same block")).Closed()
			return
		}
	}
}

// rename gives counts of the register the names of appends instead of updates.
func rename(r *finding.Result, m *mapping) {
	for update, name := range map[string]string{"conditional updates": "appends", "updates refused with 412": "appends refused for their position"} {
		if n := r.Observed[update]; n > 0 {
			delete(r.Observed, update)
			r.Observed[name] = n
		}
	}
	if m.located > 0 {
		r.Observed["appends of unknown outcome found by a gap or their contents"] = m.located
	}
}
