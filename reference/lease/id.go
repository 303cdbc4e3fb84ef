package lease

import (
	"crypto/rand"
	"encoding/hex"
	"strings"
)

// ID is a lease id. Comparing IDs compares GUIDs, whatever notation they came in. // BLOB-USE-10
type ID [16]byte

// ParseID reads a GUID in any of its notations: 32 hexadecimal digits, with hyphens, and those in braces or
// parentheses. // BLOB-LEASE-12
func ParseID(s string) (ID, bool) {
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
		return ID{}, false
	}
	var id ID
	if _, err := hex.Decode(id[:], digits[:]); err != nil {
		return ID{}, false
	}
	return id, true
}

// NewID makes a random id, for an acquire that proposes none.
func NewID() ID {
	var id ID
	rand.Read(id[:]) // never fails
	id[6] = id[6]&0x0f | 0x40
	id[8] = id[8]&0x3f | 0x80
	return id
}

// String is the id as the service writes it: lower case, with hyphens.
func (id ID) String() string {
	var b [36]byte
	hex.Encode(b[0:8], id[0:4])
	hex.Encode(b[9:13], id[4:6])
	hex.Encode(b[14:18], id[6:8])
	hex.Encode(b[19:23], id[8:10])
	hex.Encode(b[24:36], id[10:16])
	b[8], b[13], b[18], b[23] = '-', '-', '-', '-'
	return string(b[:])
}
