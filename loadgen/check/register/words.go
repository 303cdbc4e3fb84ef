package register

import (
	"fmt"
	"slices"
	"time"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// Words for what a violation tells.

// who names the client behind an event.
func (j *judge) who(i int32) string { return j.ops[i].Who() }

// tag spells a tag.
func (j *judge) tag(t history.Token) string {
	if j.o.Text != nil {
		return j.o.Text(t)
	}
	return fmt.Sprintf("%#x", uint64(t))
}

// label names a version by its tag, or by who wrote it.
func (j *judge) label(v int32) string {
	x := &j.versions[v]
	switch {
	case v == 0:
		return "nothing"
	case x.tag != history.None:
		return "version " + j.tag(x.tag)
	case x.value != 0:
		return "the version with " + contents(x.value)
	case x.writer >= 0:
		return "the version written by " + j.who(x.writer)
	}
	return "the version at the beginning"
}

// contents names a value by the exchange that wrote it.
func contents(value uint64) string {
	c, seq := history.WriterOf(value)
	return fmt.Sprintf("the contents of exchange %d of %s", seq, history.ClientName(c))
}

// span writes a duration with three digits.
func span(from, to int64) string {
	d := time.Duration(to - from)
	for unit := time.Second; unit > 1; unit /= 1000 {
		if d >= unit {
			return d.Round(unit / 100).String()
		}
	}
	return d.String()
}

// proof is an event of a certificate and what it proves.
type proof struct {
	op   int32 // below zero: there is none
	role string
}

// full tells whether enough violations are described.
func (j *judge) full() bool { return len(j.res.Violations) >= reported }

// report adds a violation, unless it was reported in an earlier round.
func (j *judge) report(r rule, proofs []proof, format string, args ...any) {
	if j.full() {
		return
	}
	v := finding.Violation{Rule: r, Sentence: fmt.Sprintf(format, args...) + j.suffix, Clauses: clauses[r][j.o.Kind]}
	var seen []int32
	for _, p := range slices.Concat(proofs, j.extra) {
		if p.op >= 0 && !slices.Contains(seen, p.op) && len(seen) < 4 {
			seen = append(seen, p.op)
			v.Evidence = append(v.Evidence, finding.Evidence{Event: j.ops[p.op], Role: p.role})
		}
	}
	slices.SortStableFunc(v.Evidence, func(a, b finding.Evidence) int {
		switch {
		case a.Event.Invoke < b.Event.Invoke:
			return -1
		case a.Event.Invoke > b.Event.Invoke:
			return 1
		}
		return 0
	})
	key := fmt.Sprint(r, seen)
	if j.told[key] {
		return
	}
	if j.told == nil {
		j.told = map[string]bool{}
	}
	j.told[key] = true
	j.res.Violations = append(j.res.Violations, v)
	j.res.More = j.full() || j.brokeOff()
}

// brokeOff tells whether the search for an order ended, or may end, at a violation:
// what showed it cannot be set aside, or this was the last round. What comes behind
// it was not judged.
func (j *judge) brokeOff() bool {
	n := 0
	for _, v := range j.res.Violations {
		if ofOrder[rule(v.Rule)] {
			n++
		}
	}
	return n > len(j.aside) || n >= rounds
}

// ofOrder are the rules that the search for an order finds broken, mostly one in
// each round. The others are looked for everywhere.
var ofOrder = map[rule]bool{
	ruleTwoCreates: true, ruleStale: true, ruleAfterDelete: true, ruleLostWrite: true, ruleEarly: true, ruleReordered: true,
	ruleWrong412: true, ruleWrong404: true, ruleWrong409: true, ruleUnexplained: true, ruleDeleteAbsent: true,
}

// setAside keeps an observation that was reported from being judged again.
func (j *judge) setAside(i int32) {
	if j.aside == nil {
		j.aside = map[int32]bool{}
	}
	j.aside[i] = true
}

// reader finds a read of a version by a condition on the event.
func (j *judge) reader(v int32, fits func(*history.Event) bool) int32 {
	x := &j.versions[v]
	for i := range j.ops[:j.memory] {
		e := &j.ops[i]
		if e.Op != history.Read || effectOf(e) != sight || !fits(e) || j.aside[int32(i)] {
			continue
		}
		if j.tells(e.Tag) && e.Tag == x.tag || !j.tells(e.Tag) && x.value != 0 && e.Value == x.value {
			return int32(i)
		}
	}
	return -1
}

// maker is the event that made a version, below zero if there is none.
func (j *judge) maker(v int32) int32 {
	if w := j.versions[v].writer; w != before {
		return w
	}
	return j.start.op
}

// newest is the write that was acknowledged last before an event was sent.
func (j *judge) newest(i int32) proof {
	found := proof{-1, "is the newest write acknowledged before that"}
	for k := range j.ops {
		if effectOf(&j.ops[k]) == wrote && j.ops[k].Return < j.ops[i].Invoke && (found.op < 0 || j.ops[k].Return > j.ops[found.op].Return) {
			found.op = int32(k)
		}
	}
	return found
}

// isRead tells whether an event is one, so that it may be set aside.
func (j *judge) isRead(i int32) bool { return i >= 0 && j.ops[i].Op == history.Read }
