package explore

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"ifmatch/reference/explore/history"
	"ifmatch/reference/explore/schedule"
	"ifmatch/reference/operation"
)

// way is one way to go on, and how to take it.
type way struct {
	schedule.Option
	take func(why string)
	why  string // said where it was chosen though it does not come by itself
}

// ways lists the ways to go on. The first is what comes by itself: whoever took the last step goes on.
func (c *conductor) ways(done <-chan struct{}) []way {
	var all []way
	ordered, own := c.ordered()
	for i, p := range ordered {
		w := way{take: func(why string) { c.perform(p, why) }}
		number := c.number(&p.Request, p.label, p.parent)
		w.State, w.Turn = c.trace.After(schedule.Fated(number, 100)), number
		switch {
		case i >= own && own > 0:
			w.Cost, w.why = 1, ordered[0].Client+" waits"
		case i > 0:
			w.why = p.Client + " goes first"
		}
		all = append(all, w)
	}
	for _, p := range c.held {
		number := c.number(&p.Request, p.label+1, p.parent)
		w := way{take: func(why string) { c.deliver(p, why) }}
		w.State, w.Turn, w.why = c.trace.After(number), number, "the late answer"
		if own > 0 {
			w.Cost = 1
		}
		all = append(all, w)
	}
	if c.settings.undisturbed {
		return all
	}
	if w, possible := c.jump(done); possible {
		all = append(all, w)
	}
	for _, resource := range c.grants.Leased(time.Now()) {
		all = append(all, c.breakLease(resource))
	}
	return all[:min(len(all), 250)]
}

// ordered lists the requests that wait: first those that came after the last step, whose number it returns.
func (c *conductor) ordered() (all []*parked, own int) {
	if c.streak > maxStreak {
		last := c.last()
		all = slices.Clone(c.waiting)
		slices.SortStableFunc(all, func(a, b *parked) int { return order(a.Client == last, b.Client == last) })
		return all, 0
	}
	own = len(c.came)
	all = slices.Clone(c.came)
	for _, p := range c.waiting {
		if !slices.Contains(c.came, p) {
			all = append(all, p)
		}
	}
	return all, own
}

// order puts false before true.
func order(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// jump lets time jump to the next timer, or just beyond the end of a lease, of a message's window or of a request's time.
func (c *conductor) jump(done <-chan struct{}) (way, bool) {
	now := time.Now()
	latest := now.Add(maxJump)
	end, known := c.grants.Next(now)
	for _, p := range c.waiting {
		if d, limited := p.sent.Context().Deadline(); limited && (!known || d.Before(end)) {
			end, known = d, true
		}
		if late := p.since.Add(maxWait); late.Before(latest) {
			latest = late
		}
	}
	if known = known && end.Before(latest); !known {
		end = latest
	}
	w := way{why: "time jumps"}
	w.Cost, w.State = 1, c.trace.After(c.trace.Next(2, func(int) bool { return true }))
	w.Disturbs, w.Dull = true, !known && !c.learned.timed && c.learned.dull > 8
	w.take = func(why string) {
		moved := c.pass(done, end.Sub(now)+moment)
		if !moved && !known {
			c.learned.dull++
			c.chooser.Leave()
		}
		c.turn, c.came, c.streak = 0, nil, 0
		c.barrier()
		c.note(history.Line{Fate: history.Passed, Elapsed: time.Since(now), Chosen: why})
	}
	return w, latest.After(now)
}

// breakLease breaks a lease as a third party.
func (c *conductor) breakLease(resource string) way {
	r := history.Request{Client: "somebody", Operation: operation.LeaseBlobBreak, Resource: resource}
	number := c.number(&r, r.Label(), -1)
	w := way{why: "the lease is broken"}
	w.Cost, w.State, w.Turn, w.Disturbs = 1, c.trace.After(number), number, true
	w.take = func(why string) {
		c.store.breakLease(resource)
		c.grants.Drop(resource)
		came := c.came
		c.take(&r, number)
		c.came = came // whoever was to go on still is
		c.note(history.Line{Fate: history.Broken, Request: r, Chosen: why})
	}
	return w
}

// breakLease breaks the lease of a blob or container.
func (s *Store) breakLease(resource string) {
	r := history.Request{Resource: resource}
	query := ""
	if !slices.Contains([]byte(r.Name()), '/') {
		query = "?restype=container"
	}
	sent, err := http.NewRequest(http.MethodPut, fmt.Sprintf("%s/%s%s", s.Endpoint(operation.BlobService), r.Name(), query), nil)
	if err == nil {
		s.server.BreakLease(sent)
	}
}
