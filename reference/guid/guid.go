// Package guid reads, makes and writes GUIDs: lease ids, copy ids and request ids.
package guid

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"strings"
	"sync/atomic"
)

// GUID is a GUID. Two GUIDs are equal regardless of the notation in which they were read. // BLOB-USE-10
type GUID [16]byte

// Parse reads a GUID in any notation: 32 hexadecimal digits, optionally with hyphens and in braces or parentheses.
// // BLOB-LEASE-12
func Parse(s string) (GUID, bool) {
	s = strings.TrimSpace(s)
	if len(s) == 38 && (s[0] == '{' && s[37] == '}' || s[0] == '(' && s[37] == ')') {
		s = s[1:37]
	}
	var digits [32]byte
	switch {
	case len(s) == 32:
		copy(digits[:], s)
	case len(s) == 36 && s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-':
		n := copy(digits[:], s[:8])
		n += copy(digits[n:], s[9:13])
		n += copy(digits[n:], s[14:18])
		n += copy(digits[n:], s[19:23])
		copy(digits[n:], s[24:])
	default:
		return GUID{}, false
	}
	var g GUID
	if _, err := hex.Decode(g[:], digits[:]); err != nil {
		return GUID{}, false
	}
	return g, true
}

// New makes a random GUID.
func New() GUID {
	var g GUID
	rand.Read(g[:]) // never fails
	g[6] = g[6]&0x0f | 0x40
	g[8] = g[8]&0x3f | 0x80
	return g
}

// String returns the GUID as the service writes it: lower case, with hyphens.
func (g GUID) String() string {
	var b [36]byte
	hex.Encode(b[0:8], g[0:4])
	hex.Encode(b[9:13], g[4:6])
	hex.Encode(b[14:18], g[6:8])
	hex.Encode(b[19:23], g[8:10])
	hex.Encode(b[24:36], g[10:16])
	b[8], b[13], b[18], b[23] = '-', '-', '-', '-'
	return string(b[:])
}

// MarshalText returns the GUID as String does.
func (g GUID) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// UnmarshalText reads a GUID in any notation.
func (g *GUID) UnmarshalText(text []byte) error {
	read, ok := Parse(string(text))
	if !ok {
		return errors.New("reading a GUID: it must have 32 hexadecimal digits")
	}
	*g = read
	return nil
}

// Source makes the GUIDs of one server: request ids, copy ids, and lease ids that no client proposed. It is safe for
// concurrent use.
type Source struct {
	seed uint64
	n    atomic.Uint64
}

// NewSource makes a source. Equal seeds give equal GUIDs in equal order, so that a server's answers can be repeated
// exactly; seed 0 means a random seed.
func NewSource(seed uint64) *Source {
	if seed == 0 {
		var b [8]byte
		rand.Read(b[:]) // never fails
		seed = binary.BigEndian.Uint64(b[:]) | 1
	}
	return &Source{seed: seed}
}

// Next makes the next GUID, of version 4.
func (s *Source) Next() GUID {
	n := s.n.Add(1)
	var g GUID
	binary.BigEndian.PutUint64(g[:8], mix(s.seed+2*n))
	binary.BigEndian.PutUint64(g[8:], mix(s.seed+2*n+1))
	g[6] = g[6]&0x0f | 0x40
	g[8] = g[8]&0x3f | 0x80
	return g
}

// mix is the finaliser of SplitMix64: neighbouring numbers give unlike results.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
