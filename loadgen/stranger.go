package loadgen

import (
	"context"
	"sync"

	"ifmatch/loadgen/history"
	"ifmatch/loadgen/workload"
)

// stranger is somebody who is no client of the run, and breaks leases of what its clients contend for. What it does is
// in the history like all else, but not in the figures.
type stranger struct {
	mu   sync.Mutex
	gone bool
	who  *client
}

// openTo lets the stranger in for as long as the plan is sent; the function that it returns ends that.
func (r *run) openTo(ctx context.Context) (closing func()) {
	if r.config.Stranger == nil {
		return func() {}
	}
	s := &stranger{who: r.newClient(history.StrangerSlot)}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	r.config.Stranger(func(asked context.Context, path string) {
		within, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(asked, cancel)()
		s.breakLease(within, path)
	})
	return func() {
		cancel()
		s.mu.Lock()
		defer s.mu.Unlock()
		s.gone = true
		s.who.session.Close()
	}
}

// breakLease breaks the lease of the resource with a path below the service's base, if the workload contends for it.
func (s *stranger) breakLease(ctx context.Context, path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.who
	held, ok := c.run.instance.(workload.Breakable)
	if s.gone || !ok {
		return
	}
	actor, ok := held.Breaking(path)
	if !ok {
		return
	}
	x := c.exchange(ctx, actor.Next(), actor.Fill)
	c.events, _ = actor.Done(x, c.events[:0])
	c.stamp(c.events, x, x.Invoke, history.Outside)
	c.keep(c.events)
}
