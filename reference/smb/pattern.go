package smb

import (
	"strings"

	protocol "github.com/jfjallid/go-smb/smb"
)

// longestPattern is the longest pattern that a client may send.
const longestPattern = 2 * longestName

// compile reads a pattern of names: * for any text, ? for one character, and the DOS wildcards < > and ". Case does not
// matter. // MS-FSCC 2.1.4.4
func compile(pattern string) (matches func(name string) bool, err error) {
	if len(pattern) > longestPattern {
		return nil, status(protocol.StatusObjectNameInvalid)
	}
	p := []rune(strings.ToLower(pattern))
	if len(p) == 0 {
		p = []rune{'*'}
	}
	return func(name string) bool { return match(p, []rune(strings.ToLower(name))) }, nil
}

// match backtracks only to the last wildcard for any text, so that its time is bounded by the product of the lengths.
func match(pattern, name []rune) bool {
	p, n, star, taken := 0, 0, -1, 0
	for n < len(name) {
		switch {
		case p < len(pattern) && (pattern[p] == '*' || pattern[p] == '<'):
			star, taken = p, n
			p++
		case p < len(pattern) && one(pattern[p], name[n]):
			p, n = p+1, n+1
		case star >= 0:
			taken++
			p, n = star+1, taken
		default:
			return false
		}
	}
	for p < len(pattern) && strings.ContainsRune(`*<>"`, pattern[p]) { // these may match nothing
		p++
	}
	return p == len(pattern)
}

func one(pattern, name rune) bool {
	switch pattern {
	case '?', '>':
		return true
	case '"':
		return name == '.'
	}
	return pattern == name
}
