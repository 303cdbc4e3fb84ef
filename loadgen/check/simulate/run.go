package simulate

import (
	"cmp"
	"container/heap"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"ifmatch/loadgen/history"
)

// Agenda holds what is going to happen, the earliest first.
type Agenda[T interface{ When() int64 }] []T

func (a Agenda[T]) Len() int           { return len(a) }
func (a Agenda[T]) Less(i, j int) bool { return a[i].When() < a[j].When() }
func (a Agenda[T]) Swap(i, j int)      { a[i], a[j] = a[j], a[i] }

// Push is for container/heap; see Add.
func (a *Agenda[T]) Push(x any) { *a = append(*a, x.(T)) }

// Pop is for container/heap; see Next.
func (a *Agenda[T]) Pop() any {
	old := *a
	x := old[len(old)-1]
	*a = old[:len(old)-1]
	return x
}

// Add adds what happens at some time.
func (a *Agenda[T]) Add(x T) { heap.Push(a, x) }

// Next removes what happens next, and returns it.
func (a *Agenda[T]) Next() T { return heap.Pop(a).(T) }

// Happening is an operation that takes effect, or returns.
type Happening struct {
	At     int64
	Client int
	Event  history.Event
	Batch  []history.Event // the messages in the answer
	Effect bool
	Lost   bool // the answer is lost
	None   bool // the operation has no effect
}

// When is the time at which it happens.
func (h Happening) When() int64 { return h.At }

// Sent is the effect of an operation that a client sends. A share of the answers is lost: half of those operations have no
// effect, and some have it long after the client gave up.
func Sent(r *rand.Rand, client int, e history.Event, lost float64) Happening {
	took := int64(50e3 + r.ExpFloat64()*100e3)
	h := Happening{At: e.Invoke + 1 + r.Int64N(took), Client: client, Event: e, Effect: true}
	h.Event.Return = e.Invoke + took
	if r.Float64() < lost {
		h.Lost, h.None = true, r.IntN(2) == 0
		if r.IntN(4) == 0 {
			h.At += r.Int64N(20e6)
		}
		h.Event.Return = max(h.At, e.Invoke+5e6)
	}
	return h
}

// InOrder returns the events in the order in which a recorder gives them, and for each the earliest invocation from it on.
// An operation comes when it has returned, and one without an answer some time later.
func InOrder(ops []history.Event, late int64) ([]history.Event, []int64) {
	known := func(e history.Event) int64 {
		if e.Return == history.Open {
			return e.Invoke + late
		}
		return e.Return
	}
	ops = slices.Clone(ops)
	slices.SortStableFunc(ops, func(a, b history.Event) int { return cmp.Compare(known(a), known(b)) })
	low := make([]int64, len(ops)+1)
	low[len(ops)] = history.Open
	for k := len(ops) - 1; k >= 0; k-- {
		low[k] = min(low[k+1], ops[k].Invoke)
	}
	return ops, low
}

// Text shows events in the order in which they were sent.
func Text(ops []history.Event) string {
	var b strings.Builder
	for _, e := range slices.SortedFunc(slices.Values(ops), func(a, b history.Event) int { return cmp.Compare(a.Invoke, b.Invoke) }) {
		fmt.Fprintf(&b, "%+v\n", e)
	}
	return b.String()
}

// Tolerance is the option of a check that stands for so many units of time: without it, 0 would mean the default.
func Tolerance(units int64) time.Duration {
	if units == 0 {
		return -1
	}
	return time.Duration(units)
}
