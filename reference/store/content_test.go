package store_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"ifmatch/reference/store"
)

// model is a content as plain bytes, with a mark on each byte that was written.
type model struct{ data, written []byte }

func (m model) clone() model { return model{slices.Clone(m.data), slices.Clone(m.written)} }

// step applies one random operation to a content and to its model.
func step(r *rand.Rand, c store.Content, m model) (store.Content, model) {
	m = m.clone()
	n := int64(len(m.data))
	part := func() (at, length int64) {
		if n == 0 {
			return 0, 0
		}
		at = r.Int64N(n)
		return at, r.Int64N(min(n-at, 40) + 1)
	}
	switch r.IntN(6) {
	case 0, 1:
		at, length := part()
		data := bytes.Repeat([]byte{byte(1 + r.IntN(255))}, int(length))
		copy(m.data[at:], data)
		copy(m.written[at:], bytes.Repeat([]byte{1}, int(length)))
		return c.Write(at, data), m
	case 2:
		at, length := part()
		clear(m.data[at : at+length])
		clear(m.written[at : at+length])
		return c.Clear(at, length), m
	case 3:
		size := r.Int64N(200)
		for int64(len(m.data)) < size {
			m.data, m.written = append(m.data, 0), append(m.written, 0)
		}
		m.data, m.written = m.data[:size], m.written[:size]
		return c.Resize(size), m
	case 4:
		return c.Clone(), m
	}
	data := bytes.Repeat([]byte{byte(1 + r.IntN(255))}, r.IntN(20))
	m.data = append(m.data, data...)
	m.written = append(m.written, bytes.Repeat([]byte{1}, len(data))...)
	return c.Append(data), m
}

func ranges(m model, from, to int64) []store.Range {
	var list []store.Range
	for i := from; i < to; i++ {
		if m.written[i] == 0 {
			continue
		}
		if n := len(list); n > 0 && list[n-1].End == i {
			list[n-1].End++
		} else {
			list = append(list, store.Range{Start: i, End: i + 1})
		}
	}
	return list
}

func TestContentAgainstPlainBytes(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		c, m := store.Content{}, model{}
		type version struct {
			c store.Content
			m model
		}
		var versions []version
		for range 60 {
			c, m = step(r, c, m)
			versions = append(versions, version{c, m})
		}
		// Every version, even an old one, is unchanged.
		for i, v := range versions {
			if v.c.Len() != int64(len(v.m.data)) || !bytes.Equal(v.c.All(), v.m.data) {
				t.Fatalf("seed %d, version %d: content %v, want %v", seed, i, v.c.All(), v.m.data)
			}
			from := r.Int64N(v.c.Len() + 1)
			to := from + r.Int64N(v.c.Len()-from+1)
			if got := v.c.Slice(from, to); !bytes.Equal(got, v.m.data[from:to]) {
				t.Fatalf("seed %d, version %d: Slice(%d, %d) = %v, want %v", seed, i, from, to, got, v.m.data[from:to])
			}
			if got, want := v.c.Ranges(from, to), ranges(v.m, from, to); !slices.Equal(got, want) {
				t.Fatalf("seed %d, version %d: Ranges(%d, %d) = %v, want %v", seed, i, from, to, got, want)
			}
		}
	}
}

func TestConstructors(t *testing.T) {
	t.Parallel()
	if got := store.Bytes([]byte("abc")).All(); string(got) != "abc" {
		t.Errorf("Bytes = %q", got)
	}
	if got := store.Zeros(3).All(); string(got) != "\x00\x00\x00" {
		t.Errorf("Zeros = %q", got)
	}
	joined := store.Joined([]store.Block{{ID: "1", Data: []byte("ab")}, {ID: "2"}, {ID: "3", Data: []byte("c")}})
	if string(joined.All()) != "abc" {
		t.Errorf("Joined = %q", joined.All())
	}
	var b bytes.Buffer
	if err := store.Zeros(100_000).WriteRange(&b, 10, 90_010); err != nil || b.Len() != 90_000 {
		t.Errorf("WriteRange of zeros wrote %d bytes, %v", b.Len(), err)
	}
}

func BenchmarkAppend(b *testing.B) {
	var c store.Content
	data := make([]byte, 1024)
	b.ReportAllocs()
	for b.Loop() {
		c = c.Append(data)
	}
}
