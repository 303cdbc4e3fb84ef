package judging

import (
	"fmt"
	"slices"
	"strings"

	"ifmatch/reports/console"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// accountText says in one line what an account has shown of its kind; empty if it was not asked.
func accountText(see scenario.Sight) string {
	var shown, with, without []string
	for _, fact := range see.Account.Facts() {
		words := strings.ReplaceAll(fact, "-", " ")
		switch value := see.Account[fact]; value {
		case "":
		case "true":
			with = append(with, words)
		case "false":
			without = append(without, words)
		default:
			shown = append(shown, value)
		}
	}
	if with != nil {
		shown = append(shown, "with "+strings.Join(with, ", "))
	}
	if without != nil {
		shown = append(shown, "without "+strings.Join(without, ", "))
	}
	text := strings.Join(shown, "; ")
	if see.Hidden != "" {
		text = strings.TrimPrefix(text+"; ", "; ") + "the rest does not show (" + see.Hidden + "), so that cases are judged as on a standard account"
	}
	if text == "" {
		return ""
	}
	return "the account: " + text
}

// excusedText says in one line what an account of this kind does not offer, and how many cases
// presuppose it; empty if none does.
func excusedText(lacking map[string]plan.Presupposition) string {
	cases := map[string]int{}
	for _, pre := range lacking {
		cases[pre.Presupposes]++
	}
	var parts []string
	for what, n := range cases {
		parts = append(parts, fmt.Sprintf("%s (%s)", what, console.Plural(n, "case")))
	}
	if parts == nil {
		return ""
	}
	slices.Sort(parts)
	return fmt.Sprintf("%s will be skipped, because an account of this kind has no %s", console.Plural(len(lacking), "case"), strings.Join(parts, ", "))
}
