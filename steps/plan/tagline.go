package plan

import (
	"strings"

	gherkin "github.com/cucumber/gherkin/go/v26"
)

// tagLines reads lines of tags. Gherkin's own matcher compiles two regular expressions for
// each of them, which takes a third of the time of reading the features; it is asked only
// about lines that hold more than tags between spaces.
type tagLines struct{ gherkin.Matcher }

// MatchTagLine finds the tags of a line.
func (m tagLines) MatchTagLine(line *gherkin.Line) (bool, *gherkin.Token, error) {
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
	return true, &gherkin.Token{
		Type:           gherkin.TokenTypeTagLine,
		GherkinDialect: gherkin.DefaultDialect,
		Location:       &gherkin.Location{Line: line.LineNumber, Column: line.Indent() + 1},
		Items:          tags,
	}, nil
}

// plainTag tells whether a word is one tag and nothing else.
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
