// Package table maps contents, ETags and other numbers of a resource to small numbers, by
// open addressing. The checks spend most of their time in it. Here it is several times as
// fast as a Go map, because nothing is ever deleted, and neighbours in a history stay
// neighbours in the arrays that the small numbers index.
package table

import "math/bits"

// Table maps numbers of resources, other than 0, to small numbers.
type Table struct {
	slots []slot
	used  int
	shift uint8
}

type slot struct {
	what uint64 // 0: an empty slot
	of   uint32
	id   int32
}

// New makes a table for about that many entries.
func New(entries int) *Table {
	size := max(16, 1<<bits.Len(uint(entries+entries/2)))
	return &Table{slots: make([]slot, size), shift: uint8(64 - bits.TrailingZeros(uint(size)))}
}

// Empty is New in the memory of a table that nobody needs any more, nil if there is none.
func (t *Table) Empty(entries int) *Table {
	if t == nil || len(t.slots) < entries+entries/2 || len(t.slots) > 16+8*entries {
		return New(entries)
	}
	clear(t.slots)
	t.used = 0
	return t
}

// golden is 2^64 divided by the golden ratio. It spreads nearly consecutive numbers, as ETags
// are, over distant slots.
const golden = 0x9E3779B97F4A7C15

// find returns the slot of a number of a resource, or the empty slot where it belongs.
func (t *Table) find(of uint32, what uint64) *slot {
	mask := uint64(len(t.slots) - 1)
	h := (what ^ uint64(of)<<40 ^ what>>29) * golden
	for i := (h ^ uint64(of)*golden) >> t.shift; ; i++ {
		if s := &t.slots[i&mask]; s.what == what && s.of == of || s.what == 0 {
			return s
		}
	}
}

// Get returns the small number that a number of a resource was set to; -1 if it was not. 0 is never set.
func (t *Table) Get(of uint32, what uint64) int32 {
	if what == 0 {
		return -1
	}
	if s := t.find(of, what); s.what != 0 {
		return s.id
	}
	return -1
}

// Set sets the small number of a number, other than 0, of a resource.
func (t *Table) Set(of uint32, what uint64, id int32) {
	s := t.find(of, what)
	if s.what == 0 {
		if t.used++; t.used*4 > len(t.slots)*3 {
			t.grow()
			s = t.find(of, what)
		}
		s.what, s.of = what, of
	}
	s.id = id
}

func (t *Table) grow() {
	old := t.slots
	t.slots = make([]slot, 2*len(old))
	t.shift--
	for _, s := range old {
		if s.what != 0 {
			*t.find(s.of, s.what) = s
		}
	}
}
