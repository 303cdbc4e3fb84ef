package scenario

import (
	"regexp"
	"strings"
)

// compile writes out the patterns, for resources of these kinds.
func compile(all []*Kind, phrases []Phrase) []Phrase {
	var kinds []string
	var out []Phrase
	seen := map[string]bool{}
	for _, k := range all {
		if !seen[k.Word] {
			kinds = append(kinds, k.Word)
		}
		seen[k.Word] = true
	}
	pieces := strings.NewReplacer(
		"{who}", `((?:a|an|another|the) [a-z]+(?: [a-z]+)?|[A-Z][a-z]+)`,
		"{operation}", `([A-Z][A-Za-z]*(?: (?:[A-Z][A-Za-z]*|from|of|by|in|and|acquire|renew|change|release|break|clear))*)`,
		"{resource}", `(`+strings.Join(kinds, "|")+`)`,
		"{named}", `(?: "([^"]+)")?`,
		"{with}", `(?: with (.+))?`,
	)
	for _, p := range phrases {
		p.Pattern = "^" + pieces.Replace(p.Pattern) + "$"
		p.re = regexp.MustCompile(p.Pattern)
		out = append(out, p)
	}
	return out
}
