package conform

import (
	"fmt"
	"strings"
	"testing"

	"ifmatch/reports"
	"ifmatch/reports/summary"
	"ifmatch/steps/fit"
)

// report makes a subtest of each clause of the profile, and logs the answer.
func report(t *testing.T, result fit.Result) {
	t.Helper()
	p := result.Profiles[0]
	card := summary.Teller(result.Run)
	at := map[string]reports.Scenario{}
	for _, s := range result.Run.Scenarios {
		at[s.ID] = s
	}
	rulings := result.Run.Rulings(p.Tried)
	for _, r := range rulings {
		t.Run(r.Clause, func(t *testing.T) {
			left := ""
			if n := p.UntriedOf(r.Clause); n > 0 {
				left = fmt.Sprintf("; not tried, because they wait: %d", n)
			}
			switch r.Fit {
			case reports.Fits:
				t.Logf("it %s: holds in %d cases%s", r.Does, len(r.Cases), left)
			case reports.Misfits:
				t.Errorf("it %s, and cannot rely on that (%s)\n%s", r.Does, r.Source, card(at[r.Cases[0]])+more(r.Cases[1:]))
			default:
				t.Errorf("could not tell: %s: %s", r.Why, strings.Join(r.Cases, " "))
			}
		})
	}
	for _, n := range p.OnlyUntried() {
		t.Run(n.Clause, func(t *testing.T) { t.Skipf("not tried, because it waits: it %s", n.Does) })
	}
	if len(p.Missing) > 0 {
		t.Errorf("could not tell: the target does not offer %s", strings.Join(p.Missing, " and "))
	}
	t.Logf("%s: %s (%d cases, %.1f s)", p.Title, p.Answer(), p.Cases, result.Run.Seconds)
}

// more names the further cases that a card stands for.
func more(cases []string) string {
	if len(cases) == 0 {
		return ""
	}
	return "  also      " + strings.Join(cases, "\n            ") + "\n"
}
