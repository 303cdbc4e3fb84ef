// Package guid reads, makes and writes GUIDs: lease ids, copy ids and request ids.
package guid

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"strings"
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
