package console

import (
	"strconv"
)

// Plural formats a number of things: "1 case", "2 cases", "1,944 cases".
func Plural(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return Number(n) + " " + thing
}

// Number formats a count with thousands separators: 1,944.
func Number(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
