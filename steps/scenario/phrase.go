package scenario

import (
	"cmp"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// compile expands the placeholders of the patterns, for resources of these kinds.
func compile(all []*Kind, phrases []Phrase) []Phrase {
	var kinds []string
	var out []Phrase
	for _, k := range all {
		if !slices.Contains(kinds, k.Word) {
			kinds = append(kinds, k.Word)
		}
	}
	placeholders := map[string]string{
		"{who}":       `((?:a|an|another|the) [a-z]+(?: [a-z]+)?|[A-Z][a-z]+)`,
		"{operation}": `([A-Z][A-Za-z]*(?: (?:[A-Z][A-Za-z]*|from|of|by|in|and|acquire|renew|change|release|break|clear))*)`,
		"{resource}":  `(` + strings.Join(kinds, "|") + `)`,
		"{named}":     `(?: "([^"]+)")?`,
		"{with}":      `(?: with (.+))?`,
	}
	for _, p := range phrases {
		p.varies = nil
		p.Pattern = "^" + group.ReplaceAllStringFunc(p.Pattern, func(captures string) string {
			placeholder, found := placeholders[captures]
			if found || captures == "(" {
				p.varies = append(p.varies, strings.Trim(captures, "{(}"))
			}
			return cmp.Or(placeholder, captures)
		}) + "$"
		p.re = regexp.MustCompile(p.Pattern)
		tree, err := syntax.Parse(p.Pattern, syntax.Perl)
		if err != nil {
			panic(err) // cannot happen: MustCompile has accepted the same expression
		}
		p.literal = literal(tree)
		out = append(out, p)
	}
	return out
}

// group is what may capture a part in the pattern of a phrase: a placeholder, or parentheses.
var group = regexp.MustCompile(`\{[a-z]+\}|\\.|\(\??`)

// literal is the longest contiguous text that every match of an expression contains.
func literal(tree *syntax.Regexp) string {
	switch tree.Op {
	case syntax.OpLiteral:
		if tree.Flags&syntax.FoldCase == 0 {
			return string(tree.Rune)
		}
	case syntax.OpCapture, syntax.OpPlus, syntax.OpConcat:
		longest := ""
		for _, sub := range tree.Sub {
			if l := literal(sub); len(l) > len(longest) {
				longest = l
			}
		}
		return longest
	}
	return ""
}
