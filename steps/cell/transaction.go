package cell

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Action is one operation of an entity group transaction as cells write it:
// `Update Entity b "Size=3" If-Match stale`.
type Action struct {
	Operation  string
	Count      int    // how many of it, each on a row of its own
	Row        string // empty: the entity that has no name
	Elsewhere  bool   // in another partition than the rest
	Properties string // as ParseProperties reads them; empty: the operation's own
	Kilobytes  int    // size of the entity, 0 if it does not matter
	IfMatch    string // as ParseETags reads it; empty: the operation's own
	Apart      bool   // begins another change set
}

var action = regexp.MustCompile(`^(?:(\d{1,3}) )?([A-Z][a-z]+(?: [A-Z][a-z]+)*)(?: ([a-z]+))??(?: (in another partition))?(?: "([^"]*)")?(?: of (\d{1,4}) kilobytes)?(?: If-Match ([^"]+))?$`)

// ParseActions reads the operations of a transaction, separated by semicolons. A
// bar in place of a semicolon begins another change set of the same batch.
func ParseActions(s string) ([]Action, error) {
	var out []Action
	for i, set := range splitQuoted(s, '|') {
		for j, part := range splitQuoted(set, ';') {
			m := action.FindStringSubmatch(strings.TrimSpace(part))
			if m == nil {
				return nil, fmt.Errorf("read actions %q: cannot read %q", s, strings.TrimSpace(part))
			}
			a := Action{Operation: m[2], Count: 1, Row: m[3], Elsewhere: m[4] != "", Properties: m[5], IfMatch: m[7], Apart: i > 0 && j == 0}
			if m[1] != "" {
				a.Count, _ = strconv.Atoi(m[1]) // three digits
			}
			a.Kilobytes, _ = strconv.Atoi("0" + m[6])
			if a.Count == 0 {
				return nil, fmt.Errorf("read actions %q: none of %s", s, a.Operation)
			}
			out = append(out, a)
		}
	}
	return out, nil
}

// ParseProperties reads the properties of an entity, "Size=3; Colour=blue": a
// whole number is one, null is null, anything else is text.
func ParseProperties(s string) (map[string]any, error) {
	out := map[string]any{}
	for _, part := range strings.Split(s, ";") {
		name, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("read properties %q: %q is not of the form name=value", s, part)
		}
		if _, twice := out[name]; twice {
			return nil, fmt.Errorf("read properties %q: %s stands twice", s, name)
		}
		if n, err := strconv.ParseInt(value, 10, 32); err == nil {
			out[name] = n
		} else if value == "null" {
			out[name] = nil
		} else {
			out[name] = value
		}
	}
	return out, nil
}

// InnerAnswer is what a transaction answers to one of its operations.
type InnerAnswer struct {
	Answer
	// With and Without name a header that it has, or has not; empty: not said.
	With, Without string
}

var innerAnswer = regexp.MustCompile(`^(.+?)(?: (with|without) (?:an? )?([A-Za-z-]+))?( each)?$`)

// ParseInnerAnswers reads the answers of a transaction in their order, separated by
// commas. "each" makes the one answer that of every operation.
func ParseInnerAnswers(s string) (list []InnerAnswer, each bool, err error) {
	parts := strings.Split(s, ",")
	for _, part := range parts {
		m := innerAnswer.FindStringSubmatch(strings.TrimSpace(part))
		if m == nil {
			return nil, false, fmt.Errorf("read inner answers %q: one is empty", s)
		}
		var in InnerAnswer
		if in.Answer, err = ParseAnswer(m[1]); err != nil {
			return nil, false, err
		}
		if m[2] == "with" {
			in.With = m[3]
		} else {
			in.Without = m[3]
		}
		if each = m[4] != ""; each && len(parts) > 1 {
			return nil, false, fmt.Errorf(`read inner answers %q: "each" goes with one answer`, s)
		}
		list = append(list, in)
	}
	return list, each, nil
}
