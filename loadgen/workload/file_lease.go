package workload

// file-lease is the pessimistic loop on files, whose leases never expire: acquire the
// lease of a file, read and write the file under the lease's id, release it. Holders
// acquire again under their id and change it. They also desert their leases, which others
// break. Intruders write without an id, with one that nobody acquired, and with one that
// was given up.
//
// Invariant: a lease has one holder at a time, until the holder releases it or a client
// breaks it. While it is held, only writes under its id succeed, so the holder reads the
// last contents written under it, whole. An acquire is refused only while another client
// holds the lease.

import (
	"context"
	"math/rand/v2"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

var fileLease = Workload{
	Name:       "file-lease",
	Sentence:   "take turns in writing files under infinite leases; holders release, change, vanish and are broken, intruders try to write",
	Invariant:  "a file's lease has one holder at a time, and while it is held, only writes under its id succeed",
	Attempt:    "a Lease File acquire",
	Commit:     "an acquire that got the lease, whatever happens to the work under it",
	Services:   []target.Service{target.File},
	Defaults:   Options{Keys: 4, Reads: 0.1, Size: 1024, Lease: -1},
	Heeds:      heeds("think"),
	Operations: fileLeaseOperations("Get File", "Put Range"),
	Needs:      []string{"lease acquires", "refused acquires", "lease handoffs", "writes under a lease", "writes refused by a lease", "ranges read"},
	New: func(env Env) (Instance, error) {
		env.Options.Lease = -1
		set, err := newFileSet(env, 1)
		if err != nil {
			return nil, err
		}
		return &fileLeaseRun{set, set.locks()}, nil
	},
}

// fileLeaseOperations are the lease operations on files, and others. Renew is not among
// them, because file leases do not expire.
func fileLeaseOperations(others ...string) (out []string) {
	for _, name := range leaseOperations("File", others...) {
		if name != "Lease File renew" {
			out = append(out, name)
		}
	}
	return out
}

type fileLeaseRun struct {
	*fileSet
	leases *lockSet
}

// Prepare creates the files.
func (r *fileLeaseRun) Prepare(ctx context.Context, c Conn) error { return r.fileSet.Prepare(ctx, c) }

func (r *fileLeaseRun) Actor(_ int, rng *rand.Rand) Actor {
	visits := r.env.Options.Reads + intruders + impostors
	return &fileHolder{tenant: r.leases.tenant(rng, min(visits, 1)), turn: r.turn(nil)}
}

// fileHolder is a contender of file-lease.
type fileHolder struct {
	tenant
	turn    fileTurn
	doing   doing
	reads   bool // the exchange reads the file instead of writing it
	foreign bool // it names an id that nobody acquired
	known   bool // read in this piece of work; the write is next
}

// Next chooses between the lease and the file.
func (a *fileHolder) Next() Step {
	a.doing = a.choose()
	a.turn.about = a.turn.set.files[a.at]
	a.turn.all()
	a.turn.under, a.foreign = history.None, false
	switch a.doing {
	case leasing:
		a.known = false
		return a.leaseStep()
	case working:
		if !a.known {
			return a.read(a.chance(readsUnderID))
		}
		return a.write(true)
	case stealing:
		return a.write(true)
	}
	switch p := a.rng.Float64() * a.visits; {
	case p < intruders:
		return a.write(false)
	case p < intruders+impostors:
		a.foreign = true
		return a.write(false)
	}
	return a.read(false)
}

func (a *fileHolder) read(under bool) Step {
	a.reads = true
	return a.exchange("GET", "", under)
}

func (a *fileHolder) write(under bool) Step {
	a.reads = false
	return a.exchange("PUT", "?comp=range", under)
}

func (a *fileHolder) exchange(method, query string, under bool) Step {
	if under {
		a.turn.under = a.token
	}
	return a.turn.step(method, query)
}

// Fill completes a lease operation, or a read or write of the file.
func (a *fileHolder) Fill(r *Request, id Identity) {
	switch {
	case a.doing == leasing:
		a.fillLease(r, id)
		return
	case a.reads:
		a.turn.fillRead(r, id)
	default:
		a.turn.fillWrite(r, id)
	}
	switch {
	case a.foreign:
		a.turn.nameForeign(r, id)
	case a.turn.under != history.None:
		r.set("x-ms-lease-id", a.id)
	}
}

// Done continues the tenancy.
func (a *fileHolder) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	first := len(events)
	if a.doing == leasing {
		e := a.judgeLease(x)
		a.leased(e)
		return append(events, e), next(e)
	}
	if a.reads {
		events = a.turn.judgeRead(x, events)
	} else {
		events = append(events, a.turn.judgeWrite(x))
	}
	e := events[first]
	after := next(e)
	switch a.doing {
	case working:
		after.Pause = a.wrought(e).Pause
	case stealing:
		a.stole(e)
	}
	return events, after
}

// wrought continues after one half of a piece of work, which is a read and a write.
func (a *fileHolder) wrought(e history.Event) After {
	switch {
	case e.Outcome == history.Refused:
		a.known = false
		a.evicted()
	case !a.reads:
		a.known = false
		return a.worked()
	case !e.Outcome.Uncertain():
		a.known = true
		return After{Pause: exponential(a.rng, a.set.env.Options.Think)}
	}
	return After{}
}
