package plan

import (
	"strings"
	"unicode"
	"unicode/utf8"

	gherkin "github.com/cucumber/gherkin/go/v26"
)

// quick matches the usual lines of features. Gherkin's own matcher compiles two regular
// expressions for each line of tags and builds each cell of a table rune by rune, which takes
// half of the time of reading the features. quick passes on every other kind of line, and every
// line of tags or row that is not in the plain form.
type quick struct{ gherkin.Matcher }

// MatchTagLine finds the tags of a line.
func (m quick) MatchTagLine(line *gherkin.Line) (bool, *gherkin.Token, error) {
	if !line.StartsWith(gherkin.TagPrefix) {
		return false, nil, nil
	}
	names := strings.Split(line.TrimmedLineText, " ")
	var tags []*gherkin.LineSpan
	column := line.Indent() + 1
	for _, name := range names {
		if !plainTag(name) {
			return m.Matcher.MatchTagLine(line)
		}
		tags = append(tags, &gherkin.LineSpan{Column: column, Text: name})
		column += len(name) + 1
	}
	return true, token(gherkin.TokenTypeTagLine, line, tags), nil
}

// MatchTableRow finds the cells of a row. If nothing is escaped, bars separate them.
func (m quick) MatchTableRow(line *gherkin.Line) (bool, *gherkin.Token, error) {
	text, isRow := strings.CutPrefix(line.TrimmedLineText, "|")
	bars := strings.Count(text, "|")
	if !isRow || bars == 0 || strings.Contains(text, `\`) || !utf8.ValidString(text) {
		return m.Matcher.MatchTableRow(line)
	}
	spans, cells := make([]gherkin.LineSpan, bars), make([]*gherkin.LineSpan, bars)
	column := line.Indent() + 2
	for i := range spans {
		cell, rest, _ := strings.Cut(text, "|") // what follows the last bar is not a cell
		inner := strings.TrimLeftFunc(cell, unicode.IsSpace)
		spans[i] = gherkin.LineSpan{
			Column: column + utf8.RuneCountInString(cell[:len(cell)-len(inner)]),
			Text:   strings.TrimRightFunc(inner, unicode.IsSpace),
		}
		cells[i] = &spans[i]
		column += utf8.RuneCountInString(cell) + 1
		text = rest
	}
	return true, token(gherkin.TokenTypeTableRow, line, cells), nil
}

func token(kind gherkin.TokenType, line *gherkin.Line, items []*gherkin.LineSpan) *gherkin.Token {
	return &gherkin.Token{
		Type:           kind,
		GherkinDialect: gherkin.DefaultDialect,
		Location:       &gherkin.Location{Line: line.LineNumber, Column: line.Indent() + 1},
		Items:          items,
	}
}

// plainTag reports whether a word is exactly one tag.
func plainTag(word string) bool {
	if len(word) < 2 || word[0] != '@' {
		return false
	}
	for _, c := range []byte(word[1:]) {
		if c <= ' ' || c > '~' || c == '@' || c == '#' {
			return false
		}
	}
	return true
}
