package register

import "math/bits"

// table maps numbers other than 0 to small ones, by open addressing. It is what a
// check spends most of its time in, and several times as fast as a Go map here:
// nothing is ever deleted, and neighbours in a history stay neighbours in the
// arrays that the small numbers index.
type table struct {
	slots []slot
	shift uint8
	used  int
}

type slot struct {
	key uint64
	id  int32
}

func newTable(capacity int) *table {
	size := max(16, 1<<bits.Len(uint(capacity+capacity/2)))
	return &table{slots: make([]slot, size), shift: uint8(64 - bits.TrailingZeros(uint(size)))}
}

// spread is 2^64 divided by the golden ratio: it sends the nearly consecutive
// numbers that ETags are to slots far apart.
const spread = 0x9E3779B97F4A7C15

// find returns the slot of a key, or the one where it belongs.
func (t *table) find(key uint64) *slot {
	mask := uint64(len(t.slots) - 1)
	for i := key * spread >> t.shift; ; i++ {
		if s := &t.slots[i&mask]; s.key == key || s.key == 0 {
			return s
		}
	}
}

// get returns a key's number, or 0.
func (t *table) get(key uint64) int32 {
	if key == 0 {
		return 0
	}
	return t.find(key).id
}

// put sets a key's number.
func (t *table) put(key uint64, id int32) {
	s := t.find(key)
	if s.key == 0 {
		s.key = key
		t.used++
	}
	s.id = id
	if t.used*4 > len(t.slots)*3 {
		t.grow()
	}
}

func (t *table) grow() {
	old := t.slots
	t.slots = make([]slot, 2*len(old))
	t.shift--
	for _, s := range old {
		if s.key != 0 {
			*t.find(s.key) = s
		}
	}
}
