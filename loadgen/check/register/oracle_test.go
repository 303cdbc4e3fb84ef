package register

import (
	"time"

	"github.com/anishathalye/porcupine"

	"ifmatch/loadgen/history"
)

// The oracle is the plain definition of a correct resource, given to a general checker. It
// shares no method with the check: instead of resolving writes of unknown outcome, it tries
// all of them, and all tags that they may have received.

// shape is the resource's state in the oracle's model.
type shape struct {
	alive bool
	tag   history.Token // None: a tag that nobody saw
	value uint64
	given uint64 // bit k: the orphan k was given to a write
}

// tryAll is the model of one history.
type tryAll struct {
	orphans []history.Token // tags that somebody saw, but no write received
}

// judgeByOracle decides whether a history can have come from a correct resource. The model
// does not see a tag given to two writes, or torn contents: for those the result is false.
func judgeByOracle(events []history.Event, beginnings []shape) (valid, decided bool) {
	told := map[history.Token]bool{}
	o := &tryAll{}
	for _, e := range events {
		if e.Outcome == history.Won && e.Op != history.Read && e.Tag != history.None {
			if told[e.Tag] {
				return false, true
			}
			told[e.Tag] = true
		}
		if e.Flags&history.Torn != 0 && e.Outcome == history.Won {
			return false, true
		}
	}
	var first []shape
	for _, b := range beginnings {
		if told[b.tag] {
			continue // a write received this tag, so the version was not there before
		}
		if b.tag != history.None { // an unseen write may have received it instead
			told[b.tag] = true
			b.given = 1 << len(o.orphans)
			o.orphans = append(o.orphans, b.tag)
		}
		first = append(first, b)
	}
	for _, e := range events {
		if e.Op == history.Read && e.Outcome == history.Won && e.Tag != history.None && !told[e.Tag] {
			told[e.Tag] = true
			o.orphans = append(o.orphans, e.Tag)
		}
	}
	model := porcupine.NondeterministicModel{
		Init: func() []any {
			var s []any
			for _, b := range first {
				s = append(s, b)
			}
			return s
		},
		Step: func(s, in, _ any) []any {
			var out []any
			for _, n := range o.step(s.(shape), in.(*history.Event)) {
				out = append(out, n)
			}
			return out
		},
	}
	operations := make([]porcupine.Operation, len(events))
	for i := range events {
		operations[i] = porcupine.Operation{Input: &events[i], Call: events[i].Invoke, Return: events[i].Return}
	}
	r := porcupine.CheckOperationsTimeout(model.ToModel(), operations, 20*time.Second)
	return r == porcupine.Ok, r != porcupine.Unknown
}

// step returns the states that can follow a state.
func (o *tryAll) step(s shape, e *history.Event) []shape {
	stay := func(ok bool) []shape {
		if ok {
			return []shape{s}
		}
		return nil
	}
	current := s.alive && e.If != history.None && s.tag == e.If
	switch {
	case e.Op == history.Read:
		switch {
		case e.Outcome == history.Absent:
			return stay(!s.alive)
		case e.Outcome == history.Lost && e.Flags&history.IfNoneMatch == 0:
			return stay(!current)
		case e.Outcome == history.Won:
			return stay(s.alive && (e.Tag == history.None || e.Tag == s.tag) && (e.Value == 0 || e.Value == s.value))
		}
		return stay(true)
	case e.Outcome == history.Absent:
		return stay(!s.alive)
	case e.Outcome == history.Lost && e.Op == history.Create:
		return stay(s.alive)
	case e.Outcome == history.Lost && e.If != history.None:
		return stay(!current)
	case e.Outcome != history.Won && !e.Outcome.Uncertain():
		return stay(true)
	}
	can := true
	switch {
	case e.Op == history.Create:
		can = !s.alive
	case e.If != history.None:
		can = current
	case e.Op == history.Delete:
		can = s.alive
	}
	var out []shape
	if e.Outcome.Uncertain() {
		out = append(out, s)
	}
	if !can {
		return out
	}
	if e.Op == history.Delete {
		return append(out, shape{given: s.given})
	}
	next := shape{alive: true, tag: e.Tag, value: e.Value, given: s.given}
	out = append(out, next)
	if e.Tag == history.None {
		for k, tag := range o.orphans {
			if s.given>>k&1 == 0 {
				next.tag, next.given = tag, s.given|1<<k
				out = append(out, next)
			}
		}
	}
	return out
}
