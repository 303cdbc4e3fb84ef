package transaction

import "math/bits"

// table finds versions by value or tag. It does what a map does, in a third of the
// time: nothing is ever deleted, and the keys are numbers.
type table struct {
	slots []slot
	used  int
	shift uint
}

type slot struct {
	name
	version int32 // plus one: zero is an empty slot
}

// newTable makes a table for about n entries.
func newTable(n int) table {
	size := bits.Len(uint(max(n, 8)*3/2 - 1))
	return table{slots: make([]slot, 1<<size), shift: uint(64 - size)}
}

// find is where a name stands, or would.
func (t *table) find(n name) *slot {
	const golden = 0x9E3779B97F4A7C15
	h := (n.what ^ uint64(n.key)<<40 ^ n.what>>29) * golden
	for i := int((h ^ uint64(n.key)*golden) >> t.shift); ; i = (i + 1) & (len(t.slots) - 1) {
		if s := &t.slots[i]; s.version == 0 || s.name == n {
			return s
		}
	}
}

// get returns the version with a name.
func (t *table) get(n name) (version int32, ok bool) {
	s := t.find(n)
	return s.version - 1, s.version != 0
}

// set gives a version a name.
func (t *table) set(n name, version int32) {
	s := t.find(n)
	if s.version == 0 {
		if t.used++; t.used > len(t.slots)/4*3 {
			t.grow()
			s = t.find(n)
		}
		s.name = n
	}
	s.version = version + 1
}

func (t *table) grow() {
	old := t.slots
	t.slots, t.shift = make([]slot, 2*len(old)), t.shift-1
	for _, s := range old {
		if s.version != 0 {
			*t.find(s.name) = s
		}
	}
}
