package scenario

import (
	"fmt"
	"strings"

	"ifmatch/steps/plan"
)

// Phrases lists every sentence form that feature files may use.
func (l *Language) Phrases() []Phrase { return l.phrases() }

// Read reads one sentence of a feature.
func (l *Language) Read(text string) (*plan.Step, error) {
	for _, p := range l.phrases() {
		if !strings.Contains(text, p.literal) {
			continue // a regular expression takes a hundred times as long to find that out
		}
		m := p.re.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		s := &Sentence{lang: l, parts: m}
		body := p.Read(s)
		return &plan.Step{Text: text, Judging: p.Keyword == "Then", Facts: s.Facts, Body: body}, s.err
	}
	return nil, fmt.Errorf("no phrase matches; `ifmatch list phrases` shows all phrases")
}
