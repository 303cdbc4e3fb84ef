package appendblob

import "ifmatch/loadgen/history"

// book packs positions into tokens. A position needs no entry, so every dictionary packs it
// alike.
var book = history.NewDictionary("00000000")

// mapping is the history of an append blob as a history of lengths. Event i of events stands
// for the original event ops[events[i].Intended].
type mapping struct {
	ops     []history.Event
	events  []history.Event
	lost    []int // indexes in events of appends of unknown outcome and unknown position
	lives   bool  // the blob may have been deleted or overwritten
	guessed bool  // gaps could be filled in ways that were not tried
	// unnamedFirst prefers an append without a position to one that named it, if either can
	// fill a gap.
	unnamedFirst bool
	located      int // appends of unknown outcome whose place was found
}

func newMapping(ops []history.Event) *mapping {
	m := &mapping{ops: ops, events: make([]history.Event, 0, len(ops))}
	for i := range ops {
		e := ops[i]
		e.Intended, e.Lease = int64(i), e.Tag
		switch e.Op {
		case history.Append:
			m.append(&e)
		case history.Read:
			if !m.read(&e) {
				continue
			}
		case history.Create:
			e.Tag, e.Value = history.None, 0
			if e.Outcome == history.Won || e.Outcome.Uncertain() {
				e.Tag = book.Position(0)
			}
		case history.Write, history.Swap, history.Delete:
			m.lives = m.lives || e.Outcome == history.Won || e.Outcome.Uncertain()
		default:
			continue
		}
		m.events = append(m.events, e)
	}
	return m
}

// append turns an append into a Swap.
func (m *mapping) append(e *history.Event) {
	asked := e.If
	e.Op, e.Tag = history.Swap, history.None
	switch {
	case e.Outcome == history.Won:
		e.If, e.Tag = book.Position(e.Got), book.Position(e.Got+e.Arg)
		if asked != history.None && asked != e.If {
			e.Flags |= history.Torn
		}
	case e.Outcome.Uncertain() && asked == history.None:
		m.lost = append(m.lost, len(m.events))
	case e.Outcome.Uncertain():
		if at, ok := book.Number(asked); ok {
			e.Tag = book.Position(at + e.Arg)
		}
	}
}

// read turns a read into the read of a length, and reports whether it shows a length.
func (m *mapping) read(e *history.Event) bool {
	if e.Outcome == history.Won && e.Flags&history.Torn == 0 {
		if e.Status == 304 || e.If != history.None && e.Tag == e.If && e.Value == 0 && e.Got == 0 {
			return false // it shows an ETag only
		}
		e.Tag = book.Position(e.Got)
		if e.Flags&history.Tail == 0 {
			e.Value = 0
		}
	}
	if e.If != history.None && e.Outcome == history.Lost {
		return false
	}
	e.If = history.None
	return true
}
