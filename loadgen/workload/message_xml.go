package workload

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// The answers of the queue service are read without a parser. They have a handful
// of elements without attributes, and one answer may hold 32 messages.

// element returns the raw contents of the first element with a name. The elements
// that matter have no attributes in the service's answers.
func element(xml []byte, name string) ([]byte, bool) {
	content, _, ok := cutElement(xml, name)
	return content, ok
}

// cutElement is element, and also returns what follows. An empty element may be a
// single tag.
func cutElement(xml []byte, name string) (content, rest []byte, ok bool) {
	for from := 0; ; {
		i := bytes.IndexByte(xml[from:], '<')
		if i < 0 {
			return nil, nil, false
		}
		from += i + 1
		tag := xml[from:]
		if len(tag) <= len(name) || string(tag[:len(name)]) != name {
			continue
		}
		switch after := bytes.TrimLeft(tag[len(name):], " \t\r\n"); {
		case bytes.HasPrefix(after, []byte("/>")):
			return nil, after[2:], true
		case len(after) > 0 && after[0] == '>':
			return closed(after[1:], name)
		}
	}
}

// closed returns the text before the closing tag of a name, and what follows the
// tag.
func closed(xml []byte, name string) (content, rest []byte, ok bool) {
	for from := 0; ; {
		i := bytes.Index(xml[from:], []byte("</"))
		if i < 0 {
			return nil, nil, false
		}
		from += i + 2
		tag := xml[from:]
		if len(tag) > len(name) && string(tag[:len(name)]) == name {
			if end := bytes.TrimLeft(tag[len(name):], " \t\r\n"); len(end) > 0 && end[0] == '>' {
				return xml[:from-2], end[1:], true
			}
		}
	}
}

// appendUnescaped appends character data, unescaped.
func appendUnescaped(dst, text []byte) []byte {
	for {
		plain, rest, found := bytes.Cut(text, []byte{'&'})
		dst = append(dst, plain...)
		if !found {
			return dst
		}
		name, after, found := bytes.Cut(rest, []byte{';'})
		c, known := entityOf(name)
		if !found || !known {
			dst, text = append(dst, '&'), rest
			continue
		}
		dst, text = utf8.AppendRune(dst, c), after
	}
}

// entityOf returns the character of a reference such as amp or #x2B.
func entityOf(name []byte) (rune, bool) {
	switch string(name) {
	case "amp":
		return '&', true
	case "lt":
		return '<', true
	case "gt":
		return '>', true
	case "quot":
		return '"', true
	case "apos":
		return '\'', true
	}
	if len(name) < 2 || name[0] != '#' {
		return 0, false
	}
	digits, base := name[1:], 10
	if digits[0] == 'x' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(string(digits), base, 21)
	return rune(n), err == nil
}
