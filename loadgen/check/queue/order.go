package queue

import (
	"cmp"
	"slices"

	"ifmatch/loadgen/history"
)

// order counts how many messages were certainly overtaken: another message was put later
// and given out before. Queues do not promise an order, so this is a figure, not a verdict.
type order struct {
	first, overtaken int
	waiting          []delivery
	newest           int64 // latest Invoke of the puts of messages given out before all that wait
	until            int64 // latest Return of the retrievals counted in newest
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

// advance counts the deliveries added since the last advance.
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
