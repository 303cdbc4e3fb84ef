package workload

import (
	"math"
	"math/rand/v2"
	"time"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

// How tenancies go, as chances. What ends a tenancy otherwise than by release
// stops a lock for a while, and so is also limited by time: see troublesome.
const (
	renewChance   = 0.15  // before each piece of work
	changeChance  = 0.03  // likewise
	desertChance  = 0.05  // after the last piece of work, instead of the release
	breakChance   = 0.005 // of one who is out for the lock, to break it
	lateUseChance = 0.1   // after the release, to use the old id
	maxPieces     = 4     // of work in one tenancy
	maxDoubts     = 3     // renewals in a row that nobody answered
	forsaken      = 4     // times the patience after which a lease without end, under which nobody works, counts as deserted
)

// stage is where a tenant stands.
type stage uint8

const (
	outside stage = iota // holds nothing
	unsure               // acquired, but nobody answered: a renewal will tell
	inside               // holds the lock, as far as it knows
	late                 // held it once, and tries to act as if it still did
)

// doing is what a tenant does next.
type doing uint8

const (
	leasing  doing = iota // a lease operation: the tenant's own business
	working               // a piece of the work that the lock is for
	stealing              // something with the old id
	visiting              // something that needs no lock, or should
)

// tenant is the part of an actor that contends for locks. It acquires one under a
// fresh id, renews it or changes its id now and then, and releases it after some
// work. It may as well desert it and come back late, when the lease may have
// expired or been broken: its old id should open nothing then. Tenants that stand
// outside break leases: seldom that of a holder at work, and one that was deserted
// when their patience is over, which leaves it the time to expire.
type tenant struct {
	leaseTurn
	rng    *rand.Rand
	keys   chooser
	at     int     // which of the locks
	visits float64 // share of visits among the choices of one outside
	stage  stage
	// waiting says that the lock was refused: the tenant is out for that one until
	// it has it.
	waiting bool
	pieces  int // of work left
	doubts  int
	given   bool // the id was given up: nothing can be done under it any more
}

func (s *lockSet) tenant(rng *rand.Rand, visits float64) tenant {
	return tenant{leaseTurn: leaseTurn{set: s}, rng: rng, keys: newChooser(rng, s.env.Options), visits: visits}
}

// chance is true with probability p.
func (t *tenant) chance(p float64) bool { return t.rng.Float64() < p }

// renews tells whether leases are renewed: those of files, which never end by time, are
// acquired again under their own id instead. // FILE-LEASE-04
func (s *lockSet) renews() bool { return s.service != target.File }

// atOnce is the period of a break that ends the lease at once: those of files know none.
func (s *lockSet) atOnce() time.Duration {
	if s.renews() {
		return 0
	}
	return -1
}

// renew asks for what the tenant may hold already.
func (t *tenant) renew() doing {
	if t.op = history.Renew; !t.set.renews() {
		t.op, t.again = history.Acquire, true
	}
	return leasing
}

// choose decides what to do next, and with which lock.
func (t *tenant) choose() doing {
	t.again = false
	switch t.stage {
	case unsure:
		return t.renew()
	case inside:
		return t.carryOn()
	case late:
		// To acquire under an id that was given up would begin another tenancy.
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
		if t.set.renews() && t.chance(0.4) && t.troublesome() {
			t.period = time.Second
			if t.chance(0.4) {
				t.period = -1
			}
		}
	default:
		t.op, t.token = history.Acquire, history.None
	}
	return leasing
}

// carryOn is what a holder does next.
func (t *tenant) carryOn() doing {
	switch {
	case t.pieces <= 0:
		t.op = history.Release
		return leasing
	case t.doubts > 0 || t.chance(renewChance):
		return t.renew()
	case t.chance(changeChance):
		t.op = history.Change
		return leasing
	}
	return working
}

// impatient tells whether the lock was deserted for too long. Of several who think
// so, one acts.
func (t *tenant) impatient() bool {
	since := t.lock.deserted.Load()
	return since != 0 && t.set.env.Now()-since > t.set.patience && t.lock.deserted.CompareAndSwap(since, 0)
}

// troublesome tells whether the lock may be stopped for a while, which is noted if
// so: not before it has worked for as long as it stood still the last time, whatever
// the chances, so that a fast service is not brought to a halt by the many chances
// it offers.
func (t *tenant) troublesome() bool {
	now, calm := t.set.env.Now(), t.lock.calm.Load()
	if now < calm || !t.lock.calm.CompareAndSwap(calm, math.MaxInt64) {
		return false
	}
	t.lock.stopped.Store(max(now, 1))
	return true
}

// desert notes that the lock may be held by somebody who does not release it.
func (t *tenant) desert() { t.lock.deserted.Store(max(t.set.env.Now(), 1)) }

// worked ends a piece of work. It may be the last before the tenant goes away.
func (t *tenant) worked() After {
	t.lock.used.Store(t.set.env.Now())
	if t.pieces--; t.pieces > 0 || !t.chance(desertChance) || !t.troublesome() {
		return After{}
	}
	t.stage, t.given = late, false
	t.desert()
	return After{Pause: time.Duration((0.1 + 1.5*t.rng.Float64()) * float64(t.set.patience))}
}

// stole ends the use of an old id. One that was accepted shows that the tenancy
// goes on.
func (t *tenant) stole(e history.Event) {
	t.stage = outside
	if e.Outcome == history.Won {
		t.stage, t.pieces = inside, 0
	}
}

// evicted ends a tenancy that the service said is over. If it was wrong about that, a lease
// without end would stand in everybody's way for ever.
func (t *tenant) evicted() {
	if t.stage = outside; t.set.duration < 0 {
		t.desert()
	}
}

// enter begins a tenancy.
func (t *tenant) enter() {
	t.stage, t.doubts = inside, 0
	t.pieces = 1 + t.rng.IntN(maxPieces)
	t.lock.used.Store(t.set.env.Now())
	t.lock.deserted.Store(0)
	if since := t.lock.stopped.Swap(0); since != 0 {
		now := t.set.env.Now()
		t.lock.calm.Store(now + (now - since))
	}
}

// leased goes on after a lease operation.
func (t *tenant) leased(e history.Event) {
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
		t.stage, t.doubts = unsure, 0
	}
}

func (t *tenant) renewed(e history.Event) {
	switch {
	case e.Outcome == history.Won && t.stage == inside:
		t.doubts = 0
	case e.Outcome == history.Won && t.stage == late:
		t.enter()
		t.pieces = 0
	case e.Outcome == history.Won:
		t.enter()
	case e.Outcome.Uncertain():
		if t.doubts++; t.doubts >= maxDoubts {
			t.stage = outside
			t.desert()
		}
	case t.stage == inside && t.breaking(e):
		t.doubts, t.pieces = 0, 0
	default:
		t.evicted()
	}
}

func (t *tenant) changed(e history.Event) {
	switch {
	case e.Outcome == history.Won:
		t.id, t.token = t.wanted, t.want
	case e.Outcome.Uncertain():
		// Which id holds now cannot be known.
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
	switch {
	case e.Outcome == history.Won && t.chance(lateUseChance):
		t.stage, t.given = late, true
	case e.Outcome.Uncertain():
		t.desert()
	}
}

// breaking tells whether an answer says that the lease is being broken: its holder
// may still release it, which frees the resource at once.
func (t *tenant) breaking(e history.Event) bool {
	switch t.set.env.Book.CodeText(e.Code) {
	case "LeaseIsBrokenAndCannotBeRenewed", "LeaseIsBreakingAndCannotBeChanged":
		return true
	}
	return false
}
