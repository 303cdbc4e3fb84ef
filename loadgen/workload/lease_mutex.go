package workload

// lease-mutex is the article's pessimistic loop: acquire the lease of a blob,
// change the blob under the lease's id, release it. Holders renew their leases and
// change their ids. They also desert leases and let them expire, and others break
// them. Now and then another actor renews, changes or releases the lease under the
// holder's id while the holder works; an actor that changes the id is the next holder.
// So lease operations meet writes and each other. Intruders write without an id, with
// an id of their own, and with one that was given up.
//
// Invariant: a lease has one holder at a time. While it is held, only writes under
// its id succeed: not writes without an id (LeaseIdMissing), under another id, or
// under an id whose tenancy is over. An acquire is refused only while another
// client holds the lease. A lease that was released, broken or has expired can be
// acquired.
//
// Every write of the blob is also a version of it, most of them with If-Match, so
// the invariant of blob-cas is checked too. Goodput counts an Acquire as the
// attempt, because critical sections are what contends here.

import (
	"context"
	"math/rand/v2"
	"strings"
	"time"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

// Shares of the visits to a blob. Writes without the lease's id should be refused
// while the blob is leased. Options.Reads comes in addition.
const (
	intruders     = 0.04 // writes without a lease id
	impostors     = 0.02 // writes with the id of no lease
	overwriters   = 0.25 // share of all writes without If-Match
	readsUnderID  = 0.5  // share of a holder's reads that name the id
	leaseDuration = 15 * time.Second
)

var leaseMutex = Workload{
	Name:       "lease-mutex",
	Sentence:   "take turns in writing blobs under a lease; holders renew, release, vanish and are broken, intruders try to write",
	Invariant:  "a lease has one holder at a time, and while it is held, only writes under its id succeed",
	Attempt:    "a Lease Blob acquire",
	Commit:     "an acquire that got the lease, whatever happens to the work under it",
	Services:   []target.Service{target.Blob},
	Defaults:   Options{Keys: 4, Reads: 0.1, Size: 1024, Lease: leaseDuration},
	Heeds:      heeds("think", "lease"),
	Operations: leaseOperations("Blob", "Get Blob", "Put Blob"),
	Needs:      []string{"lease acquires", "refused acquires", "lease handoffs", "writes under a lease", "writes refused by a lease"},
	New: func(env Env) (Instance, error) {
		if err := env.Options.checkLease(); err != nil {
			return nil, err
		}
		set, err := newBlobSet(env)
		if err != nil {
			return nil, err
		}
		return &mutexRun{blobSet: set, locks: set.locks()}, nil
	},
}

type mutexRun struct {
	*blobSet
	locks *lockSet
}

// ThirdParty returns somebody else, who breaks one of the leases.
func (r *mutexRun) ThirdParty(path string) (Actor, bool) { return r.locks.breaking(path) }

func (r *mutexRun) Prepare(ctx context.Context, c Conn) error { return r.create(ctx, c) }

func (r *mutexRun) Actor(_ int, rng *rand.Rand) Actor {
	visits := r.env.Options.Reads + intruders + impostors
	return &mutexActor{tenant: r.locks.tenant(rng, min(visits, 1)), turn: r.turn(nil)}
}

// mutexActor is a contender of lease-mutex.
type mutexActor struct {
	tenant
	turn    blobTurn
	doing   doing
	blobOp  history.Op // operation of an exchange about the blob
	foreign bool       // it names an id that nobody acquired
	known   *version   // read in this tenancy
}

// Next chooses between the lease and the blob.
func (a *mutexActor) Next() Step {
	a.doing = a.choose()
	a.turn.about = a.turn.set.blobs[a.at]
	a.turn.under, a.foreign = history.None, false
	switch a.doing {
	case leasing:
		if a.stage == outside {
			a.known = nil
		}
		return a.leaseStep()
	case working:
		if a.known == nil {
			return a.read(a.chance(readsUnderID))
		}
		a.turn.under = a.token
		return a.write()
	case stealing:
		a.turn.under = a.token
		return a.write()
	}
	switch p := a.rng.Float64() * a.visits; {
	case p < intruders:
		return a.write()
	case p < intruders+impostors:
		a.foreign = true
		return a.write()
	}
	return a.read(false)
}

func (a *mutexActor) read(under bool) Step {
	a.blobOp = history.Read
	if under {
		a.turn.under = a.token
	}
	return a.turn.step("GET", "")
}

func (a *mutexActor) write() Step {
	a.blobOp = history.Swap
	if a.chance(overwriters) {
		a.blobOp = history.Write
	}
	return a.turn.step("PUT", "")
}

// Fill completes a lease operation, or a read or write of the blob.
func (a *mutexActor) Fill(r *Request, id Identity) {
	if a.doing == leasing {
		a.fillLease(r, id)
		return
	}
	switch a.blobOp {
	case history.Read:
		a.turn.fillGet(r, nil)
	case history.Swap:
		v := a.known
		if a.doing != working {
			v = a.turn.about.newest.present()
		}
		if v != nil {
			a.turn.fillSwap(r, id, v)
			break
		}
		a.blobOp = history.Write
		fallthrough
	default:
		a.turn.fillPut(r, id, history.Write)
	}
	a.turn.flags &^= history.Attempt
	switch {
	case a.foreign:
		a.turn.nameForeign(r, id)
	case a.turn.under != history.None:
		r.set("x-ms-lease-id", a.id)
	}
}

// Done continues the tenancy.
func (a *mutexActor) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	if a.doing == leasing {
		e := a.judgeLease(x)
		a.leased(e)
		return append(events, e), next(e)
	}
	var e history.Event
	if a.blobOp == history.Read {
		e = a.turn.judgeRead(x, a.turn.set.get)
	} else {
		e = a.turn.judgeWrite(x, a.blobOp, a.turn.set.put)
	}
	after := next(e)
	switch a.doing {
	case working:
		pause := a.wrought(x, e)
		after.Pause = pause.Pause
	case stealing:
		a.stole(e)
	}
	return append(events, e), after
}

// wrought continues after one half of a piece of work, which is a read and a write.
func (a *mutexActor) wrought(x *Exchange, e history.Event) After {
	switch {
	case e.Outcome == history.Refused:
		a.known = nil
		a.evicted()
	case a.blobOp != history.Read:
		a.known = nil
		return a.worked()
	case e.Outcome == history.Won:
		a.known = a.turn.about.newest.seen(x, e)
		return After{Pause: exponential(a.rng, a.set.env.Options.Think)}
	case e.Outcome == history.Absent, e.Outcome == history.Wrong:
		return a.worked()
	}
	return After{}
}

// Exposed is an Instance whose clients hold leases that another client may break, or stage blocks that another may
// discard, as any client with write permission may.
type Exposed interface {
	// ThirdParty returns an actor that does so to the resource with a path, if the clients contend for it. The path may
	// carry a query.
	ThirdParty(path string) (Actor, bool)
}

// thirdParty breaks one lease at once.
type thirdParty struct{ leaseTurn }

func (s *lockSet) breaking(path string) (Actor, bool) {
	path, _, _ = strings.Cut(path, "?")
	for _, l := range s.locks {
		if at, _, _ := strings.Cut(l.path, "?"); at == path {
			return &thirdParty{leaseTurn{set: s, lock: l, op: history.Break}}, true
		}
	}
	return nil, false
}

func (s *thirdParty) Next() Step { return s.leaseStep() }

func (s *thirdParty) Fill(r *Request, id Identity) { s.fillLease(r, id) }

func (s *thirdParty) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	return append(events, s.judgeLease(x)), After{}
}
