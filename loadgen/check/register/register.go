// Package register decides whether the history of one resource can have come from a
// correct service. The resource has one current version: a blob, an entity, the
// metadata of a container. Correct means linearisable: every operation takes effect at
// one moment between its invocation and its return. A write with If-Match does so only
// while the version it names is current, a create only while nothing is there, and a
// read shows the current version.
//
// The verdict is exact. Valid means that such moments exist. Invalid means that none
// do, and comes with the few operations that cannot all be true. Undecided means that
// the search for an order of concurrent overwrites ran out of its budget. The method
// and its proofs are in docs/proofs.md, whose steps the files of this package follow:
// collect, resolve, chains, zones, refusals, put, search. Package oracle explains a
// violation, not the step that found it.
package register

import (
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// Check judges all events of one key, in any order. It ignores operations on leases
// and queues. A history without events, or with none that proves anything, is Valid.
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

// result judges the history, and explains what is wrong with it.
func (j *judge) result() finding.Result {
	j.decide()
	if !j.known && !j.openWorld && (len(j.conflicts) > 0 || j.undecided != "") {
		// A version that was there before the history may explain everything.
		open := j.again(j.ops)
		open.openWorld, open.unproved = true, "the history does not begin with the creation of the resource, and what was there before would explain it"
		open.decide()
		*j = *open
	}
	switch {
	case len(j.conflicts) > 0:
		return j.explain()
	case j.undecided != "":
		return finding.Result{State: finding.Undecided, Why: j.undecided}
	case j.unproved != "":
		return finding.Result{State: finding.Undecided, Why: j.unproved}
	}
	if j.o.Witness != nil {
		j.o.Witness(j.order())
	}
	return finding.Result{State: finding.Valid}
}

// startsEmpty reports whether nothing was there before the history. That is so if the
// history begins with a preparation, if it begins with a create that won and only other
// creates were sent before its answer, or if a read found nothing before any delete was
// sent: what was there before would still be there. Answers after until prove nothing,
// because events sent by then may be missing.
func startsEmpty(ops []history.Event, until int64) bool {
	var first *history.Event
	other := int64(never) // when the first operation other than a create was sent
	found := int64(never) // when the first read that found nothing was answered
	gone := int64(never)  // when the first delete was sent
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

// census counts what a check could see. A rule that was never exercised proves nothing.
type census struct {
	judged                             int
	won                                [history.Delete + 1]int
	unmodified, lost, creates, missing int
	unknown, unseen                    int // writes of unknown outcome, and how many of them nobody saw
}

func (n *census) count(e *history.Event, effect effect) {
	if effect == nothing {
		return
	}
	n.judged++
	switch {
	case e.Outcome == history.Won:
		n.won[e.Op]++
		if e.Flags&history.IfNoneMatch != 0 && e.Tag == e.If && e.Value == 0 && e.Op == history.Read {
			n.unmodified++
		}
	case effect == sawOther:
		n.lost++
	case effect == sawThere:
		n.creates++
	case effect == sawGone:
		n.missing++
	case effect == may:
		n.unknown++
	}
}

// describe adds the counts, and the assumptions behind the verdict, to a result.
func (n *census) describe(r *finding.Result) {
	r.Operations = n.judged
	r.Observed = map[string]int{}
	for name, count := range map[string]int{
		"reads":                         n.won[history.Read],
		"reads answered 304":            n.unmodified,
		"overwrites":                    n.won[history.Write],
		"conditional updates":           n.won[history.Swap],
		"creates":                       n.won[history.Create],
		"deletes":                       n.won[history.Delete],
		"updates refused with 412":      n.lost,
		"creates refused":               n.creates,
		"answers that nothing is there": n.missing,
		"writes of unknown outcome":     n.unknown,
		"writes of unknown outcome that were seen": n.unknown - n.unseen,
	} {
		if count > 0 {
			r.Observed[name] = count
		}
	}
	r.Assumptions = append(r.Assumptions, assumptions...)
}

var assumptions = []string{
	"a client names in If-Match only tags that an answer showed to it",
}
