// Package payload makes the bodies that a load run writes, and recognises them when
// they are read. A body is determined by the run, a value and its length. So a
// reader knows which write it sees, and every changed byte shows. The package also
// recognises the parts of a body that was assembled from several writes.
package payload

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// Min is the length of the shortest body: its header.
//
//	"ifm1"   4 bytes
//	run      4 bytes, a checksum of its id
//	value    8 bytes
//	length   4 bytes, header included
//	check    4 bytes over the bytes before it
//
// Cells of 64 bytes follow, of which the last may be cut: the value, and seven
// words derived from run, value and the cell's number. All numbers are
// little-endian.
const Min = 24

const (
	magic    = "ifm1"
	cellSize = 64
	word     = 8
)

// MaxSize is the length of the longest body.
const MaxSize = 1<<31 - 1

// Fill appends a body of size bytes that carries value. A size below Min counts as
// Min, one above MaxSize as MaxSize. Fill allocates only if dst is too small.
func Fill(dst []byte, size int, run string, value uint64) []byte {
	size = min(max(size, Min), MaxSize)
	dst = slices.Grow(dst, size)
	body := dst[len(dst) : len(dst)+size]
	id := number(run)
	putHeader(body, id, value, size)
	rest, state := body[Min:], seed(id, value)
	for len(rest) >= cellSize {
		cell := (*[cellSize]byte)(rest)
		binary.LittleEndian.PutUint64(cell[:], value)
		for i := word; i < cellSize; i += word {
			state += step
			binary.LittleEndian.PutUint64(cell[i:], mix(state))
		}
		rest = rest[cellSize:]
	}
	if len(rest) > 0 {
		last := cell(value, state)
		copy(rest, last[:])
	}
	return dst[:len(dst)+size]
}

// Errors of Verify and Next; the returned errors wrap them.
var (
	ErrForeign = errors.New("this run did not write the body")
	ErrTorn    = errors.New("the body differs from what was written")
)

// Verify returns the value of a body. The error wraps ErrForeign if the body does
// not begin like those of the run. It wraps ErrTorn if the body was mixed, cut,
// extended or damaged; the value is then the one in its header.
func Verify(body []byte, run string) (value uint64, err error) {
	value, n, err := Next(body, run)
	if err == nil && n < len(body) {
		err = fmt.Errorf("%w: %d bytes follow a body of %d", ErrTorn, len(body)-n, n)
	}
	return value, err
}

// Next returns the value and the length of the first body in b, which may hold
// several bodies in a row. Its errors are those of Verify.
func Next(b []byte, run string) (value uint64, size int, err error) {
	id := number(run)
	value, size, err = header(b, id)
	switch {
	case err != nil:
		return 0, 0, err
	case size > len(b):
		return value, 0, fmt.Errorf("%w: it ends after %d of %d bytes", ErrTorn, len(b), size)
	}
	if at := damage(b[:size], id, value); at < size {
		return value, 0, fmt.Errorf("%w: byte %d of %d is wrong", ErrTorn, at, size)
	}
	return value, size, nil
}

// damage returns the offset of the first byte after the header that does not follow
// from value, or the length of the body if there is none.
func damage(body []byte, run uint32, value uint64) int {
	rest, state := body[Min:], seed(run, value)
	for len(rest) >= cellSize {
		c := (*[cellSize]byte)(rest)
		wrong, s := binary.LittleEndian.Uint64(c[:])^value, state
		for i := word; i < cellSize; i += word {
			s += step
			wrong |= binary.LittleEndian.Uint64(c[i:]) ^ mix(s)
		}
		if wrong != 0 {
			break
		}
		state = s
		rest = rest[cellSize:]
	}
	want := cell(value, state)
	same := 0
	for same < min(len(rest), cellSize) && rest[same] == want[same] {
		same++
	}
	return len(body) - len(rest) + same
}

// cell returns the cell that follows a state of the generator.
func cell(value, state uint64) (c [cellSize]byte) {
	binary.LittleEndian.PutUint64(c[:], value)
	for i := word; i < cellSize; i += word {
		state += step
		binary.LittleEndian.PutUint64(c[i:], mix(state))
	}
	return c
}

func putHeader(b []byte, run uint32, value uint64, size int) {
	copy(b, magic)
	binary.LittleEndian.PutUint32(b[4:], run)
	binary.LittleEndian.PutUint64(b[8:], value)
	binary.LittleEndian.PutUint32(b[16:], uint32(size))
	binary.LittleEndian.PutUint32(b[20:], check(run, value, uint32(size)))
}

