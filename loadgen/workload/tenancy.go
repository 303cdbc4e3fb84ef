package workload

import (
	"math/rand/v2"
	"time"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

// Chances of what happens in a tenancy. A tenancy that does not end by release stops its
// lock for a while, so such ends are also limited in time: see troublesome.
const (
	renewChance   = 0.15 // before each piece of work
	changeChance  = 0.03 // before each piece of work
	desertChance  = 0.05 // after the last piece of work, instead of the release
	breakChance   = 0.01 // that a tenant waiting for the lock breaks it
	lateUseChance = 0.1  // after the release, to use the old id
	maxPieces     = 4    // of work in one tenancy
	maxUnanswered = 3    // unanswered renewals in a row
	forsaken      = 4    // multiple of the patience after which an unused lease without end counts as deserted
)

// stage is the state of a tenant.
type stage uint8

const (
	outside stage = iota // holds nothing
	unsure               // acquired, but got no answer: a renewal will show
	inside               // holds the lock, as far as it knows
	late                 // held it once, and tries to act as if it still did
)

// doing is what a tenant does next.
type doing uint8

const (
	leasing  doing = iota // a lease operation of the tenant itself
	working               // a piece of the work that the lock is for
	stealing              // something with the old id
	visiting              // something that needs no lock, or should need one
)

// tenant is the part of an actor that contends for locks. It acquires a lock under a fresh
// id, sometimes renews it or changes its id, and releases it after some work. It may also
// desert the lock and come back late, when the lease may have expired or been broken; its
// old id should then be refused. Tenants outside break leases: rarely that of a working
// holder. They break a deserted one when their patience is over, which leaves it time to
// expire.
type tenant struct {
	leaseExchange
	rng    *rand.Rand
	keys   chooser
	at     int     // index of the lock
	visits float64 // share of visits among the choices outside a tenancy
	stage  stage
	// waiting says that the lock was refused: the tenant keeps trying for this lock until
	// it has it.
	waiting    bool
	pieces     int // pieces of work left
	unanswered int
	given      bool // the id was given up and is no longer valid
	overlaps   bool // the exchange is under the id of another tenant
}

func (s *lockSet) tenant(rng *rand.Rand, visits float64) tenant {
	return tenant{leaseExchange: leaseExchange{set: s}, rng: rng, keys: newChooser(rng, s.env.Options), visits: visits}
}

// chance returns true with probability p.
func (t *tenant) chance(p float64) bool { return t.rng.Float64() < p }

// renews reports whether leases are renewed. File leases never expire; they are acquired
// again under their own id instead. // FILE-LEASE-04
func (s *lockSet) renews() bool { return s.service != target.File }

// atOnce returns the break period that ends the lease at once. File leases have no break
// period.
func (s *lockSet) atOnce() time.Duration {
	if s.renews() {
		return 0
	}
	return -1
}

// renew asks for a lease that the tenant may already hold.
func (t *tenant) renew() doing {
	if t.op = history.Renew; !t.set.renews() {
		t.op, t.again = history.Acquire, true
	}
	return leasing
}

// choose decides what to do next, and with which lock.
func (t *tenant) choose() doing {
	t.again, t.overlaps = false, false
	switch t.stage {
	case unsure:
		return t.renew()
	case inside:
		return t.carryOn()
	case late:
		// An Acquire under an id that was given up would begin another tenancy.
		if t.set.renews() && t.chance(0.5) {
			return t.renew()
		}
		return stealing
	}
	if !t.waiting {
		t.at = t.keys.next()
		t.lock = t.set.locks[t.at]
	}
	switch {
	case t.impatient():
		t.op, t.period = history.Break, t.set.atOnce()
		if t.set.renews() && t.chance(0.2) {
			t.period = time.Second
		}
	case t.chance(t.visits):
		return visiting
	case t.lock.deserted.Load() == 0 && t.chance(breakChance):
		t.op, t.period = history.Break, t.set.atOnce()
		if t.set.renews() && t.chance(0.4) && t.troublesome(max(int64(t.set.duration), forsaken*t.set.patience)) {
			t.period = time.Second
			if t.chance(0.4) {
				t.period = -1
			}
		}
	case t.interferes():
	default:
		t.op, t.token = history.Acquire, history.None
	}
	return leasing
}

// carryOn chooses what a holder does next.
func (t *tenant) carryOn() doing {
	switch {
	case t.pieces <= 0, t.meets(&t.lock.breaks):
		t.op = history.Release
		return leasing
	case t.unanswered > 0 || t.chance(renewChance):
		return t.renew()
	case t.chance(changeChance):
		t.op = history.Change
		return leasing
	}
	return working
}

// impatient reports whether the lock was deserted for too long. If several tenants think
// so, one acts.
func (t *tenant) impatient() bool {
	since := t.lock.deserted.Load()
	return since != 0 && t.set.env.Now()-since > t.set.patience && t.lock.deserted.CompareAndSwap(since, 0)
}

// troublesome reports whether the tenant may stop the lock for a while, and notes that it
// does. One lock at a time is stopped, since sooner or later every tenant waits for that one.
// If nobody has taken it after most, in nanoseconds, nobody needs it, and the next may be stopped.
// First, all must have worked as long as the last stop lasted, whatever the chances.
// Otherwise a fast service, with its many chances, would come to a halt.
func (t *tenant) troublesome(most int64) bool {
	now, calm := t.set.env.Now(), t.set.calm.Load()
	if now < calm || !t.set.calm.CompareAndSwap(calm, now+most) {
		return false
	}
	t.lock.stopped.Store(max(now, 1))
	return true
}

// desert notes that the lock may be held by a tenant that does not release it.
func (t *tenant) desert() {
	t.lock.holder.Store(nil)
	t.lock.deserted.Store(max(t.set.env.Now(), 1))
}

// worked ends a piece of work. The tenant may desert the lock after its last one.
func (t *tenant) worked() After {
	t.lock.used.Store(t.set.env.Now())
	if t.pieces--; t.pieces > 0 || !t.chance(desertChance) || !t.troublesome(forsaken*t.set.patience) {
		return After{}
	}
	t.stage, t.given = late, false
	t.desert()
	return After{Pause: time.Duration((0.1 + 1.5*t.rng.Float64()) * float64(t.set.patience))}
}

// stole ends the use of an old id. If the service accepted it, the tenancy continues.
func (t *tenant) stole(e history.Event) {
	t.stage = outside
	if e.Outcome == history.Won {
		t.stage, t.pieces = inside, 0
	}
}

// evicted ends a tenancy that the service reports as over. If the service is wrong, an
// infinite lease would block the lock forever, so it counts as deserted.
func (t *tenant) evicted() {
	if t.stage = outside; t.set.duration < 0 {
		t.desert()
	}
}

// enter begins a tenancy.
func (t *tenant) enter() {
	t.stage, t.unanswered = inside, 0
	t.pieces = 1 + t.rng.IntN(maxPieces)
	t.lock.used.Store(t.set.env.Now())
	t.lock.deserted.Store(0)
	t.lock.holder.Store(&holder{t.id, t.token})
	if since := t.lock.stopped.Swap(0); since != 0 {
		now := t.set.env.Now()
		t.set.calm.Store(now + (now - since))
	}
}

// leased continues after a lease operation.
func (t *tenant) leased(e history.Event) {
	if t.overlaps {
		t.assisted(e)
		return
	}
	switch e.Op {
	case history.Acquire:
		if t.again {
			t.renewed(e)
		} else {
			t.acquired(e)
		}
	case history.Renew:
		t.renewed(e)
	case history.Change:
		t.changed(e)
	case history.Release:
		t.released(e)
	case history.Break:
		if e.Outcome == history.Won && e.Got > 0 {
			t.desert()
		}
	}
}

func (t *tenant) acquired(e history.Event) {
	t.waiting = e.Outcome == history.Refused
	switch {
	case t.waiting && t.set.duration < 0 && t.set.env.Now()-t.lock.used.Load() > forsaken*t.set.patience:
		t.lock.deserted.Store(max(t.lock.used.Load(), 1))
	case e.Outcome == history.Won:
		t.enter()
	case e.Outcome.Uncertain():
		t.stage, t.unanswered = unsure, 0
	}
}

func (t *tenant) renewed(e history.Event) {
	switch {
	case e.Outcome == history.Won && t.stage == inside:
		t.unanswered = 0
	case e.Outcome == history.Won && t.stage == late:
		t.enter()
		t.pieces = 0
	case e.Outcome == history.Won:
		t.enter()
	case e.Outcome.Uncertain():
		if t.unanswered++; t.unanswered >= maxUnanswered {
			t.stage = outside
			t.desert()
		}
	case t.stage == inside && t.breaking(e):
		t.unanswered, t.pieces = 0, 0
	default:
		t.evicted()
	}
}

func (t *tenant) changed(e history.Event) {
	switch {
	case e.Outcome == history.Won:
		t.id, t.token = t.wanted, t.want
		t.lock.holder.Store(&holder{t.id, t.token})
	case e.Outcome.Uncertain():
		// It cannot be known which id holds the lease now.
		t.stage = outside
		t.desert()
	case t.breaking(e):
		t.pieces = 0
	default:
		t.evicted()
	}
}

func (t *tenant) released(e history.Event) {
	t.stage = outside
	if h := t.lock.holder.Load(); h != nil && h.token == t.token {
		t.lock.holder.CompareAndSwap(h, nil)
	}
	switch {
	case e.Outcome == history.Won && t.chance(lateUseChance):
		t.stage, t.given = late, true
	case e.Outcome.Uncertain():
		t.desert()
	}
}

// breaking reports whether an answer means that the lease is being broken. Its holder may
// still release it, which frees the resource at once.
func (t *tenant) breaking(e history.Event) bool {
	switch t.set.env.Book.CodeText(e.Code) {
	case "LeaseIsBrokenAndCannotBeRenewed", "LeaseIsBreakingAndCannotBeChanged":
		return true
	}
	return false
}
