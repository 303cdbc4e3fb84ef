package frontend

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"ifmatch/reference/document"
)

// WriteName writes a name chosen by a client. A name that XML cannot hold is percent-encoded and marked as such.
func WriteName(x *document.Writer, element, name string) {
	if unwritable(name) {
		x.Open(element, "Encoded", "true")
		x.Text(url.PathEscape(name))
		x.Close(element)
		return
	}
	x.Element(element, name)
}

func unwritable(name string) bool {
	return strings.ContainsFunc(name, func(c rune) bool { return !document.Holds(c) || c == utf8.RuneError })
}

// Plain reports whether a name consists of lower-case letters, digits, and single hyphens between them, as required for
// names of containers, queues and shares.
func Plain(name string) bool {
	for i := range len(name) {
		switch c := name[i]; {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
		case c == '-' && i > 0 && i < len(name)-1 && name[i-1] != '-':
		default:
			return false
		}
	}
	return true
}
