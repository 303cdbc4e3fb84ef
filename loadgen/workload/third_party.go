package workload

import (
	"strings"

	"ifmatch/loadgen/history"
)

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
