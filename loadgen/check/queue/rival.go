package queue

import (
	"cmp"

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

// ordered puts two retrievals in the order of their times, or else of their counts.
func ordered(a, b *history.Event) (first, second *history.Event) {
	overlap := a.Invoke <= b.Return && b.Invoke <= a.Return
	if n := cmp.Compare(a.Got, b.Got); overlap && n > 0 || (!overlap || n == 0) && a.Return > b.Return {
		return b, a
	}
	return a, b
}
