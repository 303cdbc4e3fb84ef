package store

import (
	"sync/atomic"

	"ifmatch/reference/clock"
	"ifmatch/reference/etag"
	"ifmatch/reference/journal"
)

// Memory is a Blobs that keeps everything in memory.
type Memory struct {
	clock      clock.Clock
	stamps     etag.Source
	containers slots[Container]
	lives      atomic.Uint64           // number of the newest container
	log        *journal.Log            // where changes are kept; nil: nowhere
	living     map[uint64]*slots[Blob] // the blobs by the number of their container, while changes are restored
}

// New returns an empty store that uses the clock.
func New(c clock.Clock) *Memory { return &Memory{clock: c} }

func (m *Memory) moment() Moment { return Moment{m.clock.Now(), &m.stamps} }
