package cell

import (
	"fmt"
	"slices"
	"strings"
)

// Term is one thing a request carries beyond its operation, such as
// "If-Match stale" or "no lease id".
type Term struct {
	Key   string // one of Keys
	Value string // the words after the key; empty for a negated term
	No    bool   // "no lease id": leave out what would be sent by default
}

// Keys lists what a request cell may name, longest first where one is the
// beginning of another.
var Keys = []string{
	"source If-Unmodified-Since", "source If-Modified-Since", "source If-None-Match", "source If-Match", "source tags condition",
	"If-Unmodified-Since", "If-Modified-Since", "If-None-Match", "If-Match", "tags condition",
	"lease id", "proposed id", "duration", "break period", "lease action",
	"append position", "max size", "sequence number at most", "sequence number below", "sequence number exactly",
	"sequence action", "sequence number", "copy id", "source lease id", "source",
	"metadata", "content type", "content", "tags", "size", "range", "delete snapshots", "policy", "api version",
	"visibility", "time to live", "number of messages", "pop receipt", "message id", "service properties", "policies",
	"properties", "filter", "select", "top", "page", "actions", "prefer", "accept", "verb",
}

// negatable are the keys that have a default which "no" can leave out.
var negatable = []string{"lease id", "proposed id", "duration", "lease action", "copy id", "If-Match", "pop receipt", "visibility"}

// ParseRequest reads a request cell: terms separated by commas, or "nothing".
// Quoted values may hold commas.
func ParseRequest(s string) ([]Term, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return nil, fmt.Errorf(`read request %q: it is empty; write "nothing" where nothing is added`, s)
	}
	if s == "nothing" {
		return nil, nil
	}
	var terms []Term
	for _, part := range splitQuoted(s, ',') {
		part = strings.TrimSpace(part)
		t, err := parseTerm(part)
		if err != nil {
			return nil, fmt.Errorf("read request %q: %w", s, err)
		}
		terms = append(terms, t)
	}
	return terms, nil
}

func parseTerm(part string) (Term, error) {
	if rest, ok := strings.CutPrefix(part, "no "); ok {
		if !slices.Contains(negatable, rest) {
			return Term{}, fmt.Errorf("%q has no default that could be left out", rest)
		}
		return Term{Key: rest, No: true}, nil
	}
	for _, k := range Keys {
		if v, ok := strings.CutPrefix(part, k+" "); ok && strings.TrimSpace(v) != "" {
			return Term{Key: k, Value: strings.TrimSpace(v)}, nil
		}
	}
	return Term{}, fmt.Errorf("%q names nothing that a request can carry, or has no value", part)
}

// splitQuoted splits s at sep outside double quotes.
func splitQuoted(s string, sep rune) []string {
	var parts []string
	start, quoted := 0, false
	for i, r := range s {
		switch {
		case r == '"':
			quoted = !quoted
		case r == sep && !quoted:
			parts = append(parts, s[start:i])
			start = i + len(string(r))
		}
	}
	return append(parts, s[start:])
}

// ETag is one word for an entity tag in a condition.
type ETag struct {
	Word     string // current, stale, remembered, other, garbage, empty, *
	Unquoted bool   // sent without quotes
	Weak     bool   // sent with the W/ prefix
}

var etagWords = []string{"current", "stale", "remembered", "other", "garbage", "empty", "*"}

// ParseETags reads the value of an ETag condition: one word, or several
// separated by bars, each optionally "unquoted" or "weak".
func ParseETags(s string) ([]ETag, error) {
	var out []ETag
	for _, part := range strings.Split(s, "|") {
		var e ETag
		for _, w := range strings.Fields(part) {
			switch {
			case w == "unquoted":
				e.Unquoted = true
			case w == "weak":
				e.Weak = true
			case e.Word == "" && slices.Contains(etagWords, w):
				e.Word = w
			default:
				return nil, fmt.Errorf("read ETag %q: %q is not one of %s", s, w, strings.Join(etagWords, ", "))
			}
		}
		if e.Word == "" {
			return nil, fmt.Errorf("read ETag %q: no word for an ETag in it", s)
		}
		out = append(out, e)
	}
	return out, nil
}

// Words that say what comes of a condition instead of what it names; tables of
// combinations are written in them.
const (
	Met    = "met"
	Unmet  = "unmet"
	Absent = "absent" // the header is not sent
)

// Meets translates met and unmet into the word that makes the conditional header
// so for a resource with an older version behind it; any other word stays.
func Meets(header, word string) string {
	met, unmet := "current", "stale"
	switch header {
	case "If-None-Match":
		met, unmet = unmet, met
	case "If-Modified-Since":
		met, unmet = Earlier, Same
	case "If-Unmodified-Since":
		met, unmet = Same, Earlier
	}
	switch word {
	case Met:
		return met
	case Unmet:
		return unmet
	}
	return word
}

// Dates a condition can name, relative to the resource's Last-Modified.
const (
	Earlier   = "earlier"   // an hour before Last-Modified
	Same      = "same"      // Last-Modified itself
	Later     = "later"     // a second after Last-Modified
	Yesterday = "yesterday" // a day before the clock's now
	Tomorrow  = "tomorrow"  // a day after the clock's now
	Garbage   = "garbage"   // no date at all
	TwoDates  = "two dates" // two dates in one header
	// Remembered is the Last-Modified that the client itself last saw.
	Remembered = "remembered"
)

// Dates lists every date word.
var Dates = []string{Earlier, Same, Later, Yesterday, Tomorrow, Garbage, TwoDates, Remembered}

// ParseDate checks a date word.
func ParseDate(s string) (string, error) {
	if !slices.Contains(Dates, s) {
		return "", fmt.Errorf("read date %q: want one of %s", s, strings.Join(Dates, ", "))
	}
	return s, nil
}
