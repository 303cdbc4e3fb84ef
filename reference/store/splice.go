package store

import (
	"cmp"
	"errors"
	"reflect"
	"slices"
	"sort"
)

// splice is how a list of pieces of data differs from another: it keeps the beginning and the end of the other, and has
// other pieces between them. A long blob that grows by a block is kept by the block alone.
type splice struct {
	Head, Tail int     `json:",omitempty"` // pieces of the other list that stay
	New        []piece `json:",omitempty"`
}

// piece is one piece of data.
type piece struct {
	ID   string `json:",omitempty"` // of a block
	At   int64  `json:",omitempty"` // of a segment
	Len  int
	From int `json:",omitempty"` // the data is part of a known piece, whose number from 1 on this is; 0: it follows the record
	Off  int `json:",omitempty"` // where in the known piece
}

var errSplice = errors.New("the record does not fit the version before it")

// pieces says what the pieces of a list are.
type pieces[T any] struct {
	same func(a, b T) bool
	data func(T) []byte
	keep func(T) piece // without its data
	make func(piece, []byte) T
}

var segmentPieces = pieces[segment]{
	same: func(a, b segment) bool { return a.at == b.at && sameBytes(a.data, b.data) },
	data: func(s segment) []byte { return s.data },
	keep: func(s segment) piece { return piece{At: s.at, Len: len(s.data)} },
	make: func(p piece, data []byte) segment { return segment{p.At, data} },
}

var blockPieces = pieces[Block]{
	same: func(a, b Block) bool { return a.ID == b.ID && sameBytes(a.Data, b.Data) },
	data: func(b Block) []byte { return b.Data },
	keep: func(b Block) piece { return piece{ID: b.ID, Len: len(b.Data)} },
	make: func(p piece, data []byte) Block { return Block{p.ID, data} },
}

// sameBytes reports whether two slices are the same memory.
func sameBytes(a, b []byte) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

// differ returns how next differs from old, and the data that is in neither old nor the known pieces.
func (k pieces[T]) differ(old, next []T, known func(dropped []T) [][]byte) (s splice, data [][]byte) {
	short := min(len(old), len(next))
	if short > 0 && &old[0] == &next[0] { // lists that only grow share their memory
		s.Head = short
	}
	for s.Head < short && k.same(old[s.Head], next[s.Head]) {
		s.Head++
	}
	for s.Tail < short-s.Head && k.same(old[len(old)-1-s.Tail], next[len(next)-1-s.Tail]) {
		s.Tail++
	}
	added := next[s.Head : len(next)-s.Tail]
	if len(added) == 0 {
		return s, nil
	}
	find := finder(known(old[s.Head : len(old)-s.Tail]))
	for _, item := range added {
		p, b := k.keep(item), k.data(item)
		if p.From, p.Off = find(b); p.From == 0 {
			data = append(data, b)
		}
		s.New = append(s.New, p)
	}
	return s, data
}

// apply returns the list that differs from old by the splice. It takes new data from the beginning of data, and returns
// the rest.
func (k pieces[T]) apply(s splice, old []T, known func(dropped []T) [][]byte, data []byte) (next []T, rest []byte, err error) {
	if s.Head < 0 || s.Tail < 0 || s.Head > len(old)-s.Tail {
		return nil, nil, errSplice
	}
	if len(s.New) == 0 && s.Head == len(old) {
		return old, data, nil
	}
	if s.Tail == 0 && s.Head == len(old) {
		next = old // grows in place, as it did
	} else {
		next = append(make([]T, 0, s.Head+len(s.New)+s.Tail), old[:s.Head]...)
	}
	var from [][]byte
	if len(s.New) > 0 {
		from = known(old[s.Head : len(old)-s.Tail])
	}
	for _, p := range s.New {
		b := data
		if p.From > 0 {
			if p.From > len(from) || p.Off < 0 || p.Off > len(from[p.From-1]) {
				return nil, nil, errSplice
			}
			b = from[p.From-1][p.Off:]
		}
		if p.Len < 0 || p.Len > len(b) {
			return nil, nil, errSplice
		}
		next = append(next, k.make(p, b[:p.Len:p.Len]))
		if p.From == 0 {
			data = data[p.Len:]
		}
	}
	return append(next, old[len(old)-s.Tail:]...), data, nil
}

// finder returns a function that finds data inside known pieces, of which it then is a part in the same memory.
func finder(known [][]byte) func(data []byte) (from, off int) {
	type place struct {
		address uintptr
		number  int
	}
	places := make([]place, 0, len(known))
	for i, b := range known {
		if len(b) > 0 {
			places = append(places, place{address(b), i})
		}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Compare(a.address, b.address) })
	return func(data []byte) (from, off int) {
		if len(data) == 0 {
			return 0, 0
		}
		at := address(data)
		i := sort.Search(len(places), func(i int) bool { return places[i].address > at }) - 1
		if i < 0 {
			return 0, 0
		}
		whole, distance := known[places[i].number], at-places[i].address
		if distance >= uintptr(len(whole)) || len(data) > len(whole)-int(distance) || &whole[distance] != &data[0] {
			return 0, 0
		}
		return places[i].number + 1, int(distance)
	}
}

// address returns where data is. It only narrows the search down.
func address(data []byte) uintptr { return reflect.ValueOf(data).Pointer() }
