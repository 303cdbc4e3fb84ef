package words

import (
	"fmt"
	"slices"
	"strings"
)

// ETag is one word for an entity tag in a condition.
type ETag struct {
	Word     string // current, stale, remembered, other, garbage, empty, *
	Unquoted bool   // sent without quotes
	Weak     bool   // sent with the W/ prefix
}

var etagWords = []string{"current", "stale", "remembered", "other", "garbage", "empty", "*"}

// ParseETags reads the value of an ETag condition: one word, or several separated by bars,
// each optionally "unquoted" or "weak". For Absent it returns none.
func ParseETags(s string) ([]ETag, error) {
	if s == Absent {
		return nil, nil
	}
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
			return nil, fmt.Errorf("read ETag %q: it has no word for an ETag", s)
		}
		out = append(out, e)
	}
	return out, nil
}

// Words for the outcome of a condition instead of the value it names; tables of
// combinations are written in them.
const (
	Met    = "met"
	Unmet  = "unmet"
	Absent = "absent" // the header is not sent
)

// Meets translates met and unmet into the word that makes the condition true or false for a
// resource that has an older version; any other word stays.
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

// ParseDate checks a date word, or Absent.
func ParseDate(s string) (string, error) {
	if s != Absent && !slices.Contains(Dates, s) {
		return "", fmt.Errorf("read date %q: want one of %s", s, strings.Join(Dates, ", "))
	}
	return s, nil
}

// Values that may follow the conditional headers, for docs/words.md.
const (
	ETagValues = "current, stale, remembered, other, garbage, empty or *, each also `weak` or `unquoted`, several between bars; or met, unmet, absent"
	DateValues = "earlier, same, later, yesterday, tomorrow, garbage, two dates, remembered; or met, unmet, absent"
)
