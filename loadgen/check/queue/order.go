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
type delivery struct{ put, get *history.Event }

func (o *order) add(put, get *history.Event) {
	o.first++
	o.waiting = append(o.waiting, delivery{put, get})
}

// advance counts the deliveries added since the last advance.
func (o *order) advance(watermark int64) {
	asked := slices.Clone(o.waiting)
	slices.SortFunc(asked, func(a, b delivery) int { return cmp.Compare(a.get.Invoke, b.get.Invoke) })
	answered := o.waiting
	slices.SortFunc(answered, func(a, b delivery) int { return cmp.Compare(a.get.Return, b.get.Return) })
	k := 0
	for _, d := range asked {
		for k < len(answered) && answered[k].get.Return < d.get.Invoke {
			o.newest = max(o.newest, answered[k].put.Invoke)
			o.until = max(o.until, answered[k].get.Return)
			k++
		}
		if d.put.Return < o.newest && o.until < d.get.Invoke {
			o.overtaken++
		}
	}
	for _, d := range answered[k:] {
		o.newest, o.until = max(o.newest, d.put.Invoke), max(o.until, d.get.Return)
	}
	o.waiting = o.waiting[:0]
}
