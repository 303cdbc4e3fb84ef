package fault

import (
	"maps"
	"slices"
	"sync"
)

// Showing is one occasion on which a sporadic fault showed.
type Showing struct {
	Fault string `json:"fault"`
	What  string `json:"what"` // the resource, and what was wrong about it: an ETag, a receipt
}

// Log is what the sporadic faults of one server did. It is used by many goroutines.
type Log struct {
	tell func(Showing)

	mu    sync.Mutex
	count map[string]int
	last  []Showing
}

// logged is how many showings a Log keeps, the last ones.
const logged = 10_000

// NewLog makes an empty log. tell is told of every showing, if it is not nil.
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

// Shown is how often each fault showed, and the last showings.
func (l *Log) Shown() (count map[string]int, last []Showing) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.count), slices.Clone(l.last)
}
