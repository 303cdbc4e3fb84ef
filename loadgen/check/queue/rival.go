package queue

import (
	"cmp"
	"slices"

	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/history"
)

// rivals are two retrievals, neither of which can have followed the other by a whole window,
// if that is why e is impossible: two consumers had the message at once, whatever the counts
// say. e is one of them, or was refused under the receipt of the first, or accepted under that
// of the second. If e is a peek, it is the second: the count that it showed is the first's.
func (m *life) rivals(e *history.Event) (first, second *history.Event) {
	g := e
	for g != nil && g.If != history.None { // back to whoever was given the receipt, or the one before it
		g = m.find(func(x *history.Event) bool { return x.Tag == g.If && x.Invoke < g.Invoke })
	}
	for _, r := range m.given {
		if g == nil || r == g || r.Op != history.Get || r.Value != g.Value || r.Invoke > e.Return || m.over(r, g) {
			continue
		}
		switch first, second = ordered(r, g); {
		case e.Op == history.Peek && r.Got == e.Got:
			return r, e
		case g.Op == history.Get && !m.over(g, r) && (e == g || refused(e) == (first == g)):
			return first, second
		}
	}
	return nil, nil
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
	return bounds.Trace[message]{State: message{place: hidden}, Clock: e, Until: [2]int64{e.Invoke + least}}
}

// ordered puts two retrievals in the order of their times, or else of their counts.
func ordered(a, b *history.Event) (first, second *history.Event) {
	overlap := a.Invoke <= b.Return && b.Invoke <= a.Return
	if n := cmp.Compare(a.Got, b.Got); overlap && n > 0 || (!overlap || n == 0) && a.Return > b.Return {
		return b, a
	}
	return a, b
}
