// Package words turns the words in feature tables into values: an answer, what a
// request carries, what a response carries, an ETag, a date, a duration. The rooms of
// the services fill tables of what a request and a response can carry; this package
// reads cells by them. It knows words only: what "stale" is in a given scenario is the
// scenario's business.
package words

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Split splits s at the separators outside double quotes and parentheses.
func Split(s string, sep rune) []string {
	var parts []string
	start, depth, quoted := 0, 0, false
	for i, r := range s {
		switch {
		case r == '"':
			quoted = !quoted
		case quoted:
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == sep && depth <= 0:
			parts = append(parts, s[start:i])
			start = i + len(string(r))
		}
	}
	return append(parts, s[start:])
}

// Unquote takes the quotes off a quoted value.
func Unquote(s string) string { return strings.Trim(s, `"`) }

var duration = regexp.MustCompile(`^(\d{1,5})(?:\.(\d))? (second|minute)s?$`)

// ParseDuration reads "15 seconds", "14.9 seconds" or "1 minute".
func ParseDuration(s string) (time.Duration, error) {
	m := duration.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return 0, fmt.Errorf(`read duration %q: want seconds or minutes, with one decimal at most, as in "15 seconds"`, s)
	}
	unit := time.Second
	if m[3] == "minute" {
		unit = time.Minute
	}
	n, _ := strconv.Atoi(m[1] + cmp.Or(m[2], "0")) // digits, and few of them
	return time.Duration(n) * unit / 10, nil
}

// OneOf reads one of a few words.
func OneOf(what string, choice ...string) func(string) (string, error) {
	return func(s string) (string, error) {
		if !slices.Contains(choice, s) {
			return "", fmt.Errorf("%s %q: want %s", what, s, strings.Join(choice, " or "))
		}
		return s, nil
	}
}

// Unknown is the error for a word of a feature that nothing knows.
type Unknown struct {
	Word  string
	Known []string // what could stand in its place
	// Similar are whole sentences, the most similar first, if the sentence has no known form.
	Similar []string
	text    string
}

// NotKnown is the error for a word; text is the whole message.
func NotKnown(word, text string, known []string) *Unknown {
	return &Unknown{Word: word, Known: known, text: text}
}

// Error says what is wrong.
func (u *Unknown) Error() string { return u.text }
