package finding

import (
	"runtime/metrics"
	"sync/atomic"
	"time"
)

// Limit bounds what the steps of a check may spend that could take for ever: to search for an order among very many, and to
// explain very many violations. Reading a history through is not among them. The steps of several resources share it.
type Limit struct {
	time   time.Duration
	memory uint64 // of the whole process
	spent  atomic.Int64
	looked atomic.Int64 // when the memory was looked at
	full   atomic.Bool  // it was used up
}

// The default limits: a person waits that long, and a small machine has that much beside the history.
const (
	LimitTime   = 30 * time.Second
	LimitMemory = 1 << 30
)

// NewLimit makes a limit of time, in all, and of memory beyond what is used now.
func NewLimit(t time.Duration, memory uint64) *Limit {
	return &Limit{time: t, memory: heap() + memory}
}

// Renew forgets what was spent.
func (l *Limit) Renew() {
	if l != nil {
		l.spent.Store(0)
	}
}

// Watch is one step under way.
type Watch struct {
	limit *Limit
	since time.Time
}

// Start begins a step. A nil limit bounds nothing.
func (l *Limit) Start() Watch { return Watch{l, time.Now()} }

// Hard reports whether the step takes so long that it counts. Of easy steps a long history has as many as it has operations.
func (w Watch) Hard() bool { return w.limit != nil && time.Since(w.since) > 100*time.Microsecond }

// Stop ends the step.
func (w Watch) Stop() {
	if w.limit != nil {
		w.limit.spent.Add(int64(time.Since(w.since)))
	}
}

// Over reports whether the limit is reached.
func (w Watch) Over() bool {
	l := w.limit
	if l == nil {
		return false
	}
	now := time.Now()
	if time.Duration(l.spent.Load())+now.Sub(w.since) > l.time {
		return true
	}
	if last := l.looked.Load(); now.UnixNano()-last > int64(20*time.Millisecond) && l.looked.CompareAndSwap(last, now.UnixNano()) {
		l.full.Store(heap() > l.memory)
	}
	return l.full.Load()
}

// heap is how much memory is in use.
func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
