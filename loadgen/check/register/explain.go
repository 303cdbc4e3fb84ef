package register

import (
	"cmp"
	"slices"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/oracle"
	"ifmatch/loadgen/history"
)

// Bounds on what is explained. Beyond them violations are counted, and then no longer
// looked for.
const (
	described = 32   // violations
	rounds    = 256  // of looking for more
	shown     = 8    // events of a certificate that proves itself; of one that does not, half of it
	vicinity  = 8192 // events around a conflict among which its culprit is looked for
)

// explain makes a certificate for every answer that is wrong. Of the events of a
// conflict only those are kept that the oracle needs, the one is accused without which
// most of what is around makes sense, and the rest is judged again as if that answer
// had not been believed. That only allows more, so that every violation is one.
func (j *judge) explain() (found []finding.Violation, unlisted int, more bool) {
	original, events := j.ops, slices.Clone(j.ops)
	for range rounds {
		slices.SortStableFunc(j.conflicts, func(a, b conflict) int { return cmp.Compare(j.completed(a.ops), j.completed(b.ops)) })
		touched := map[int32]bool{}
		for _, c := range j.conflicts {
			if slices.ContainsFunc(c.ops, func(i int32) bool { return touched[i] }) {
				continue // it may follow from the other one
			}
			for _, i := range c.ops {
				touched[i] = true
			}
			cert := j.certify(c, original)
			cert.disbelieve(events)
			if len(found) < described {
				found = append(found, cert.violation())
			} else {
				unlisted++
			}
		}
		next := j.again(slices.Clone(events))
		if next.decide(); len(next.conflicts) == 0 {
			return found, unlisted, next.doubt != ""
		}
		next.o, j = j.o, next
	}
	return found, unlisted, true
}

// disbelieve takes the culprit's answer out of events, and what follows from it: an ETag
// that stood for two versions identifies none, and who saw a version that nobody wrote
// is accused once.
func (c *certificate) disbelieve(events []history.Event) {
	old := events[c.culprit]
	if events[c.culprit] = c.instead; c.instead == old {
		events[c.culprit].Outcome = history.Wrong // it has done enough
	}
	lost := c.foreign
	retagged := effectOf(&c.instead) == wrote && c.instead.Tag != old.Tag
	if retagged {
		lost = old.Tag
	}
	for i := range events {
		e := &events[i]
		switch {
		case lost == history.None || int32(i) == c.culprit:
		case retagged && e.Op == history.Read && e.Tag == lost && e.Value != 0:
			if e.If = history.None; e.Value == old.Value {
				e.Tag = c.instead.Tag
			}
		case e.Op == history.Read && e.Tag == lost, e.If == lost:
			*e = weakest(*e)
		}
	}
}

// certify makes the certificate of a conflict.
func (j *judge) certify(c conflict, original []history.Event) certificate {
	ops := j.latestFirst(c.ops)
	context := j.latestFirst(append(j.makers(ops), ops...))
	if len(context) > oracle.Most {
		context = ops
	}
	cert := certificate{judge: j, original: original, context: context, culprit: c.accused, foreign: c.foreign, others: c.others, unseen: c.unseen}
	if cert.whole = len(ops) > oracle.Most || oracle.Possible(j.pick(ops, -1, nil)); !cert.whole {
		ops = j.minimal(ops)
		cert.whole = len(ops) > shown
	}
	cert.ops = ops
	switch {
	case !cert.whole:
		cert.foreign, cert.others, cert.unseen = history.None, 0, false
		cert.accuse()
		cert.whole = slices.ContainsFunc(ops, func(i int32) bool { return j.ops[i] != original[i] }) && oracle.Possible(j.again(original).pick(ops, -1, nil))
	case cert.unseen:
		cert.instead = weakest(deaf(j.ops[cert.culprit]))
	case cert.culprit >= 0:
		cert.instead = weakest(j.ops[cert.culprit])
	default:
		cert.accuse()
	}
	if cert.whole && len(cert.ops) > shown/2 { // any will do beside the culprit
		rest := slices.DeleteFunc(cert.ops, func(i int32) bool { return i == cert.culprit })
		cert.ops = append(rest[:shown/2-1:shown/2-1], cert.culprit)
	}
	slices.SortFunc(cert.ops, func(a, b int32) int { return cmp.Or(cmp.Compare(j.ops[a].Invoke, j.ops[b].Invoke), cmp.Compare(a, b)) })
	return cert
}
