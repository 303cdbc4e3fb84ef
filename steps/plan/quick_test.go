package plan

import (
	"strings"
	"testing"

	gherkin "github.com/cucumber/gherkin/go/v26"
	"github.com/google/go-cmp/cmp"
)

// matched is a matcher's result for a line.
type matched struct {
	OK    bool
	Token *gherkin.Token
	Err   string
}

// match matches the seventh line of a feature as a row. The columns of the cells do not count.
func match(m gherkin.Matcher, text string) (out matched) {
	line, _, err := gherkin.NewScanner(strings.NewReader(text)).Scan()
	if err == nil {
		line.LineNumber = 7
		out.OK, out.Token, err = m.MatchTableRow(line)
	}
	if err != nil {
		out.Err = err.Error()
	}
	if out.Token != nil {
		for _, cell := range out.Token.Items {
			cell.Column = 0
		}
	}
	return out
}

func checkLine(t *testing.T, text string) {
	t.Helper()
	plain := gherkin.NewMatcher(gherkin.DialectsBuiltin())
	if d := cmp.Diff(match(plain, text), match(quick{plain}, text)); d != "" {
		t.Errorf("%q -Gherkin's +ours:\n%s", text, d)
	}
}

var linesToTry = []string{
	"@BLOB-TAB-01", "", "#@a", "Scenario: @a", "| @a |",
	"| a | b |", "\t|a|b|", "|", "||", "| |", "|  a\t|\t b c  | ", "| a | b", "| a | b # c", "| ä → b | ·|c |", "|\u00a0a\u2003| b|",
	`| a \| b | c |`, `| \n | \\ |`, "| \xff | a |", "a | b |", "|| a ||", "| a |\r",
}

func TestLinesReadAsGherkinReadsThem(t *testing.T) {
	t.Parallel()
	for _, text := range linesToTry {
		checkLine(t, text)
	}
}

func FuzzLine(f *testing.F) {
	for _, text := range linesToTry {
		f.Add(text)
	}
	f.Fuzz(checkLine)
}
