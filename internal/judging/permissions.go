package judging

import (
	"fmt"
	"strings"

	"ifmatch/reports/console"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// lackText says in one line which permissions the credential lacks for the cases of a run; empty
// if none.
func lackText(p *steps.Permissions, chosen *plan.Plan) string {
	var parts []string
	cases := 0
	for _, l := range p.Lacking(chosen) {
		cases += l.Cases
		parts = append(parts, fmt.Sprintf("%s (%s)", l.Permission, console.Plural(l.Cases, "case")))
	}
	if cases == 0 {
		return ""
	}
	return fmt.Sprintf("these credentials are not enough for %s, which will be skipped; they lack %s", console.Plural(cases, "case"), strings.Join(parts, ", "))
}
