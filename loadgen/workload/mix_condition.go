package workload

import (
	"slices"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

// condition is on what a request depends.
type condition uint8

const (
	unconditional condition = iota
	matches                 // If-Match
	differs                 // If-None-Match, on a read
	nobodyThere             // If-None-Match: *
	unmodified              // If-Unmodified-Since
	modified                // If-Modified-Since
	sequenced               // x-ms-if-sequence-number-eq
)

// noVersion is an ETag that no version has.
const noVersion = `"0x1"`

// conditions are those that an operation can have in a mix. ordered says that sequence numbers only grow in it.
func (m *mixedOp) conditions(ordered bool) []condition {
	reads := m.op() == history.Read
	var out []condition
	for _, c := range []struct {
		header string
		may    bool
		is     condition
	}{
		{"If-Match", true, matches},
		{"If-None-Match", m.Reads, differs},
		{"If-None-Match", m.op() == history.Write, nobodyThere},
		{"If-Unmodified-Since", true, unmodified},
		{"If-Modified-Since", !reads, modified},
	} {
		if c.may && slices.Contains(m.Conditions, c.header) {
			out = append(out, c.is)
		}
	}
	if m.sequence && ordered {
		out = append(out, sequenced)
	}
	return out
}

// depend adds a condition to the request.
func (t *mixExchange) depend(r *Request, c condition, on *dated) {
	if on == nil && c != nobodyThere {
		c = unconditional
	}
	if c == sequenced && on.numbers[bySequence] < 0 || (c == unmodified || c == modified) && on.numbers[byDate] < 0 {
		c = matches
	}
	switch t.on = on; c {
	case unconditional:
		t.on = nil
		if t.service == target.Table && slices.Contains(t.doing.Conditions, "If-Match") {
			r.set("If-Match", "*") // without it, an update inserts
		}
		return
	case matches:
		t.named = &on.version
		r.set("If-Match", on.text)
		if t.op == history.Write {
			t.op = history.Swap
		}
		return
	case differs:
		t.named, t.flags = &on.version, history.IfNoneMatch
		r.set("If-None-Match", on.text)
		return
	case nobodyThere:
		t.op = history.Create
		r.set("If-None-Match", "*")
		return
	case unmodified:
		t.by = history.UnmodifiedSince
	case modified:
		t.by = history.ModifiedSince
	case sequenced:
		t.by = history.SequenceEqual
	}
	r.set(t.by.Header(t.number(on)))
	t.over = t.thing.most[t.index()].Load() > t.number(on)
}

// index is that of the number on which the request depends.
func (t *mixExchange) index() int {
	if t.by == history.SequenceEqual {
		return bySequence
	}
	return byDate
}

func (t *mixExchange) number(v *dated) int64 { return v.numbers[t.index()] }

// guard says what follows from a condition on a number, of which several versions may have the same, while both dates and
// sequence numbers only grow. A refusal says that another version than the one named was current. A success says that the
// one named was, or one with its number; that is only known to be wrong if a larger number had been shown.
func (t *mixExchange) guard(e *history.Event) {
	if t.by == history.ByTag {
		return
	}
	e.Arg, e.Got = int64(t.by), t.number(t.on)
	lost, won := e.Outcome == history.Lost && e.Status == 412, e.Outcome == history.Won && e.Op != history.Write // where nothing is, all conditions on dates are met
	stale := t.over || t.saw != nil && e.Op == history.Read && t.number(t.saw) > t.number(t.on)
	switch {
	case t.by == history.ModifiedSince && lost && t.over: // it was told that the version is still there
		e.Op, e.Outcome, e.Tag, e.Value, e.Flags = history.Read, history.Won, t.on.token, 0, 0
	case t.by == history.ModifiedSince:
	case lost, won && stale:
		if e.If = t.on.token; e.Op == history.Write {
			e.Op = history.Swap
		}
	}
}
