package payload

import "encoding/binary"

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
