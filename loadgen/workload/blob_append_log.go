package workload

import (
	"sync"
	"sync/atomic"
)

// blocksPerBlob is when a blob counts as full: far from the service's limit, and
// while it can still be read in one go.
func blocksPerBlob(size int) int64 {
	const most, bytes = 10_000, 32 << 20
	return int64(min(most, max(bytes/size, 16)))
}

// appendLog is a sequence of append blobs, of which the last is written to.
type appendLog struct {
	name    string
	current atomic.Pointer[appendBlob]
	mu      sync.Mutex
	all     []*appendBlob
}

// appendBlob is one of them.
type appendBlob struct {
	*resource
	length atomic.Int64 // at least; as far as anybody was told
}

// grow takes in that the blob has been seen to be so long.
func (b *appendBlob) grow(length int64) {
	for {
		known := b.length.Load()
		if known >= length || b.length.CompareAndSwap(known, length) {
			return
		}
	}
}

// advance goes on to the blob that follows the current one, unless somebody has
// done it already.
func (l *appendLog) advance(to *appendBlob) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, b := range l.all {
		if b == to && i > 0 && l.current.Load() == l.all[i-1] {
			l.current.Store(to)
		}
	}
}
