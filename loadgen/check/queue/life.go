package queue

import (
	"slices"

	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// life is the check of one message.
type life struct {
	rules   rules
	search  *bounds.Search[message]
	put     *history.Event   // nil while it is unknown
	removed *history.Event   // the removal that was answered
	given   []*history.Event // answers with a receipt
	told    []*history.Event // accused of a second consumer
	all     []bounds.Op      // space for the operations

	bared    []*history.Event // what should have hidden the message when somebody was given it
	glimpses []glimpse
}

// glimpse is the violation that a message was seen which something should have hidden. It is reported if nobody was given
// the message meanwhile: then that is the violation. Of each cause only the first is kept.
type glimpse struct {
	by        *history.Event // what should have hidden it
	violation finding.Violation
}

// spare is how often a message may have been given out without an answer, beyond the highest
// count seen. See rules.most. A stream does not know the highest count yet, so it uses
// streamSpare.
const (
	spare       = 2
	streamSpare = 32
)

// effort is the effort of the search. Messages are judged one by one, and there are seldom
// many possibilities for one.
const effort = 4

// find is the first answer with a receipt for which is holds; nil if there is none.
func (m *life) find(is func(*history.Event) bool) *history.Event {
	if k := slices.IndexFunc(m.given, is); k >= 0 {
		return m.given[k]
	}
	return nil
}

// over reports whether the window of g may have ended before then was answered: its time may
// have been up, or an update, perhaps one without an answer, may have ended it.
func (m *life) over(g, then *history.Event) bool {
	ends := func(e *history.Event) bool { return m.hid(e).Until[0] <= then.Return }
	updates := func(u *history.Event) bool { return u.Op == history.Update && u.Return >= g.Invoke && ends(u) }
	silent := slices.Collect(m.search.Maybes())
	return ends(g) || m.find(updates) != nil || slices.ContainsFunc(silent, func(o *bounds.Op) bool { return updates(o.Event) })
}

// hid is the state after e hid the message, as far as e alone tells.
func (m *life) hid(e *history.Event) bounds.Trace[message] {
	least, _ := m.rules.Lasts(e.Arg)
	return bounds.Trace[message]{State: message{where: hidden}, Clock: e, Until: [2]int64{e.Invoke + least}}
}
