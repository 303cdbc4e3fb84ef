package workload

import (
	"math/rand/v2"
	"strings"

	"ifmatch/loadgen/history"
)

// A contender is an actor of the pessimistic workloads: it contends for the leases of resources, and reads and writes a
// resource while it holds the lease. Others visit the resource: they read it, or try what should be refused.

// guarded is what contenders do to the resources of a workload.
type guarded interface {
	// exchangeAbout begins an exchange about the i-th resource, and returns it.
	exchangeAbout(i int) *exchange
	request(op history.Op) Step
	// fill completes the request, but for the lease id. A Write may become a Swap of the version that was read under the
	// lease, or of the newest one.
	fill(r *Request, id Identity, op history.Op, holds bool)
	// judge interprets the answer.
	judge(x *Exchange, op history.Op, events []history.Event) []history.Event
}

// visit is what actors do to a resource whose lease they do not hold.
type visit struct {
	share   float64 // of the choices outside a tenancy
	op      history.Op
	foreign bool // it names an id that nobody acquired
}

// leasedRun is an instance whose actors are contenders.
type leasedRun struct {
	stock
	locks  *lockSet
	visits []visit // besides reads
	// underID is the share of a holder's reads that name the id. deletes says that a contender may delete a resource with
	// an id that it gave up.
	underID float64
	deletes bool
	begin   func(rng *rand.Rand) guarded
}

func (r *leasedRun) Actor(_ int, rng *rand.Rand) Actor {
	visits := r.locks.env.Options.Reads
	for _, v := range r.visits {
		visits += v.share
	}
	return &contender{tenant: r.locks.tenant(rng, min(visits, 1)), run: r, on: r.begin(rng)}
}

// exposedRun is one whose leases others may break.
type exposedRun struct{ leasedRun }

// ThirdParty returns somebody else, who breaks one of the leases.
func (r *exposedRun) ThirdParty(path string) (Actor, bool) { return r.locks.breaking(path) }

type contender struct {
	tenant
	run      *leasedRun
	on       guarded
	exchange *exchange
	doing    doing
	does     history.Op // operation of an exchange about the resource
	// foreign says that it names an id that nobody acquired, known that it has read the resource in this piece of work: the
	// write is next.
	foreign, known bool
}

// Next chooses between the lease and the resource.
func (a *contender) Next() Step {
	a.doing = a.choose()
	a.exchange = a.on.exchangeAbout(a.at)
	a.exchange.under, a.foreign = history.None, false
	switch a.doing {
	case leasing:
		a.known = a.known && a.stage != outside
		return a.leaseStep()
	case working:
		a.does = history.Write
		if !a.known {
			a.does = history.Read
		}
		if a.known || a.chance(a.run.underID) {
			a.exchange.under = a.token
		}
	case stealing:
		a.does, a.exchange.under = history.Write, a.token
		if a.run.deletes && a.given && a.chance(0.5) {
			a.does = history.Delete
		}
	case visiting:
		a.visit()
	}
	return a.on.request(a.does)
}

func (a *contender) visit() {
	p := a.rng.Float64() * a.visits
	for _, v := range a.run.visits {
		if p -= v.share; p < 0 {
			a.does, a.foreign = v.op, v.foreign
			return
		}
	}
	a.does = history.Read
}

// Fill completes a lease operation, or one on the resource.
func (a *contender) Fill(r *Request, id Identity) {
	if a.doing == leasing {
		a.fillLease(r, id)
		return
	}
	a.on.fill(r, id, a.does, a.doing == working)
	a.exchange.flags &^= history.Attempt // the contended thing is the lease
	switch {
	case a.foreign:
		a.exchange.nameForeign(r, id)
	case a.exchange.under != history.None:
		r.set("x-ms-lease-id", a.id)
	}
}

// Done continues the tenancy.
func (a *contender) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	if a.doing == leasing {
		e := a.judgeLease(x)
		a.leased(e)
		return append(events, e), next(e)
	}
	first := len(events)
	events = a.on.judge(x, a.does, events)
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
func (a *contender) wrought(e history.Event) After {
	wrote := a.known
	a.known = false
	switch {
	case e.Outcome == history.Refused:
		a.evicted()
	case wrote, e.Outcome == history.Absent, e.Outcome == history.Wrong:
		return a.worked()
	case e.Outcome == history.Won:
		a.known = true
		return After{Pause: exponential(a.rng, a.set.env.Options.Think)}
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
type thirdParty struct{ leaseExchange }

func (s *lockSet) breaking(path string) (Actor, bool) {
	path, _, _ = strings.Cut(path, "?")
	for _, l := range s.locks {
		if at, _, _ := strings.Cut(l.path, "?"); at == path {
			return &thirdParty{leaseExchange{set: s, lock: l, op: history.Break}}, true
		}
	}
	return nil, false
}

func (s *thirdParty) Next() Step { return s.leaseStep() }

func (s *thirdParty) Fill(r *Request, id Identity) { s.fillLease(r, id) }

func (s *thirdParty) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	return append(events, s.judgeLease(x)), After{}
}
