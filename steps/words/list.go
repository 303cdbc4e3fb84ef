package words

import "strings"

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
