package odata

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"ifmatch/reference/edm"
)

// ErrFunction means that a filter calls a function. OData has functions, but the Table service does not.
var ErrFunction = errors.New("the Table service has no functions in filters")

type kind uint8

const (
	end kind = iota
	open
	shut
	word    // a name or an operator
	literal // a constant
)

type token struct {
	kind  kind
	text  string // of a word
	value edm.Value
	at    int // position of its beginning
}

// scanner cuts a filter into tokens.
type scanner struct {
	text string
	at   int
}

func (s *scanner) next() (token, error) {
	for s.at < len(s.text) && strings.IndexByte(" \t\r\n", s.text[s.at]) >= 0 {
		s.at++
	}
	t := token{at: s.at}
	if s.at == len(s.text) {
		return t, nil
	}
	switch c := s.text[s.at]; {
	case c == '(':
		t.kind = open
		s.at++
	case c == ')':
		t.kind = shut
		s.at++
	case c == '\'':
		text, err := s.quoted()
		if err != nil {
			return t, err
		}
		t.kind, t.value = literal, edm.OfString(text)
	case c == '-' || c == '+' || '0' <= c && c <= '9':
		return s.number(t)
	default:
		return s.word(t)
	}
	return t, nil
}

// quoted reads a string in apostrophes. Two apostrophes inside stand for one.
func (s *scanner) quoted() (string, error) {
	var b strings.Builder
	from := s.at
	for i := s.at + 1; i < len(s.text); i++ {
		if s.text[i] != '\'' {
			b.WriteByte(s.text[i])
			continue
		}
		if i+1 < len(s.text) && s.text[i+1] == '\'' {
			b.WriteByte('\'')
			i++
			continue
		}
		s.at = i + 1
		if !utf8.ValidString(b.String()) {
			return "", syntax(from, "the string is not UTF-8")
		}
		return b.String(), nil
	}
	return "", syntax(from, "the string has no end")
}

// number reads 12, -12, 12L, 1.5, 1e10 and the infinities.
func (s *scanner) number(t token) (token, error) {
	i := s.at + 1
	for i < len(s.text) {
		c := s.text[i]
		sign := (c == '-' || c == '+') && (s.text[i-1] == 'e' || s.text[i-1] == 'E')
		if !sign && c != '.' && !isNameByte(c) {
			break
		}
		i++
	}
	text := s.text[s.at:i]
	s.at = i
	t.kind = literal
	var err error
	switch body, last := text[:len(text)-1], text[len(text)-1]; {
	case text == "-INF":
		t.value = edm.OfDouble(math.Inf(-1))
	case last == 'L' || last == 'l':
		var n int64
		n, err = strconv.ParseInt(body, 10, 64)
		t.value = edm.OfInt64(n)
	case last == 'd' || last == 'D':
		t.value, err = double(body)
	case strings.ContainsAny(text, ".eE"):
		t.value, err = double(text)
	default:
		var n int64
		n, err = strconv.ParseInt(text, 10, 64)
		t.value = edm.OfInt64(n)
		if int64(int32(n)) == n {
			t.value = edm.OfInt32(int32(n))
		}
	}
	if err != nil {
		return t, syntax(t.at, fmt.Sprintf("%q is not a number", text))
	}
	return t, nil
}

func double(text string) (edm.Value, error) {
	if strings.Trim(text, "+-.0123456789eE") != "" {
		return edm.Value{}, strconv.ErrSyntax
	}
	f, err := strconv.ParseFloat(text, 64)
	return edm.OfDouble(f), err
}

// word reads a name, or a constant that begins like one: true, datetime'…', X'…'.
func (s *scanner) word(t token) (token, error) {
	i := s.at
	for i < len(s.text) {
		r, n := utf8.DecodeRuneInString(s.text[i:])
		if r == utf8.RuneError && n == 1 || !isName(r) {
			break
		}
		i += n
	}
	if i == s.at {
		return t, syntax(s.at, fmt.Sprintf("%q has no meaning here", firstRune(s.text[s.at:])))
	}
	t.kind, t.text = word, s.text[s.at:i]
	s.at = i
	if i < len(s.text) && s.text[i] == '\'' {
		return s.typed(t)
	}
	switch t.text {
	case "true", "false":
		t.kind, t.value = literal, edm.OfBoolean(t.text == "true")
	case "NaN":
		t.kind, t.value = literal, edm.OfDouble(math.NaN())
	case "INF":
		t.kind, t.value = literal, edm.OfDouble(math.Inf(1))
	}
	return t, nil
}

func firstRune(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}

// typed reads the quoted part of a constant whose prefix names its type.
func (s *scanner) typed(t token) (token, error) {
	text, err := s.quoted()
	if err != nil {
		return t, err
	}
	switch t.text {
	case "datetime":
		t.value, err = edm.ParseTime(text)
	case "guid":
		t.value, err = edm.ParseGUID(text)
	case "X", "binary":
		var b []byte
		b, err = hex.DecodeString(text)
		t.value = edm.OfBinary(b)
	default:
		return t, syntax(t.at, fmt.Sprintf("%s'…' is not a constant; use datetime'…', guid'…' or X'…'", t.text))
	}
	if err != nil {
		return t, syntax(t.at, fmt.Sprintf("%s'%s' cannot be read", t.text, text))
	}
	t.kind = literal
	return t, nil
}

func isName(r rune) bool {
	return r == '_' || r == '.' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

func isNameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

func syntax(at int, what string) error {
	return fmt.Errorf("reading the filter at character %d: %s", at+1, what)
}
