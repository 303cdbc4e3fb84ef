package scenario

import (
	"regexp/syntax"
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
