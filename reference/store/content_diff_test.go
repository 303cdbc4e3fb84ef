package store_test

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"testing"

	"ifmatch/reference/store"
)

func TestSince(t *testing.T) {
	t.Parallel()
	x := bytes.Repeat([]byte("x"), 8)
	y := bytes.Clone(x) // the same bytes, written later
	start := store.Zeros(64).Write(0, x).Write(8, x).Write(32, x)
	written := func(from, to int64) store.Change { return store.Change{Range: store.Range{Start: from, End: to}} }
	cleared := func(from, to int64) store.Change {
		return store.Change{Range: store.Range{Start: from, End: to}, Cleared: true}
	}
	for _, c := range []struct {
		name string
		now  store.Content
		want []store.Change
	}{
		{"nothing", start, nil},
		{"the same bytes again", start.Write(8, y), []store.Change{written(8, 16)}},
		{"the middle of a piece", start.Write(2, y[:4]), []store.Change{written(2, 6)}},
		{"new pages", start.Write(16, y).Write(24, y), []store.Change{written(16, 32)}},
		{"over old and new pages", start.Write(28, y), []store.Change{written(28, 36)}},
		{"cleared", start.Clear(4, 16), []store.Change{cleared(4, 16)}},
		{"cleared what was not written", start.Clear(16, 16), nil},
		{"written and cleared", start.Clear(0, 8).Write(8, y), []store.Change{cleared(0, 8), written(8, 16)}},
		{"written since, and cleared", start.Write(16, y).Clear(16, 8), nil},
		{"shorter", start.Resize(36), nil},
		{"longer", start.Resize(80).Write(72, y), []store.Change{written(72, 80)}},
	} {
		if !reflect.DeepEqual(c.want, c.now.Since(start, 0, c.now.Len())) {
			t.Errorf("%s: want %+v, got %+v", c.name, c.want, c.now.Since(start, 0, c.now.Len()))
		}
	}
	if !reflect.DeepEqual([]store.Change{written(10, 12)}, start.Write(8, y).Since(start, 10, 12)) {
		t.Errorf("a part: want %+v, got %+v", []store.Change{written(10, 12)}, start.Write(8, y).Since(start, 10, 12))
	}
}

// TestSinceAgreesWithAModel writes and clears at random. Its model remembers for every byte which write it came from.
func TestSinceAgreesWithAModel(t *testing.T) {
	t.Parallel()
	const size = 48
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		c := store.Zeros(size)
		var model [size]int // the number of the write, 0 for none
		n := 0
		step := func() {
			from := r.Int64N(size)
			length := 1 + r.Int64N(size-from)
			mark := 0
			if r.IntN(3) > 0 {
				n++
				mark = n
				c = c.Write(from, make([]byte, length))
			} else {
				c = c.Clear(from, length)
			}
			for i := from; i < from+length; i++ {
				model[i] = mark
			}
		}
		for range r.IntN(6) {
			step()
		}
		earlier, before := c, model
		for range r.IntN(6) {
			step()
		}
		var want []store.Change
		for i := range int64(size) {
			if model[i] == before[i] {
				continue
			}
			gone := model[i] == 0
			if k := len(want); k > 0 && want[k-1].End == i && want[k-1].Cleared == gone {
				want[k-1].End = i + 1
			} else {
				want = append(want, store.Change{Range: store.Range{Start: i, End: i + 1}, Cleared: gone})
			}
		}
		if !reflect.DeepEqual(want, c.Since(earlier, 0, size)) {
			t.Fatalf("want %+v, got %+v", want, c.Since(earlier, 0, size))
		}
	}
}
