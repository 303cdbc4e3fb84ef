package scenario

import (
	"fmt"
	"net/url"
	"strings"

	"ifmatch/steps/words"
)

// spellings are ways of writing the last name of an escaped path that some service takes for the same name. What was
// escaped is in upper case, so that a lower-case letter is always itself.
var spellings = map[string]func(last string) string{
	"percent-encoded": func(last string) string {
		i := strings.LastIndexFunc(last, func(c rune) bool { return 'a' <= c && c <= 'z' })
		if i < 0 {
			return last
		}
		return fmt.Sprintf("%s%%%02X%s", last[:i], last[i], last[i+1:])
	},
	"upper-case": func(last string) string {
		name, _, _ := strings.Cut(last, "(") // keys of entities have a case
		return strings.ToUpper(name) + last[len(name):]
	},
	"dotted": func(last string) string { return last + "." },
}

// SpellingTerm makes the term that spells the last name of the address in another way.
func SpellingTerm[R Request]() Term {
	return ValueTerm("address", "percent-encoded, upper-case or dotted",
		"the address with the last letter of its last name percent-encoded, with that name in upper case, or with a dot after it",
		func(s string) (string, error) {
			if spellings[s] == nil {
				return "", fmt.Errorf("address %q: want percent-encoded, upper-case or dotted", s)
			}
			return s, nil
		}, func(req R, s string) { req.Common().Spelling = s })
}

// VerbTerm makes the term that replaces the operation's own method.
func VerbTerm[R Request]() Term {
	return TextTerm("verb", "a method", "the method, in place of the operation's own", func(req R, v string) { req.Common().Verb = v })
}

// NamesTerm makes the term that spells the names of conditions and lease IDs in another way.
func NamesTerm[R Request]() Term {
	return ValueTerm("header names", "upper-case", "the names of the headers of conditions and lease IDs, in upper case", words.OneOf("header names", "upper-case"),
		func(req R, _ string) { req.Common().Shouted = true })
}

// Respell writes the last name of the path as a request wants it; "" leaves it as it is.
func Respell(u *url.URL, spelling string) error {
	spell := spellings[spelling]
	if spell == nil {
		return nil
	}
	path := u.EscapedPath()
	last := strings.LastIndexByte(path, '/') + 1
	escaped := path[:last] + spell(path[last:])
	plain, err := url.PathUnescape(escaped)
	if err != nil {
		return fmt.Errorf("spell the address %s: %w", spelling, err)
	}
	u.Path, u.RawPath = plain, escaped
	return nil
}
