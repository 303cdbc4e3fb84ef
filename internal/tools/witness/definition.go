package main

import "ifmatch/loadgen/history"

type meaning uint8

const (
	nothing meaning = iota // its answer is due to something else
	certain
	perhaps // it may have taken effect
)

// definition is what is promised of a resource or a message.
type definition interface {
	meaning(e *history.Event) meaning
	follows(e *history.Event, at int64) bool // lets it take effect; false if it cannot have its answer then
	clock() *timer
	lapse()                 // its time is over
	over(emptied bool) bool // nothing follows, and perhaps the queue was found empty
}

// timer runs while a lease or a window does. It may end a second before its time and two after it, by the service's clock.
type timer struct {
	runs        bool
	least, most int64
	rate        float64 // of the service's clock
}

func (t *timer) clock() *timer  { return t }
func (t *timer) lapse()         {}
func (t *timer) over(bool) bool { return true }

// set lets it run from now on for a span; cut says for no longer than it would have.
func (t *timer) set(now, span int64, cut bool) {
	ours := func(span int64) int64 { return int64(float64(span) / t.rate) }
	least, most := now+max(0, ours(span)-ours(1e9)), now+ours(span)+ours(2e9)
	if cut && t.runs {
		least, most = min(least, t.least), min(most, t.most)
	}
	t.runs, t.least, t.most = true, least, most
}

func unsure(e *history.Event) bool {
	return e.Outcome.Uncertain() || e.Outcome == history.Wrong && e.Status < 400
}

// lease is the definition of the lease of a blob, a container or a file.
type lease struct {
	timer
	container, file bool
	mode            int // column of the rows
	id              history.Token
	span            int64
	vague           bool // a file was written since its lease was broken: the lease may or may not be remembered
}

const free, leased, breaking, broken, expired = 0, 1, 2, 3, 4

// rows say what an operation does in each mode, under the lease's own id, another, and none: - it is refused, s nothing, g it
// grants the lease, c changes its id, b breaks it, e ends one that ran out, f frees it, w so does a write.
var rows = map[history.Op][3]string{
	history.Acquire: {"gg-gg", "g--gg", "g--gg"}, history.Renew: {"-g--g", "-----", "-----"}, history.Change: {"-c---", "-----", "-----"},
	history.Release: {"-ffff", "-----", "-----"}, history.Break: {"-bbse", "-bbse", "-bbse"}, history.Delete: {"-ff--", "-----", "s--ww"},
}

// needless reports whether an operation needs no lease.
func (l *lease) needless(e *history.Event) bool {
	return e.Lease == history.None && e.Op < history.Acquire && (e.Op == history.Read || e.Op == history.GetRange || l.container && e.Op != history.Delete)
}

func (l *lease) meaning(e *history.Event) meaning {
	read, refused := e.Op == history.Read || e.Op == history.GetRange, e.Outcome == history.Refused
	switch {
	case e.Op == history.Stage, e.Op > history.GetRange && e.Op < history.Acquire, e.Op > history.Break, l.needless(e) && !refused, read && (e.Status == 304 || unsure(e)):
	case refused, e.Outcome == history.Won:
		return certain
	case unsure(e):
		return perhaps
	}
	return nothing
}

func (l *lease) follows(e *history.Event, at int64) bool {
	row, ok := rows[e.Op]
	if !ok {
		row = [3]string{"-ss--", "-----", "s--ww"}
	}
	by := 1
	if l.mode != free && (l.id == e.Lease || e.Op == history.Change && l.id == e.Next) {
		by = 0
	} else if e.Lease == history.None {
		by = 2
	}
	cell := row[by][l.mode]
	if e.Outcome == history.Refused {
		return !l.needless(e) && (cell == '-' || l.vague && (e.Op == history.Release || e.Op == history.Break))
	}
	switch {
	case cell == 'g':
		if e.Op == history.Acquire {
			l.span = e.Arg
		}
		if l.mode, l.id, l.vague, l.runs = leased, e.Lease, false, false; l.span != history.Infinite {
			l.set(at, l.span, false)
		}
	case cell == 'c':
		l.id = e.Next
	case cell == 'e', cell == 'b' && (e.Arg == 0 || e.Arg == history.Infinite && l.mode == leased && l.span == history.Infinite):
		l.mode, l.runs = broken, false
	case cell == 'b':
		if l.mode = breaking; e.Arg != history.Infinite {
			l.set(at, e.Arg, true)
		}
	case cell == 'w' && l.file:
		l.vague = true
	case cell == 'f', cell == 'w':
		l.mode, l.id, l.runs, l.vague = free, history.None, false, false
	}
	return cell != '-'
}

func (l *lease) lapse() { l.mode = map[int]int{leased: expired, breaking: broken}[l.mode] }

// message is the definition of a message of a queue. Between its put and its removal it is hidden while the timer runs.
type message struct {
	timer
	put, gone bool
	receipt   history.Token
	count     int64
}

func (m *message) over(emptied bool) bool { return emptied || m.gone || !m.put }

func refused(e *history.Event) bool {
	return (e.Op == history.Update || e.Op == history.Remove) && (e.Outcome == history.Lost || e.Outcome == history.Absent)
}

func (m *message) meaning(e *history.Event) meaning {
	switch {
	case unsure(e) && e.Op != history.Peek:
		return perhaps
	case e.Outcome == history.Won, refused(e):
		return certain
	}
	return nothing
}

func (m *message) follows(e *history.Event, at int64) bool {
	there := m.put && !m.gone
	visible, current, can := there && !m.runs, there && m.receipt == e.If, false
	switch {
	case refused(e):
		return !current
	case e.Op == history.Get && e.Value == 0 && !unsure(e): // the queue was empty
		return !visible
	case e.Op == history.Peek:
		return visible && e.Got == m.count
	case e.Op == history.Put:
		can = !m.put
	case e.Op == history.Get:
		m.count++
		can = visible && (unsure(e) || e.Got == m.count)
	default:
		can = current
	}
	if m.put, m.gone, m.runs, m.receipt = true, e.Op == history.Remove, false, e.Tag; unsure(e) {
		m.receipt = ^history.Token(0) // nobody was told it
	}
	if !m.gone && e.Arg > 0 {
		m.set(at, e.Arg, false)
	}
	return can
}
