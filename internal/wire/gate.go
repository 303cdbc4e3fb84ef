// Package wire is between the SDK clients of one scenario and the network. A
// Recorder keeps every exchange, a Gate bounds how many of them are under way
// in a whole run, and the redaction makes the recorded exchanges fit to be
// shown. The package never retries, never follows a redirect and judges
// nothing.
package wire

import (
	"container/list"
	"context"
	"sync"
)

// Gate is a counting semaphore with two priorities, shared by all scenarios of
// a run. A slot is held for one exchange only, never while a case waits for
// time to pass, so that all waits of a run overlap. Urgent callers (cases with
// a deadline) go before others. Within a priority the order is first come,
// first served.
type Gate struct {
	mu      sync.Mutex
	size    int
	free    int
	urgent  list.List // of chan struct{}, closed when the slot is handed over
	patient list.List
}

// NewGate returns a Gate of n slots, at least one.
func NewGate(n int) *Gate {
	n = max(n, 1)
	return &Gate{size: n, free: n}
}

// Enter waits for a slot. If ctx ends first, it returns ctx's error and takes
// no slot.
func (g *Gate) Enter(ctx context.Context, urgent bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	g.mu.Lock()
	if g.free > 0 { // no caller waits while a slot is free
		g.free--
		g.mu.Unlock()
		return nil
	}
	queue := &g.patient
	if urgent {
		queue = &g.urgent
	}
	granted := make(chan struct{})
	place := queue.PushBack(granted)
	g.mu.Unlock()

	select {
	case <-granted:
		return nil
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-granted: // the slot was granted at the same moment: pass it on
		g.release()
	default:
		queue.Remove(place)
	}
	return ctx.Err()
}

// Leave returns the slot, to the longest waiting urgent caller if there is one.
// It panics if no slot is taken.
func (g *Gate) Leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.release()
}

// release hands a slot over; the caller holds mu.
func (g *Gate) release() {
	for _, queue := range []*list.List{&g.urgent, &g.patient} {
		if first := queue.Front(); first != nil {
			close(queue.Remove(first).(chan struct{}))
			return
		}
	}
	if g.free == g.size {
		panic("wire: Gate.Leave without Enter")
	}
	g.free++
}

type ungatedKey struct{}

// Ungated marks requests that may stay open for as long as ctx does: they
// bypass the gate and the time limit of one exchange. Otherwise a body that is
// kept half sent while others are observed would hold a slot for the whole
// case.
func Ungated(ctx context.Context) context.Context {
	return context.WithValue(ctx, ungatedKey{}, true)
}

func isUngated(ctx context.Context) bool { return ctx.Value(ungatedKey{}) != nil }
