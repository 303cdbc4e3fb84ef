package loadgen

import (
	"context"
	"sync"

	"ifmatch/loadgen/history"
	"ifmatch/loadgen/workload"
)

// thirdParty is a client that does not belong to the run. It breaks leases that the run's clients contend for, and
// discards blocks that they staged. What it does is in the history like all else, but not in the figures.
type thirdParty struct {
	mu   sync.Mutex
	gone bool
	who  *client
}

// openTo admits the third party until closing is called.
func (r *run) openTo(ctx context.Context) (closing func()) {
	if r.config.ThirdParty == nil {
		return func() {}
	}
	s := &thirdParty{who: r.newClient(history.StrangerSlot)}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	r.config.ThirdParty(func(asked context.Context, path string) {
		within, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(asked, cancel)()
		s.interfere(within, path)
	})
	return func() {
		cancel()
		s.mu.Lock()
		defer s.mu.Unlock()
		s.gone = true
		s.who.session.Close()
	}
}

// interfere breaks the lease of a resource or discards a block, if the workload contends for it. The path is below the
// service's base.
func (s *thirdParty) interfere(ctx context.Context, path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.who
	open, ok := c.run.instance.(workload.Exposed)
	if s.gone || !ok {
		return
	}
	actor, ok := open.ThirdParty(path)
	if !ok {
		return
	}
	x := c.exchange(ctx, actor.Next(), actor.Fill)
	c.events, _ = actor.Done(x, c.events[:0])
	c.stamp(c.events, x, x.Invoke, history.Outside)
	c.keep(c.events)
}
