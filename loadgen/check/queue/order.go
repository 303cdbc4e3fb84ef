package queue

import (
	"cmp"
	"slices"

	"ifmatch/loadgen/history"
)

// order counts how many messages were overtaken: another that was put later was
// given out before, both beyond doubt. Queues do not promise otherwise; it is a
// figure, not a verdict.
type order struct {
	first, overtaken int
	waiting          []delivery
	newest           int64 // latest invocation of a put whose message was given out before all that wait
	until            int64 // answers up to then are in newest
}

// delivery is a put and the first retrieval of its message.
type delivery struct {
	putInvoke, putReturn int64
	getInvoke, getReturn int64
}

func (o *order) add(put, get *history.Event) {
	o.first++
	o.waiting = append(o.waiting, delivery{put.Invoke, put.Return, get.Invoke, get.Return})
}

// advance counts the deliveries that were asked for before the watermark.
func (o *order) advance(watermark int64) {
	asked := slices.Clone(o.waiting)
	slices.SortFunc(asked, func(a, b delivery) int { return cmp.Compare(a.getInvoke, b.getInvoke) })
	answered := o.waiting
	slices.SortFunc(answered, func(a, b delivery) int { return cmp.Compare(a.getReturn, b.getReturn) })
	k := 0
	for _, d := range asked {
		for k < len(answered) && answered[k].getReturn < d.getInvoke {
			o.newest = max(o.newest, answered[k].putInvoke)
			o.until = max(o.until, answered[k].getReturn)
			k++
		}
		if d.putReturn < o.newest && o.until < d.getInvoke {
			o.overtaken++
		}
	}
	for _, d := range answered[k:] {
		o.newest, o.until = max(o.newest, d.putInvoke), max(o.until, d.getReturn)
	}
	o.waiting = o.waiting[:0]
}