// header reads the header at the beginning of b.
func header(b []byte, run uint32) (value uint64, size int, err error) {
	if len(b) < Min {
		return 0, 0, fmt.Errorf("%w: it has %d bytes, but the shortest have %d", ErrForeign, len(b), Min)
	}
	if string(b[:len(magic)]) != magic {
		return 0, 0, fmt.Errorf("%w: it begins with % x", ErrForeign, b[:len(magic)])
	}
	of := binary.LittleEndian.Uint32(b[4:])
	value = binary.LittleEndian.Uint64(b[8:])
	length := binary.LittleEndian.Uint32(b[16:])
	switch {
	case binary.LittleEndian.Uint32(b[20:]) != check(of, value, length) || length < Min || length > MaxSize:
		return 0, 0, fmt.Errorf("%w: its header is damaged", ErrTorn)
	case of != run:
		return 0, 0, fmt.Errorf("%w: it belongs to another run", ErrForeign)
	}
	return value, int(length), nil
}

func check(run uint32, value uint64, size uint32) uint32 {
	return uint32(mix(seed(run, value)+uint64(size)) >> 32)
}

// number returns a checksum of a run's id: FNV-1a.
func number(run string) uint32 {
	h := uint32(2166136261)
	for i := range len(run) {
		h = (h ^ uint32(run[i])) * 16777619
	}
	return h
}

// step and mix are the generator SplitMix64. It can jump to any state, and a word
// costs about a nanosecond.
const step uint64 = 0x9e3779b97f4a7c15

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func seed(run uint32, value uint64) uint64 { return mix(mix(uint64(run)+step) ^ value) }

// MinText is the length of the shortest body in text form.
const MinText = Min / 3 * 4

// text is the alphabet of bodies in messages and in properties of entities. None
// of its characters needs escaping.
var text = base64.RawURLEncoding.Strict()

// FillText appends the body that carries value in text form. Its length is size
// rounded up to a multiple of four, and at least MinText.
func FillText(dst []byte, size int, run string, value uint64) []byte {
	groups := (max(size, MinText) + 3) / 4
	dst = slices.Grow(dst, groups*7)
	end := len(dst) + groups*4
	bare := Fill(dst[end:end], groups*3, run, value) // in the space after it
	text.Encode(dst[len(dst):end], bare)
	return dst[:end]
}

// VerifyText is Verify for a body in text form.
func VerifyText(body []byte, run string) (value uint64, err error) {
	b := buffers.Get().(*[]byte)
	defer buffers.Put(b)
	var malformed error
	*b, malformed = text.AppendDecode((*b)[:0], body)
	if value, err = Verify(*b, run); malformed != nil {
		kind := ErrForeign
		if errors.Is(err, ErrTorn) {
			kind = ErrTorn
		}
		err = fmt.Errorf("%w: %w", kind, malformed)
	}
	return value, err
}

var buffers = sync.Pool{New: func() any { return new([]byte) }}

// Atom is the length of the parts that make up the bytes of a range: the value,
// big-endian, and eight bytes derived from run and value. Each part identifies its
// writer. So a reader sees where the bytes of one writer end and those of another begin,
// anywhere in the range.
const Atom = 16

// FillAtoms appends size bytes, rounded up to whole atoms, that carry value.
func FillAtoms(dst []byte, size int, run string, value uint64) []byte {
	var atom [Atom]byte
	binary.BigEndian.PutUint64(atom[:], value)
	binary.BigEndian.PutUint64(atom[word:], mix(seed(number(run), value)))
	for n := 0; n < size; n += Atom {
		dst = append(dst, atom[:]...)
	}
	return dst
}

// Run is a sequence of adjacent bytes of one writer.
type Run struct {
	At, Length int    // in the body
	Value      uint64 // 0: never written, all zeros
	// Mixed says that the bytes are not an atom: they come from several writers, or from
	// none. Value is then read from where a value should be.
	Mixed bool
}

// Runs splits a body of whole atoms, and appends the runs to dst. Bytes after the last
// whole atom are mixed.
func Runs(dst []Run, body []byte, run string) []Run {
	id, first := number(run), len(dst)
	for at := 0; at < len(body); at += Atom {
		r := Run{At: at, Length: min(Atom, len(body)-at)}
		if r.Length < Atom {
			r.Mixed = true
		} else {
			r.Value = binary.BigEndian.Uint64(body[at:])
			check := binary.BigEndian.Uint64(body[at+word:])
			r.Mixed = check != mix(seed(id, r.Value)) && (r.Value != 0 || check != 0)
		}
		if n := len(dst); n > first && !r.Mixed && !dst[n-1].Mixed && dst[n-1].Value == r.Value {
			dst[n-1].Length += r.Length
			continue
		}
		dst = append(dst, r)
	}
	return dst
}
