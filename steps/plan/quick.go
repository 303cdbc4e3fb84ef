package plan

import (
	"strings"
	"unicode/utf8"

	gherkin "github.com/cucumber/gherkin/go/v26"
)

// quick matches the rows of tables, the most frequent lines of features. Gherkin's own matcher
// builds each cell rune by rune, to know its column, which nobody asks for. quick passes on every other
// kind of line, and every row that is not in the plain form.
type quick struct{ gherkin.Matcher }

// MatchTableRow finds the cells of a row. If nothing is escaped, bars separate them.
func (m quick) MatchTableRow(line *gherkin.Line) (bool, *gherkin.Token, error) {
	text, isRow := strings.CutPrefix(line.TrimmedLineText, "|")
	bars := strings.Count(text, "|")
	if !isRow || bars == 0 || strings.Contains(text, `\`) || !utf8.ValidString(text) {
		return m.Matcher.MatchTableRow(line)
	}
	row := &gherkin.Token{Type: gherkin.TokenTypeTableRow, GherkinDialect: gherkin.DefaultDialect,
		Location: &gherkin.Location{Line: line.LineNumber, Column: line.Indent() + 1}}
	spans := make([]gherkin.LineSpan, bars)
	for i, cell := range strings.Split(text, "|")[:bars] { // what follows the last bar is not a cell
		spans[i].Text = strings.TrimSpace(cell)
		row.Items = append(row.Items, &spans[i])
	}
	return true, row, nil
}
