package workload

import (
	"sync/atomic"
	"time"

	"ifmatch/loadgen/history"
)

// Chances that operations on one lock overlap. Many mistakes of a service show only if two lease operations of different
// kinds meet: if it looks at the lease and stores it later, it undoes what comes in between. BLOB-RACE-08
const (
	overlapChance = 0.05 // that a tenant waiting for the lock acts under the holder's id
	meetChance    = 0.15 // that a break meets a change on its way, or a release meets a break
)

// holder is the id of a lease that is held.
type holder struct {
	id    string
	token history.Token
}

// soon is how long after it was sent an operation counts as under way, unless its outcome is known before.
const soon = int64(50 * time.Millisecond)

// underWay notes when a change or break was sent; 0: its outcome is known.
func (l *lock) underWay(op history.Op, sent int64) {
	switch op {
	case history.Change:
		l.change.Store(sent)
	case history.Break:
		l.breaks.Store(sent)
	}
}

// meets decides, now and then, to meet an operation that is under way.
func (t *tenant) meets(sent *atomic.Int64) bool {
	at := sent.Load()
	return at != 0 && t.set.env.Now()-at < soon && t.chance(meetChance)
}

// interferes chooses, now and then, an operation that meets another one of the tenant inside. It reports whether it has
// chosen one.
func (t *tenant) interferes() bool {
	if t.meets(&t.lock.change) {
		t.op, t.period = history.Break, t.set.atOnce()
		return true
	}
	return t.chance(overlapChance) && t.overlap()
}

// overlap chooses an operation under the id of the tenant inside: a renewal, as from a second thread of the holder, or a
// change or release, as when the lock is handed over. The holder works meanwhile. It reports whether anybody is inside.
// File leases are not renewed, and an Acquire under the holder's id would begin a tenancy.
func (t *tenant) overlap() bool {
	h := t.lock.holder.Load()
	if h == nil || !t.set.renews() {
		return false
	}
	t.overlaps, t.id, t.token = true, h.id, h.token
	switch p := t.rng.Float64(); {
	case p < 0.5:
		t.op = history.Renew
	case p < 0.75:
		t.op = history.Change
	default:
		t.op = history.Release
	}
	return true
}

// assisted continues after an operation under the id of another tenant. A change makes this tenant the holder.
func (t *tenant) assisted(e history.Event) {
	switch {
	case e.Op == history.Change && e.Outcome == history.Won:
		t.waiting = false
		t.id, t.token = t.wanted, t.want
		t.enter()
	case e.Op != history.Renew && e.Outcome.Uncertain():
		t.desert()
	}
}
