package fault

import (
	"maps"
	"slices"
	"sync"
)

// Showing is one occasion on which a sporadic fault appeared.
type Showing struct {
	Fault string `json:"fault"`
	What  string `json:"what"` // the resource, and the wrong part of it: an ETag, a receipt
}

// Log records what the sporadic faults of one server did. It is safe for concurrent use.
type Log struct {
	tell func(Showing)

	mu    sync.Mutex
	count map[string]int
	last  []Showing
}

// logged is how many showings a Log keeps; it drops the oldest.
const logged = 10_000

// NewLog makes an empty log. If tell is not nil, it is called for every showing.
func NewLog(tell func(Showing)) *Log { return &Log{tell: tell, count: map[string]int{}} }

func (l *Log) add(s Showing) {
	l.mu.Lock()
	l.count[s.Fault]++
	if len(l.last) == logged {
		l.last = slices.Delete(l.last, 0, logged/2)
	}
	l.last = append(l.last, s)
	l.mu.Unlock()
	if l.tell != nil {
		l.tell(s)
	}
}

// Shown returns how often each fault appeared, and the last showings.
func (l *Log) Shown() (count map[string]int, last []Showing) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.count), slices.Clone(l.last)
}
