// Package sharedkey signs requests with an account key for load: Shared Key of the blob, queue and
// file services, and that of the table service, with at most one allocation for a signature. The
// reference verifies with its own code. Both are tested against signatures that Microsoft's SDK
// made.
package sharedkey

import "strings"

// The service sorts names as .NET sorts words: punctuation, then digits, then letters, without regard
// to case. Hyphens and apostrophes count only between names that are the same without them:
// x-ms-meta-ab sorts before x-ms-meta-a-c, which by its bytes would come first.

// collation lists the other characters that a name may contain, lightest first.
const collation = "!#$%&*.^_`|~+0123456789abcdefghijklmnopqrstuvwxyz"

// weight ranks a character; 0 means that it does not count.
var weight = func() (w [256]uint8) {
	for i, c := range []byte(collation) {
		w[c] = uint8(i) + 1
		if c >= 'a' {
			w[c-'a'+'A'] = w[c]
		}
	}
	return w
}()

// insert puts the i-th field into a list of fields in the service's order, after those of the same
// name. Requests have only a few such fields.
func insert(list []int, header Header, i int) []int {
	list = append(list, i)
	for at := len(list) - 1; at > 0 && compare(header[list[at-1]].Name, header[i].Name) > 0; at-- {
		list[at-1], list[at] = i, list[at-1]
	}
	return list
}

// compare orders two names that both begin with x-ms-.
func compare(a, b string) int {
	i, j := 5, 5
	for {
		var left, right uint8
		for ; i < len(a) && left == 0; i++ {
			left = weight[a[i]]
		}
		for ; j < len(b) && right == 0; j++ {
			right = weight[b[j]]
		}
		if left != right {
			return int(left) - int(right) // the shorter one has run out at 0
		}
		if left == 0 {
			return compareLight(a, b)
		}
	}
}

// compareLight orders two names that differ only in hyphens and apostrophes. At the first difference, the
// name with neither comes first, then the one with the apostrophe.
func compareLight(a, b string) int {
	for i := range min(len(a), len(b)) {
		left, right := lightness(a[i]), lightness(b[i])
		if left != right {
			return left - right
		}
	}
	return len(a) - len(b)
}

func lightness(c byte) int {
	switch c {
	case '\'':
		return 1
	case '-':
		return 2
	}
	return 0
}

// appendFields writes one line for each name, with all of its values.
func appendFields(b []byte, header Header, sorted []int) []byte {
	previous := ""
	for _, i := range sorted {
		f := &header[i]
		if len(f.Name) == len(previous) && strings.EqualFold(f.Name, previous) {
			b[len(b)-1] = ',' // replaces the end of the line
		} else {
			b = appendLower(b, f.Name)
			b = append(b, ':')
		}
		b = appendLine(b, trim(f.Value))
		previous = f.Name
	}
	return b
}

// Field is one header field. Names are compared without regard to case.
type Field struct{ Name, Value string }

// Header is the header of a request or of an answer, in wire order.
type Header []Field

// Get returns the value of the first field with the name, in any case, or "". If the spelling is the
// same, it costs one comparison of lengths for each field passed and one of bytes.
func (h Header) Get(name string) string {
	for i := range h {
		if f := &h[i]; len(f.Name) == len(name) && (f.Name == name || strings.EqualFold(f.Name, name)) {
			return f.Value
		}
	}
	return ""
}

func appendLine(b []byte, value string) []byte {
	b = append(b, value...)
	return append(b, '\n')
}

// trim is strings.TrimSpace for header values, fast if there is nothing to trim.
func trim(value string) string {
	if n := len(value); n == 0 || value[0] > ' ' && value[n-1] > ' ' {
		return value
	}
	return strings.Trim(value, " \t\r\n")
}

// lower maps ASCII letters, of which names consist, to lower case.
var lower = func() (table [256]byte) {
	for i := range table {
		table[i] = byte(i)
		if 'A' <= i && i <= 'Z' {
			table[i] += 'a' - 'A'
		}
	}
	return table
}()

// appendLower writes name with its letters in lower case.
func appendLower(b []byte, name string) []byte {
	start := len(b)
	b = append(b, name...)
	toLower(b[start:])
	return b
}

func toLower(b []byte) {
	for i, c := range b {
		b[i] = lower[c]
	}
}
