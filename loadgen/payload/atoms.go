package payload

import "encoding/binary"

// Atom is the length of the parts of which the bytes of a range are made: the value, big
// end first, and eight bytes that follow from run and value. Each tells whose it is, so
// that a reader sees where the bytes of one writer end and those of another begin,
// wherever in the range that is.
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

// Run is bytes that follow each other and are one writer's.
type Run struct {
	At, Length int    // in the body
	Value      uint64 // 0: nobody wrote them, they are zeros
	// Mixed says that they are no atom: bytes of several writers, or of none. Value is
	// then what stands where a value should.
	Mixed bool
}

// Runs takes a body of whole atoms apart, and appends what it finds. What follows the
// last whole atom is mixed.
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
