package pace

import (
	"sync/atomic"
	"time"
)

// longest bounds a single sleep of a Pacer, and so the time until it notices that
// the run is over.
const longest = 20 * time.Millisecond

// Pacer releases exchanges by a shape; without one, as fast as they are taken. It
// has the methods of vegeta's interface of that name. Only one goroutine may call
// Pace.
type Pacer struct {
	shape   Shape // nil: a closed loop
	length  time.Duration
	limit   int64
	stopped atomic.Bool
	sleep   func(time.Duration)
	now     func() time.Duration
}

// NewPacer makes the pacer of a run that lasts for length and sends at most limit
// exchanges. Zero means no bound; without any bound the run continues until Stop.
// now returns the time since the attack began.
func NewPacer(shape Shape, length time.Duration, limit int64, now func() time.Duration) *Pacer {
	return &Pacer{shape: shape, length: length, limit: limit, sleep: kernelSleep, now: now}
}

// Pace blocks until the exchange after hits others is due, and reports whether the
// run is over. It never asks its caller to wait.
func (p *Pacer) Pace(_ time.Duration, hits uint64) (time.Duration, bool) {
	if p.limit > 0 && int64(hits) >= p.limit {
		return 0, true
	}
	due := p.Intended(int64(hits))
	if p.length > 0 && due >= p.length {
		// All requested exchanges are sent; the rest of the run is for answers.
		return 0, true
	}
	for {
		now := p.now()
		if p.stopped.Load() || p.length > 0 && now >= p.length {
			return 0, true
		}
		if p.shape == nil || now >= due {
			return 0, false
		}
		p.sleep(min(due-now, longest))
	}
}

// Rate returns the rate of the schedule, 0 in a closed loop.
func (p *Pacer) Rate(elapsed time.Duration) float64 {
	if p.shape == nil {
		return 0
	}
	return p.shape.Rate(elapsed)
}

// Intended returns when exchange number n, counted from 0, is meant to start. In a
// closed loop it is 0: exchanges start whenever a client is free.
func (p *Pacer) Intended(n int64) time.Duration {
	if p.shape == nil {
		return 0
	}
	return p.shape.At(n)
}

// Requested returns how many exchanges the schedule requests until the time ran,
// which is shorter than the run if that was interrupted. It is 0 in a closed loop.
func (p *Pacer) Requested(ran time.Duration) int64 {
	if p.shape == nil {
		return 0
	}
	if p.length > 0 {
		ran = min(ran, p.length)
	}
	n := int64(p.shape.Due(ran))
	for p.shape.At(n) < ran { // Due and At may round apart
		n++
	}
	for n > 0 && p.shape.At(n-1) >= ran {
		n--
	}
	if p.limit > 0 {
		n = min(n, p.limit)
	}
	return n
}

// Stop ends the run. Exchanges under way still finish.
func (p *Pacer) Stop() { p.stopped.Store(true) }
