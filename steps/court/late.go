package court

import (
	"sync/atomic"
	"time"

	"ifmatch/reports"
)

// A late case says nothing about the target: the suite, or the machine that it runs on, was too
// slow. Late cases are repeated while nothing else runs, many together at first, because they
// mostly wait; those that are late again in smaller groups, and alone at last.
const (
	// manyTogether is how many late cases are repeated at the same time: so few exchanges make
	// no case late on a machine that copes at all.
	manyTogether = 64
	// inVain is how many rounds in a row may bring no case in time. Then the others keep their
	// verdict: repeating them would cost the same time and gain nothing.
	inVain = 3
	// mostLate is how often one case may be late.
	mostLate = 4
)

// late holds the cases that were late.
type late struct {
	*docket
	held    map[string]reports.Scenario // by id: the verdict so far
	times   map[string]int              // how often a case was late
	group   int                         // how many are repeated together; 0: not begun
	playing int                         // how many are being repeated
	again   int                         // of those, how many were late again
	vain    int                         // rounds in a row that were in vain
	told    reports.Late
}

// hold keeps back the verdict of a case that was late.
func (l *late) hold(p Play, sc *reports.Scenario) bool {
	if !p.late() {
		return false
	}
	l.again++
	if l.times[sc.ID]++; l.times[sc.ID] >= mostLate {
		return false
	}
	l.held[sc.ID] = *sc
	return true
}

// next is the next group of late cases.
func (l *late) next() Round {
	ids := inOrder(l.docket, l.held)
	if l.vain >= inVain {
		for _, id := range ids {
			sc := l.held[id]
			sc.Reason += "; it was not repeated, because other cases were just as late when they ran alone"
			delete(l.held, id)
			l.file(sc)
		}
		ids = nil
	}
	if len(ids) == 0 {
		l.group, l.vain = 0, 0
		return Round{}
	}
	if l.group == 0 {
		l.group = manyTogether
	}
	group := ids[:min(l.group, len(ids))]
	r := Round{Cases: group, Together: true, Why: Late, Left: len(ids), Waits: l.waits(ids[len(group):], l.group)}
	for _, id := range group {
		delete(l.held, id)
		if l.times[id] == 1 {
			l.told.Cases++
		}
	}
	l.playing, l.again = len(group), 0
	return r
}

// conclude draws the conclusions from a group: if it was in vain, the next is much smaller.
func (l *late) conclude(took time.Duration) {
	if l.playing == 0 {
		return
	}
	l.told.Seconds += took.Seconds()
	switch {
	case l.again < l.playing:
		l.vain = 0
		if l.again > 0 {
			l.group = max(1, min(l.group, l.playing)/2)
		}
	default:
		l.vain++
		l.group = max(1, min(l.group, l.playing)/8)
	}
	l.playing = 0
}

// Silence counts requests in a row, of whatever case, that got no answer. After several the
// target is asked whether it is still there: waiting for the time-out of every case would find
// out nothing.
type Silence struct {
	unanswered atomic.Int32
	asking     atomic.Bool
}

// severalRequests is how many unanswered requests in a row make the target suspicious.
const severalRequests = 3

// Heard notes whether a request got an answer. It reports whether the target must be asked now;
// the caller then calls Asked when it has an answer, or none.
func (s *Silence) Heard(answered bool) (ask bool) {
	if answered {
		s.unanswered.Store(0)
		return false
	}
	return s.unanswered.Add(1) >= severalRequests && s.asking.CompareAndSwap(false, true)
}

// Asked ends the question.
func (s *Silence) Asked() { s.asking.Store(false) }
