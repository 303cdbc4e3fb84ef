package plan

import (
	"strings"
	"unicode/utf8"

	gherkin "github.com/cucumber/gherkin/go/v26"
)

// quick matches the lines of tags and the rows of tables. Gherkin's own matcher compiles two regular
// expressions for each line of tags, and builds each cell rune by rune to know its column, which nobody
// asks for. quick passes on every other kind of line, and every line that is not in the plain form.
type quick struct{ gherkin.Matcher }

// MatchTagLine finds the tags of a line.
func (m quick) MatchTagLine(line *gherkin.Line) (bool, *gherkin.Token, error) {
	found := token(gherkin.TokenTypeTagLine, line)
	for _, name := range strings.Fields(line.TrimmedLineText) {
		if len(name) < 2 || name[0] != '@' || strings.ContainsAny(name[1:], "@#") {
			return m.Matcher.MatchTagLine(line)
		}
		found.Items = append(found.Items, &gherkin.LineSpan{Text: name})
	}
	return len(found.Items) > 0, found, nil
}

// MatchTableRow finds the cells of a row. If nothing is escaped, bars separate them.
func (m quick) MatchTableRow(line *gherkin.Line) (bool, *gherkin.Token, error) {
	text, isRow := strings.CutPrefix(line.TrimmedLineText, "|")
	bars := strings.Count(text, "|")
	if !isRow || bars == 0 || strings.Contains(text, `\`) || !utf8.ValidString(text) {
		return m.Matcher.MatchTableRow(line)
	}
	row := token(gherkin.TokenTypeTableRow, line)
	spans := make([]gherkin.LineSpan, bars)
	for i, cell := range strings.Split(text, "|")[:bars] { // what follows the last bar is not a cell
		spans[i].Text = strings.TrimSpace(cell)
		row.Items = append(row.Items, &spans[i])
	}
	return true, row, nil
}

func token(kind gherkin.TokenType, line *gherkin.Line) *gherkin.Token {
	return &gherkin.Token{Type: kind, GherkinDialect: gherkin.DefaultDialect,
		Location: &gherkin.Location{Line: line.LineNumber, Column: line.Indent() + 1}}
}
