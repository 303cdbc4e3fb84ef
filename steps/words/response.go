package words

import (
	"fmt"
	"slices"
	"strings"
)

// Subject is one thing that a response can carry: "ETag", "lease state". Each service has a
// table of subjects. For every subject a cell can state none ("no ETag"), any ("an ETag") or a
// value ("lease state leased").
type Subject struct {
	Name   string
	Header string // the header it is about; empty: something in the body
	// Words are what else a cell can state for it: new, current, remembered ...
	Words []string
	// Only: a cell can state nothing but its Words.
	Only  bool
	Means string // as docs/words.md shows it
	// Check rejects a value that makes no sense; nil accepts one word or a quoted text.
	Check func(value string) error
}

// Carried is one thing that a response is said to carry, or not to carry.
type Carried struct {
	Subject string
	Word    string // no, any, value, or one of the subject's Words
	Value   string // where Word is value
}

// The words that can be stated for every subject.
const (
	No    = "no"
	Any   = "any"
	Value = "value"
)

// ParseCarried reads a list of what a response carries, for instance
// "a new ETag, a Last-Modified, no lease id".
func ParseCarried(subjects []Subject, s string) ([]Carried, error) {
	var out []Carried
	for _, part := range Split(s, ',') {
		c, err := parseCarried(subjects, strings.TrimSpace(part))
		if err != nil {
			return nil, fmt.Errorf("read what the response carries %q: %w", s, err)
		}
		out = append(out, c)
	}
	return out, nil
}

func parseCarried(subjects []Subject, part string) (Carried, error) {
	rest, article := part, ""
	for _, a := range []string{"a", "an", "the", No} {
		if r, ok := strings.CutPrefix(part, a+" "); ok {
			rest, article = r, a
		}
	}
	word := ""
	sub, ok := longest(subjects, rest)
	if !ok {
		first, after, _ := strings.Cut(rest, " ")
		if sub, ok = longest(subjects, after); !ok {
			return Carried{}, fmt.Errorf("cannot read %q", part)
		}
		word, rest = first, after
		if !slices.Contains(sub.Words, word) {
			return Carried{}, fmt.Errorf("%q cannot be said of %s in %q", word, sub.Name, part)
		}
	}
	c := Carried{Subject: sub.Name, Word: word, Value: strings.TrimSpace(rest[len(sub.Name):])}
	switch {
	case article == No && word == "" && c.Value == "", article == "" && word == "" && c.Value == "absent":
		c.Word, c.Value = No, ""
	case article == No:
		return Carried{}, fmt.Errorf(`"no" goes with a bare name, not with %q`, part)
	case word != "" && c.Value != "":
		return Carried{}, fmt.Errorf("%q says both a word and a value", part)
	case c.Value != "":
		c.Word = Value
		if err := sub.check(c.Value); err != nil {
			return Carried{}, err
		}
	case word == "":
		c.Word = Any
	}
	if sub.Only && !slices.Contains(sub.Words, c.Word) {
		return Carried{}, fmt.Errorf("of %s say one of: %s", sub.Name, strings.Join(sub.Words, ", "))
	}
	return c, nil
}

func (s Subject) check(value string) error {
	if s.Check != nil {
		return s.Check(value)
	}
	quoted := strings.HasPrefix(value, `"`) && strings.HasSuffix(value, `"`) && strings.Count(value, `"`) == 2
	if strings.Contains(value, " ") && !quoted {
		return fmt.Errorf("%q is neither one word nor quoted: not a value of %s", value, s.Name)
	}
	return nil
}

// longest finds the subject whose name text begins with, the longest if several.
func longest(subjects []Subject, text string) (best Subject, ok bool) {
	for _, s := range subjects {
		if (text == s.Name || strings.HasPrefix(text, s.Name+" ")) && len(s.Name) > len(best.Name) {
			best, ok = s, true
		}
	}
	return best, ok
}
