// Package console lays out text for a person at a terminal: colours that can be
// switched off, aligned columns, and paragraphs that fit the width. It decides
// nothing: the caller says whether there is a terminal, and how wide it is.
package console

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ifmatch/reports/figure"
)

// Style colours text. The zero value leaves text unchanged, as pipes and
// NO_COLOR require.
type Style struct{ colour bool }

// Coloured returns a Style that emits ANSI colours if on is true.
func Coloured(on bool) Style { return Style{colour: on} }

// Bold makes text stand out.
func (s Style) Bold(text string) string { return s.sgr("1", text) }

// Dim makes text less prominent.
func (s Style) Dim(text string) string { return s.sgr("2", text) }

// Red marks a proven deviation.
func (s Style) Red(text string) string { return s.sgr("31", text) }

// Green marks success.
func (s Style) Green(text string) string { return s.sgr("32", text) }

// Yellow marks an inconclusive result.
func (s Style) Yellow(text string) string { return s.sgr("33", text) }

func (s Style) sgr(code, text string) string {
	if !s.colour || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// Width returns how many columns text takes, not counting colours.
func Width(text string) int {
	n := 0
	for {
		before, after, escape := strings.Cut(text, "\x1b[")
		n += utf8.RuneCountInString(before)
		if !escape {
			return n
		}
		_, text, _ = strings.Cut(after, "m")
	}
}

// Clean makes foreign text safe to print: a server's answer may contain escape
// sequences that would repaint the terminal, or may not be text at all. Line
// breaks and tabs become spaces.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\r', r == '\t':
			return ' '
		case r == utf8.RuneError, !unicode.IsPrint(r):
			return '\uFFFD'
		}
		return r
	}, text)
}

// Shorten cuts text to width columns and marks the cut. A width of zero or less
// means no limit. It does not understand colours: shorten first, then colour.
func Shorten(text string, width int) string {
	if width <= 0 || utf8.RuneCountInString(text) <= width {
		return text
	}
	runes := []rune(text)
	return string(runes[:max(width-1, 0)]) + "…"
}

// Wrap breaks text at spaces into lines of at most width columns. A longer word
// has a line of its own, because a truncated identifier cannot be copied. A
// width of zero or less means one line.
func Wrap(text string, width int) []string {
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil
	}
	if width <= 0 {
		return []string{strings.Join(words, " ")}
	}
	var lines []string
	line := words[0]
	for _, w := range words[1:] {
		if Width(line)+1+Width(w) > width {
			lines = append(lines, line)
			line = w
			continue
		}
		line += " " + w
	}
	return append(lines, line)
}

// Rewrap wraps text again that was wrapped for a wider screen: paragraphs with an empty line between
// them, and lists, whose lines hang below the text of each item.
func Rewrap(text string, width int) string {
	blocks := strings.Split(text, "\n\n")
	for i, block := range blocks {
		lines := strings.Split(block, "\n")
		hang := 0
		for _, line := range lines {
			hang = max(hang, len(line)-len(strings.TrimLeft(line, " ")))
		}
		var items []string
		for _, line := range lines {
			if body, below := strings.CutPrefix(line, strings.Repeat(" ", hang)); below && len(items) > 0 {
				items[len(items)-1] += " " + body
				continue
			}
			items = append(items, line)
		}
		for j, item := range items {
			if head := min(hang, len(item)); len(item) > width {
				items[j] = item[:head] + strings.Join(Wrap(item[head:], width-hang), "\n"+strings.Repeat(" ", hang))
			}
		}
		blocks[i] = strings.Join(items, "\n")
	}
	return strings.Join(blocks, "\n\n")
}

// Plural formats a number of things: "1 case", "2 cases", "1,944 cases".
func Plural(n int, thing string) string { return figure.Plural(int64(n), thing) }

// Number formats a count with thousands separators: 1,944.
func Number(n int) string { return figure.Count(int64(n)) }
