package sharedkey

import (
	"bytes"
	"strings"
)

// parameters are those of one query, in buffers that are reused for the next.
type parameters struct {
	sorted  []parameter
	decoded []byte // what they point into
}

// parameter is one parameter of a query: where in decoded its name, in lower case, and its value
// stand.
type parameter struct{ name, value span }

type span struct{ from, to int }

func (s *parameters) at(x span) []byte { return s.decoded[x.from:x.to] }

// appendQuery writes the query as the Blob scheme signs it: one line for each name, sorted, with its
// values sorted.
func (s *parameters) appendQuery(b []byte, query string) []byte {
	s.parse(query)
	for i, p := range s.sorted {
		if i > 0 && bytes.Equal(s.at(s.sorted[i-1].name), s.at(p.name)) {
			b = append(b, ',')
		} else {
			b = append(b, '\n')
			b = append(b, s.at(p.name)...)
			b = append(b, ':')
		}
		b = append(b, s.at(p.value)...)
	}
	return b
}

// appendComp writes comp, the only parameter that the Table scheme signs.
func (s *parameters) appendComp(b []byte, query string) []byte {
	s.parse(query)
	for _, p := range s.sorted {
		if string(s.at(p.name)) == "comp" {
			b = append(b, "?comp="...)
			return append(b, s.at(p.value)...)
		}
	}
	return b
}

// parse leaves the parameters of a query in s.sorted, sorted by name and value.
func (s *parameters) parse(query string) {
	s.sorted, s.decoded = s.sorted[:0], s.decoded[:0]
	for query != "" {
		var pair string
		pair, query, _ = strings.Cut(query, "&")
		if pair == "" {
			continue
		}
		name, value, _ := strings.Cut(pair, "=")
		var p parameter
		p.name = s.decode(name)
		toLower(s.at(p.name))
		p.value = s.decode(value)
		s.sorted = append(s.sorted, p)
		for i := len(s.sorted) - 1; i > 0 && s.after(s.sorted[i-1], p); i-- {
			s.sorted[i-1], s.sorted[i] = p, s.sorted[i-1]
		}
	}
}

func (s *parameters) after(p, q parameter) bool {
	if c := bytes.Compare(s.at(p.name), s.at(q.name)); c != 0 {
		return c > 0
	}
	return bytes.Compare(s.at(p.value), s.at(q.value)) > 0
}

// decode appends the unescaped text to s.decoded. Percent signs that begin no escape stay as they
// are.
func (s *parameters) decode(escaped string) span {
	from := len(s.decoded)
	if strings.IndexByte(escaped, '%') < 0 && strings.IndexByte(escaped, '+') < 0 {
		s.decoded = append(s.decoded, escaped...)
		return span{from, len(s.decoded)}
	}
	for i := 0; i < len(escaped); i++ {
		c := escaped[i]
		switch {
		case c == '+':
			c = ' '
		case c == '%' && i+2 < len(escaped):
			if high, low := Digit(escaped[i+1]), Digit(escaped[i+2]); high >= 0 && low >= 0 {
				c = byte(high<<4 | low)
				i += 2
			}
		}
		s.decoded = append(s.decoded, c)
	}
	return span{from, len(s.decoded)}
}

// Digit is the value of a hexadecimal digit, or -1.
func Digit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}
