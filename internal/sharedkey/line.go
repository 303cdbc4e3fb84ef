package sharedkey

import "strings"

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
