package workload

import (
	"bytes"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonScanner reads a JSON text from left to right without building anything: an
// answer of the table service is read once, and only two or three of its strings are
// needed. It accepts any input, and fails on text that is not JSON.
type jsonScanner struct {
	text   []byte
	at     int
	failed bool
}

// peek returns the next byte that is not a space, 0 at the end.
func (j *jsonScanner) peek() byte {
	for j.at < len(j.text) {
		switch c := j.text[j.at]; c {
		case ' ', '\t', '\r', '\n':
			j.at++
		default:
			return c
		}
	}
	return 0
}

// enter goes into an object or array; open is its opening bracket.
func (j *jsonScanner) enter(open byte) bool {
	if j.failed || j.peek() != open {
		j.failed = true
		return false
	}
	j.at++
	return true
}

// more reports whether another element follows in the object or array with this
// closing bracket. It moves to that element, or past the bracket.
func (j *jsonScanner) more(closing byte) bool {
	c := j.peek()
	if c == ',' {
		j.at++
		c = j.peek()
	}
	switch {
	case j.failed || c == 0:
		j.failed = true
		return false
	case c == closing:
		j.at++
		return false
	}
	return true
}

// key reads the raw name of a member and the colon after it.
func (j *jsonScanner) key() []byte {
	k := j.raw()
	if j.peek() != ':' {
		j.failed = true
		return nil
	}
	j.at++
	return k
}

// member goes into an object and to the value of its first member with one of the
// names. It returns false if there is none.
func (j *jsonScanner) member(names ...string) bool {
	for j.enter('{'); j.more('}'); {
		if slices.Contains(names, string(j.key())) {
			return true
		}
		j.skip()
	}
	return false
}

// raw reads a string without unescaping it, between its quotes.
func (j *jsonScanner) raw() []byte {
	if j.failed || j.peek() != '"' {
		j.failed = true
		return nil
	}
	from := j.at + 1
	for at := from; ; {
		quote := bytes.IndexByte(j.text[at:], '"')
		if quote < 0 {
			j.failed = true
			return nil
		}
		at += quote + 1
		if !escaped(j.text[from : at-1]) {
			j.at = at
			return j.text[from : at-1]
		}
	}
}

// escaped reports whether the backslashes at the end of the text escape the next
// byte.
func escaped(text []byte) bool {
	odd := false
	for i := len(text) - 1; i >= 0 && text[i] == '\\'; i-- {
		odd = !odd
	}
	return odd
}

// string reads a string and appends it unescaped.
func (j *jsonScanner) string(dst []byte) []byte {
	raw := j.raw()
	for {
		plain, rest, found := bytes.Cut(raw, []byte{'\\'})
		dst = append(dst, plain...)
		if !found || len(rest) == 0 {
			return dst
		}
		c := rest[0]
		raw = rest[1:]
		switch c {
		case 'n':
			c = '\n'
		case 't':
			c = '\t'
		case 'r':
			c = '\r'
		case 'b':
			c = '\b'
		case 'f':
			c = '\f'
		case 'u':
			var r rune
			r, raw = unicodeEscape(raw)
			dst = utf8.AppendRune(dst, r)
			continue
		}
		dst = append(dst, c)
	}
}

// unicodeEscape reads the digits after \u: four, or a surrogate pair.
func unicodeEscape(raw []byte) (rune, []byte) {
	r, ok := hex4(raw)
	if !ok {
		return utf8.RuneError, raw
	}
	raw = raw[4:]
	if utf16.IsSurrogate(r) {
		if len(raw) >= 6 && raw[0] == '\\' && raw[1] == 'u' {
			if low, ok := hex4(raw[2:]); ok {
				if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
					return pair, raw[6:]
				}
			}
		}
		return utf8.RuneError, raw
	}
	return r, raw
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b[:4]), 16, 16)
	return rune(n), err == nil
}

// skip skips a value of any kind.
func (j *jsonScanner) skip() {
	for depth := 0; !j.failed; {
		switch c := j.peek(); c {
		case 0:
			j.failed = true
		case '{', '[':
			depth++
			j.at++
		case '}', ']':
			depth--
			j.at++
		case ',', ':':
			if depth == 0 {
				j.failed = true
			}
			j.at++
		case '"':
			j.raw()
		default:
			for j.at < len(j.text) && !bytes.ContainsRune([]byte(" \t\r\n,:{}[]\""), rune(j.text[j.at])) {
				j.at++
			}
		}
		if depth <= 0 {
			j.failed = j.failed || depth < 0
			return
		}
	}
}

// answeredCode returns the error code of an answer of the table service, "" for a
// success.
func answeredCode(x *Exchange) string {
	if x.Err != nil || x.Reply.Status < 300 {
		return ""
	}
	return tableCode(field(x.Reply.Header, "x-ms-error-code"), x.Reply.Body)
}

// tableCode returns the error code of an answer of the table service. Its header
// field is documented but mostly missing. The body has it as odata.error.code, or in
// XML from a server that ignores Accept.
func tableCode(header string, body []byte) string {
	if header != "" {
		return header
	}
	if _, rest, found := bytes.Cut(body, []byte("<code>")); found {
		code, _, _ := bytes.Cut(rest, []byte("<"))
		return string(code)
	}
	j := jsonScanner{text: body}
	if j.member("odata.error", "error") && j.member("code") {
		return string(j.string(nil))
	}
	return ""
}
