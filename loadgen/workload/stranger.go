package workload

import (
	"strings"

	"ifmatch/loadgen/history"
)

// Breakable is an Instance whose clients hold leases that somebody else may break, as everybody may who can write.
type Breakable interface {
	// Breaking is who breaks the lease of the resource with a path, which may carry a query, if the clients contend for it.
	Breaking(path string) (Actor, bool)
}

// stranger breaks one lease, at once.
type stranger struct{ leaseTurn }

func (s *lockSet) breaking(path string) (Actor, bool) {
	path, _, _ = strings.Cut(path, "?")
	for _, l := range s.locks {
		if at, _, _ := strings.Cut(l.path, "?"); at == path {
			return &stranger{leaseTurn{set: s, lock: l, op: history.Break}}, true
		}
	}
	return nil, false
}

func (s *stranger) Next() Step { return s.leaseStep() }

func (s *stranger) Fill(r *Request, id Identity) { s.fillLease(r, id) }

func (s *stranger) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	return append(events, s.judgeLease(x)), After{}
}
