package words

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

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
