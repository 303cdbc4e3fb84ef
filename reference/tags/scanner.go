package tags

import "strings"

type kind uint8

const (
	bad kind = iota
	end
	word      // an unquoted key, AND, OR
	quoted    // a key in double quotes
	literal   // a value in single quotes
	operator  // = <> < <= > >=
	container // @container
	open
	closing
)

type token struct {
	kind kind
	text string
}

const containerKey = "@container"

func (t token) is(keyword string) bool { return t.kind == word && strings.EqualFold(t.text, keyword) }

// scanner cuts a predicate into tokens.
type scanner struct {
	rest       string
	containers bool // whether @container is a token
}

func (s *scanner) scan() token {
	s.rest = strings.TrimLeft(s.rest, " \t")
	if s.rest == "" {
		return token{kind: end}
	}
	switch c := s.rest[0]; c {
	case '(':
		return s.take(1, open)
	case ')':
		return s.take(1, closing)
	case '"', '\'':
		return s.quotedText(c)
	case '=', '<', '>':
		if len(s.rest) > 1 && (s.rest[:2] == "<>" || s.rest[:2] == "<=" || s.rest[:2] == ">=") {
			return s.take(2, operator)
		}
		return s.take(1, operator)
	}
	if n := len(containerKey); s.containers && len(s.rest) >= n && strings.EqualFold(s.rest[:n], containerKey) {
		return s.take(n, container)
	}
	n := 0
	for n < len(s.rest) && isWord(s.rest[n]) {
		n++
	}
	if n == 0 {
		return token{kind: bad}
	}
	return s.take(n, word)
}

func (s *scanner) take(n int, k kind) token {
	t := token{k, s.rest[:n]}
	s.rest = s.rest[n:]
	return t
}

// quotedText reads up to the closing quote. Tags hold no quotes, so none can be escaped.
func (s *scanner) quotedText(quote byte) token {
	n := strings.IndexByte(s.rest[1:], quote)
	if n < 0 {
		return token{kind: bad}
	}
	t := token{literal, s.rest[1 : n+1]}
	if quote == '"' {
		t.kind = quoted
	}
	s.rest = s.rest[n+2:]
	return t
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}
