package smb

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPattern(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		pattern, name string
		want          bool
	}{
		{"*", "", true}, {"*", "a.b", true}, {"", "a", true}, {"a", "A", true}, {"a", "ab", false}, {"?", "a", true}, {"?", "", false},
		{"*.txt", "a.txt", true}, {"*.txt", "a.txt.md", false}, {"a*b*c", "aXbXbc", true}, {"a*b*c", "aXbXb", false}, {"[a]", "a", false},
		{"<.md", "x.md", true}, {">.md", "x.md", true}, {`a"b`, "a.b", true}, {`a"b`, "aXb", false}, {`a<"*`, "a", true}, {"ÄÖ?", "äöü", true},
	} {
		matches, err := compile(tc.pattern)
		if err != nil {
			t.Fatal(err)
		}
		if got := matches(tc.name); got != tc.want {
			t.Errorf("%q matches %q: %v, want %v", tc.pattern, tc.name, got, tc.want)
		}
	}
	if _, err := compile(strings.Repeat("*", longestPattern+1)); err == nil {
		t.Error("a pattern of any length is taken")
	}
}

// FuzzPattern compares the matches with those of regular expressions.
func FuzzPattern(f *testing.F) {
	for _, s := range [][2]string{{"*", "x"}, {"a*b?c", "aXbYc"}, {"**?*", "ab"}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, pattern, name string) {
		if len(pattern) > 40 || len(name) > 80 || pattern == "" || strings.ContainsAny(pattern, `<>"`) || !utf8.ValidString(pattern) || !utf8.ValidString(name) {
			t.Skip()
		}
		matches, err := compile(pattern)
		if err != nil {
			t.Fatal(err)
		}
		want := regexp.QuoteMeta(strings.ToLower(pattern))
		want = strings.NewReplacer(`\*`, `.*`, `\?`, `.`).Replace(want)
		if got, want := matches(name), regexp.MustCompile(`(?s)^`+want+`$`).MatchString(strings.ToLower(name)); got != want {
			t.Errorf("%q matches %q: %v, want %v", pattern, name, got, want)
		}
	})
}
