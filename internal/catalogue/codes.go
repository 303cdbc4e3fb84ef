package catalogue

import (
	"slices"
	"strings"

	"ifmatch/steps/plan"
	"ifmatch/steps/plan/register"
)

// Source says what the level of a statement means.
var Source = map[register.Level]string{
	register.Must:     "stated by the article",
	register.Should:   "stated by the REST reference only",
	register.Observed: "known from recordings, live tests or an emulator only",
}

// codesOf are the error codes that the cases of a clause expect: those that the documents name,
// and those known only from observation.
func codesOf(cases []plan.Case) (named, weak []string) {
	for _, c := range cases {
		for _, step := range c.Script() {
			for _, answer := range step.Answers {
				for _, a := range answer.Allowed {
					switch {
					case a.Any:
						named = append(named, "any code")
					case a.Weak:
						weak = append(weak, a.Code)
					case a.Code != "":
						named = append(named, a.Code)
					}
				}
			}
		}
	}
	slices.Sort(named)
	slices.Sort(weak)
	return slices.Compact(named), slices.Compact(weak)
}

// Codes says at which level the error codes of a clause are judged. None is judged at must:
// the article names no error code.
func Codes(c register.Clause, cases []plan.Case) []string {
	var out []string
	add := func(level register.Level, codes []string) {
		if len(codes) > 0 {
			out = append(out, level.String()+", "+Source[level]+": "+strings.Join(codes, ", "))
		}
	}
	named, weak := codesOf(cases)
	add(max(c.Level, register.Should), named)
	add(register.Observed, weak)
	switch {
	case len(out) == 0:
		return []string{"none is judged: the cases expect none"}
	case c.Level == register.Must:
		out = append([]string{"must: none is judged, because the article names none"}, out...)
	}
	return out
}
