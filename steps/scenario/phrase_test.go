package scenario

import (
	"regexp/syntax"
	"slices"
	"testing"
)

func TestLiteralStandsInEveryMatch(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]string{
		`^the service answers (.+)$`:               "the service answers ",
		`^([a-z]+) sends (\d+)(?: to "([^"]+)")?$`: " sends ",
		`^exactly (\d+) gets? (.+) and the rest$`:  " and the rest",
		`^(one|two)$`:              "",
		`^(?:maybe this)?$`:        "",
		`^(?i)whatever case$`:      "",
		`^(abc)+ d$`:               "abc",
		`^a(?:bc){2,}$`:            "a",
		`^never less (?:than so)*`: "never less ",
	} {
		tree, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		if got := literal(tree); got != want {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
}

// TestEveryPartHasItsPlace: the parts that a pattern names are those that its expression captures.
func TestEveryPartHasItsPlace(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string][]string{
		`{who} sends {operation}(?: to "([^"]+)")?{with}`: {"who", "operation", "", "with"},
		`an? {resource}{named} that (.+)`:                 {"resource", "named", ""},
		`a \(bracket\) and (\d+(?:\.\d)? s)`:              {""},
	} {
		if got := varying(pattern); !slices.Equal(got, want) {
			t.Errorf("%s captures %q, want %q", pattern, got, want)
		}
		if p := compile(nil, []Phrase{{Pattern: pattern}})[0]; p.re.NumSubexp() != len(want) {
			t.Errorf("%s has %d parts, want %d", pattern, p.re.NumSubexp(), len(want))
		}
	}
}
