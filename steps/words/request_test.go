package words

import (
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// terms are those of an invented service: one key begins another, some can be left out, one
// is a number.
var terms = []Term{
	{Key: "If-Match", Omits: true}, {Key: "If-None-Match"}, {Key: "source"}, {Key: "source If-Match"},
	{Key: "lease id", Omits: true}, {Key: "duration", Omits: true},
	{Key: "content"}, {Key: "content type"}, {Key: "verb"}, {Key: "actions"},
	{Key: "sequence number", Read: func(s string) (any, error) {
		n, err := strconv.Atoi(s)
		if err != nil {
			return nil, errors.New(strconv.Quote(s) + " is not a whole number")
		}
		return n, nil
	}},
	{Key: "sequence number at most"},
}

func TestParseRequest(t *testing.T) {
	t.Parallel()
	tests := []struct {
		cell string
		want []Asked
	}{
		{"nothing", nil},
		{" nothing ", nil},
		{"If-Match stale", []Asked{{Key: "If-Match", Words: "stale", Value: "stale"}}},
		{"source If-Match stale, If-None-Match *", []Asked{{Key: "source If-Match", Words: "stale", Value: "stale"}, {Key: "If-None-Match", Words: "*", Value: "*"}}},
		{"source elsewhere", []Asked{{Key: "source", Words: "elsewhere", Value: "elsewhere"}}},
		{"no lease id, duration 15", []Asked{{Key: "lease id", No: true, Value: true}, {Key: "duration", Words: "15", Value: "15"}}},
		{`content "a, b", sequence number 7`, []Asked{{Key: "content", Words: `"a, b"`, Value: `"a, b"`}, {Key: "sequence number", Words: "7", Value: 7}}},
		{`content type "text/css"`, []Asked{{Key: "content type", Words: `"text/css"`, Value: `"text/css"`}}},
		{"no If-Match, verb MERGE", []Asked{{Key: "If-Match", No: true, Value: true}, {Key: "verb", Words: "MERGE", Value: "MERGE"}}},
		{`actions Insert Entity a "Size=3; Colour=blue"; Delete Entity b`, []Asked{{Key: "actions", Words: `Insert Entity a "Size=3; Colour=blue"; Delete Entity b`, Value: `Insert Entity a "Size=3; Colour=blue"; Delete Entity b`}}},
		{"sequence number at most 8", []Asked{{Key: "sequence number at most", Words: "8", Value: "8"}}},
	}
	for _, tt := range tests {
		got, err := ParseRequest(terms, tt.cell)
		if err != nil {
			t.Errorf("ParseRequest(%q): %v", tt.cell, err)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("ParseRequest(%q) -want +got:\n%s", tt.cell, d)
		}
	}
}

func TestParseRequestRefuses(t *testing.T) {
	t.Parallel()
	const none = "names nothing that a request can carry, or has no value"
	for s, want := range map[string]string{
		"":                       `it is empty; write "nothing"`,
		"If-Match":               none,
		"If-Match ":              none,
		"if-match stale":         none,
		"If-Matching stale":      none,
		"no If-None-Match":       `"If-None-Match" has no default that could be left out`,
		"no lease":               "has no default that could be left out",
		"If-Match stale,":        none,
		"colour blue":            `"colour blue" ` + none,
		"duration 15, nothing":   none,
		"sequence number seven":  `"seven" is not a whole number`,
		"If-Match a, size seven": `read request "If-Match a, size seven"`,
	} {
		if got, err := ParseRequest(terms, s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseRequest(%q) = %v, %v, want an error with %q", s, got, err, want)
		}
	}
}

func TestSplit(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text string
		sep  rune
		want []string
	}{
		{"", ',', []string{""}},
		{"a, b,", ',', []string{"a", " b", ""}},
		{`content "a, b", c`, ',', []string{`content "a, b"`, " c"}},
		{"min(n, remaining), (min(n, m)), c", ',', []string{"min(n, remaining)", " (min(n, m))", " c"}},
		{`a "(", b`, ',', []string{`a "("`, " b"}},
		{"a), b", ',', []string{"a)", " b"}}, // a bracket that was never opened hides nothing
		{`a; "b; c" | d; e`, ';', []string{"a", ` "b; c" | d`, " e"}},
	}
	for _, tt := range tests {
		if d := cmp.Diff(tt.want, Split(tt.text, tt.sep)); d != "" {
			t.Errorf("Split(%q, %q) -want +got:\n%s", tt.text, tt.sep, d)
		}
	}
}

func TestUnquote(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{`"a, b"`: "a, b", `""`: "", "bare": "bare"} {
		if got := Unquote(s); got != want {
			t.Errorf("Unquote(%s) = %q, want %q", s, got, want)
		}
	}
}

func TestParseDuration(t *testing.T) {
	t.Parallel()
	tests := map[string]time.Duration{"1 second": time.Second, "15 seconds": 15 * time.Second, "1 minute": time.Minute, "14.9 seconds": 14900 * time.Millisecond}
	for s, want := range tests {
		if got, err := ParseDuration(s); err != nil || got != want {
			t.Errorf("ParseDuration(%q) = %v, %v, want %v", s, got, err, want)
		}
	}
	for _, s := range []string{"", "15", "15s", "-1 seconds", "1.55 seconds", ".5 seconds", "99999999999 seconds"} {
		if got, err := ParseDuration(s); err == nil {
			t.Errorf("ParseDuration(%q) = %v, want an error", s, got)
		}
	}
}
