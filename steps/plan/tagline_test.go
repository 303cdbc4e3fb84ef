package plan

import (
	"strings"
	"testing"

	gherkin "github.com/cucumber/gherkin/go/v26"
	"github.com/google/go-cmp/cmp"
)

// tagLine is what a matcher says of the seventh line of a feature.
func tagLine(m gherkin.Matcher, text string) (out struct {
	OK    bool
	Token *gherkin.Token
	Err   string
}) {
	sc := gherkin.NewScanner(strings.NewReader(text))
	line, _, err := sc.Scan()
	if err == nil {
		line.LineNumber = 7
		out.OK, out.Token, err = m.MatchTagLine(line)
	}
	if err != nil {
		out.Err = err.Error()
	}
	return out
}

func checkTagLine(t *testing.T, text string) {
	t.Helper()
	plain := gherkin.NewMatcher(gherkin.DialectsBuiltin())
	if d := cmp.Diff(tagLine(plain, text), tagLine(tagLines{plain}, text)); d != "" {
		t.Errorf("%q -Gherkin's +ours:\n%s", text, d)
	}
}

var tagLinesToTry = []string{
	"@BLOB-TAB-01", "  @BLOB-TAB-01 @must @needs.account-key", "\t@a @b", "@a  @b", "@a @b ", "@a@b", "@a #@b", "@a#b",
	"@", "@ @a", "@a b", "@ä @b", "@a\t@b", "@a\r", "", "#@a", "Scenario: @a", "| @a |", "@a,@b", "@@a",
}

func TestTagLinesReadAsGherkinReadsThem(t *testing.T) {
	t.Parallel()
	for _, text := range tagLinesToTry {
		checkTagLine(t, text)
	}
}

func FuzzTagLine(f *testing.F) {
	for _, text := range tagLinesToTry {
		f.Add(text)
	}
	f.Fuzz(checkTagLine)
}
