package workload

import (
	"slices"
	"sync"
	"sync/atomic"

	"ifmatch/loadgen/history"
)

// dated is a version with what conditions on it can name apart from its ETag: when it was made, in seconds since 1970,
// and its sequence number; -1 if no answer showed it.
type dated struct {
	version
	numbers [2]int64
}

// Indexes of numbers.
const (
	byDate = iota
	bySequence
)

// mixThing is a resource of a mix.
type mixThing struct {
	entity                      // its row names every kind of resource
	parts  map[valuePart]uint32 // keys of the parts, each with a history of its own; nil: it has one history
	last   atomic.Pointer[dated]
	first  atomic.Pointer[dated]
	// most are the largest numbers that any answer showed. Both only grow, so a version with a smaller one is over.
	most [2]atomic.Int64
}

// see notes a version that an answer showed.
func (t *mixThing) see(v *dated) {
	t.last.Store(v)
	t.first.CompareAndSwap(nil, v)
	for i := range v.numbers {
		for old := t.most[i].Load(); old < v.numbers[i] && !t.most[i].CompareAndSwap(old, v.numbers[i]); old = t.most[i].Load() {
		}
	}
}

// aged reports whether the first version is over, by its date.
func (t *mixThing) aged() bool {
	v := t.first.Load()
	return v != nil && v.numbers[byDate] >= 0 && v.numbers[byDate] < t.most[byDate].Load()
}

// makers know which write made which version. A reader of a resource with several parts sees a value in each, and one
// of them is that of the write that made the version: every write of a mix leaves its value somewhere. The values of
// all other writes are those of other versions.
type makers struct {
	mu   sync.Mutex
	made map[uint64]madeBy // by value
	by   map[madeBy]uint64 // its value
}

// madeBy is a version of a resource.
type madeBy struct {
	key uint32
	tag history.Token
}

// maxMakers bounds the memory; what is forgotten only makes readers know less.
const maxMakers = 1 << 16

// note notes that a write was told the tag of its version.
func (m *makers) note(key uint32, tag history.Token, value uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.made) == 0 || len(m.made) >= maxMakers {
		m.made, m.by = map[uint64]madeBy{}, map[madeBy]uint64{}
	}
	m.made[value], m.by[madeBy{key, tag}] = madeBy{key, tag}, value
}

// maker returns the value of the write that made a version of which some values are shown; 0 if they do not tell. whole
// says that they are all values that the version has.
func (m *makers) maker(key uint32, tag history.Token, shown []uint64, whole bool) uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := madeBy{key, tag}
	switch value, known := m.by[at]; {
	case known && slices.Contains(shown, value):
		return value
	case !whole || len(shown) == 0:
		return 0
	}
	open, found := 0, shown[0] // if all of them made other versions, any of them shows the contradiction
	for _, value := range shown {
		if made, ok := m.made[value]; !ok || made == at {
			open, found = open+1, value
		}
	}
	if open > 1 {
		return 0
	}
	return found
}
