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
	"math/rand/v2"
	"time"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

// Shares of what contenders do.
const (
	overwriters   = 0.25 // share of all writes without If-Match
	readsUnderID  = 0.5  // share of a holder's reads that name the id
	leaseDuration = 15 * time.Second
)

// intrusions are writes without a lease id, and with the id of no lease.
var intrusions = []visit{{0.04, history.Write, false}, {0.02, history.Write, true}}

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
		locks := set.locks()
		return &exposedRun{leasedRun{
			stock: set, locks: locks, underID: readsUnderID, visits: intrusions,
			begin: func(rng *rand.Rand) guarded { return &guardedBlob{blobExchange: set.exchange(nil), rng: rng} },
		}}, nil
	},
}

// guardedBlob is a blob in the hands of a contender.
type guardedBlob struct {
	blobExchange
	rng   *rand.Rand
	op    history.Op
	known *version // read under the lease
}

func (b *guardedBlob) exchangeAbout(i int) *exchange {
	b.about = b.set.blobs[i]
	return &b.exchange
}

func (b *guardedBlob) request(op history.Op) Step {
	b.op = op
	if op == history.Read {
		return b.step("GET", "")
	}
	if b.rng.Float64() >= overwriters {
		b.op = history.Swap
	}
	return b.step("PUT", "")
}

func (b *guardedBlob) fill(r *Request, id Identity, op history.Op, holds bool) {
	v := b.known
	if !holds {
		v = b.about.newest.present()
	}
	switch {
	case op == history.Read:
		b.fillGet(r, nil)
	case b.op == history.Swap && v != nil:
		b.fillSwap(r, id, v)
	default:
		b.op = history.Write
		b.fillPut(r, id, history.Write)
	}
}

func (b *guardedBlob) judge(x *Exchange, op history.Op, events []history.Event) []history.Event {
	if op != history.Read {
		return append(events, b.judgeWrite(x, b.op, b.set.put))
	}
	e := b.judgeRead(x, b.set.get)
	if b.known = nil; e.Outcome == history.Won {
		b.known = b.about.newest.seen(x, e)
	}
	return append(events, e)
}
