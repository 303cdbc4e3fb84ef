package workload

import (
	"sync"
	"sync/atomic"
)

// blocksPerBlob is how many blocks make a blob count as full: far below the
// service's limit, and few enough to read in one request.
func blocksPerBlob(size int) int64 {
	const most, bytes = 10_000, 32 << 20
	return int64(min(most, max(bytes/size, 16)))
}

// appendLog is a sequence of append blobs. Appends go to the last one.
type appendLog struct {
	name    string
	current atomic.Pointer[appendBlob]
	mu      sync.Mutex
	all     []*appendBlob
}

// appendBlob is one blob of a log.
type appendBlob struct {
	*resource
	length atomic.Int64 // a lower bound: the greatest length that any answer showed
}

// grow notes that the blob had at least this length.
func (b *appendBlob) grow(length int64) {
	for {
		known := b.length.Load()
		if known >= length || b.length.CompareAndSwap(known, length) {
			return
		}
	}
}

// advance makes the next blob the current one, unless another actor has done so
// already.
func (l *appendLog) advance(to *appendBlob) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, b := range l.all {
		if b == to && i > 0 && l.current.Load() == l.all[i-1] {
			l.current.Store(to)
		}
	}
}
