// Package register decides whether the history of one resource that has one
// current version can have come from a correct service: a blob, an entity, the
// metadata of a container. Correct means linearisable: every operation takes
// effect at one moment between its invocation and its return, a write with
// If-Match only while the version it names is current, a create only while there
// is nothing, and a read shows what is current.
//
// The verdict is exact. Valid means that such moments exist, Invalid that none do,
// and comes with the few operations that cannot all be true; where the search for
// an order of concurrent overwrites gives up within its budget, the verdict is
// Undecided. The method and its proofs are in docs/checker.md, whose steps the
// files of this package follow: collect, resolve, chains, zones, refusals, place,
// search. What is found wrong is explained by package oracle, not by the step that
// found it.
package register

import (
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// Check judges all events of one key, in any order. Operations on leases and
// queues are ignored. Without events, or with none that tells anything, a history
// is Valid.
func Check(ops []history.Event, o Options) finding.Result {
	j := newJudge(ops, o)
	j.known = startsEmpty(ops, never)
	res := j.result()
	n := census{unseen: len(j.mays)}
	for i := range ops {
		n.count(&ops[i], effectOf(&ops[i]))
	}
	n.describe(&res)
	return res
}

// result judges, and explains what is wrong.
func (j *judge) result() finding.Result {
	j.decide()
	if !j.known && !j.openWorld && (len(j.conflicts) > 0 || j.doubt != "") {
		// Something else may have been there before.
		open := j.again(j.ops)
		open.openWorld, open.vague = true, "the history does not begin with the creation of the resource, and what was there before would explain it"
		open.decide()
		*j = *open
	}
	switch {
	case len(j.conflicts) > 0:
		found, unlisted, more := j.explain()
		return finding.Result{State: finding.Invalid, Violations: found, Unlisted: unlisted, More: more}
	case j.doubt != "":
		return finding.Result{State: finding.Undecided, Why: j.doubt}
	case j.vague != "":
		return finding.Result{State: finding.Undecided, Why: j.vague}
	}
	return finding.Result{State: finding.Valid}
}

// startsEmpty tells whether nothing was there before the history: it begins with a
// preparation, with a create that won and before whose answer nothing was sent but other
// creates, or a read had found nothing before any delete was sent. What was there before
// would be there still. Of what was answered after until nothing follows, since not all
// that was sent by then is among the events.
func startsEmpty(ops []history.Event, until int64) bool {
	var first *history.Event
	other := int64(never) // when anything but a create was sent
	found := int64(never) // when a read had found nothing
	gone := int64(never)  // when a delete was sent
	for i := range ops {
		e := &ops[i]
		if effect := effectOf(e); effect == nothing || effect == kept {
			continue
		}
		if first == nil || e.Invoke < first.Invoke {
			first = e
		}
		if e.Op != history.Create {
			other = min(other, e.Invoke)
		}
		switch {
		case e.Op == history.Delete:
			gone = min(gone, e.Invoke)
		case e.Op == history.Read && e.Outcome == history.Absent:
			found = min(found, e.Return)
		}
	}
	switch {
	case first == nil, found < min(gone, until):
		return true
	case first.Op == history.Create && first.Outcome == history.Won && first.Return < min(other, until):
		return true
	}
	return first.Flags&history.Outside != 0 && (first.Op == history.Create || first.Op == history.Write) && (first.Outcome == history.Won || first.Outcome.Uncertain())
}
