package stats

import (
	"cmp"
	"slices"
	"time"

	"ifmatch/loadgen/history"
)

// horizon is how long events on leases and messages are held back, so that those
// of all clients can be ordered: eight times the interval of the batches.
const horizon = int64(2 * time.Second)

// ordered puts the events of all clients into an order in which a correct service
// may have carried them out. An event that takes a resource is placed at its
// answer, one that frees it at its request. So a release always comes before the
// acquire that it made possible, even if its answer was slower.
type ordered struct {
	held  []history.Event
	order []sortKey
	spare []history.Event
}

type sortKey struct {
	at int64
	i  int
}

// hold keeps an event. Refusals change nothing and are not held.
func (o *ordered) hold(e *history.Event) {
	if e.Outcome == history.Won || e.Outcome.Uncertain() {
		o.held = append(o.held, *e)
	}
}

func (o *ordered) pending() bool { return len(o.held) > 0 }

// release hands out, in order, the events placed before the time.
func (o *ordered) release(before int64, to func(*history.Event)) {
	o.order = o.order[:0]
	o.spare = o.spare[:0]
	for i := range o.held {
		if at := instantOf(&o.held[i]); at < before {
			o.order = append(o.order, sortKey{at, i})
		} else {
			o.spare = append(o.spare, o.held[i])
		}
	}
	slices.SortFunc(o.order, func(a, b sortKey) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.i, b.i)) })
	for _, p := range o.order {
		to(&o.held[p.i])
	}
	o.held, o.spare = o.spare, o.held
}

func instantOf(e *history.Event) int64 {
	switch {
	case e.Return == history.Open,
		e.Op == history.Release, e.Op == history.Break, e.Op == history.Put:
		return e.Invoke
	}
	return e.Return
}
