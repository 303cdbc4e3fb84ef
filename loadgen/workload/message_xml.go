package workload

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// The answers of the queue service are read without a parser: they have a handful
// of elements without attributes, and one exchange may bring 32 messages.

// element is the contents of the first element of a name, as they stand there. The
// service's answers have no attributes in elements that matter.
func element(xml []byte, name string) ([]byte, bool) {
	content, _, ok := cutElement(xml, name)
	return content, ok
}

// cutElement is element, and what follows it. An empty element may be written as
// one tag.
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

// closed is what stands before the closing tag of a name, and what follows it.
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

// appendUnescaped appends what character data means.
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

// entityOf is the character that a reference such as amp or #x2B stands for.
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
