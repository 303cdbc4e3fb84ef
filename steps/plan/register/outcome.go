package register

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Outcome is the content of one cell of a lease or use matrix: the answer to the row's action
// in the column's lease state, and the state after it.
//
// The matrices (lease-blob-outcomes, lease-container-outcomes, use-blob,
// use-container) have the columns Av, Le, Bi, Bo and Ex for a resource that is
// available, or whose lease A is held, breaking, broken or expired. A cell is
//
//	cell    = outcome | case ": " outcome { " ; " case ": " outcome }
//	outcome = ("stays " | "becomes ") state | answer [ " -> " state [ ", lease-time " time ] ]
//	answer  = "ok" | one { " | " one }
//	one     = status [ " " code | " (" code ")" | " *" ]
//
// where "stays" and "becomes" are about time alone, in which nothing is sent, "ok" is the success
// status of the operation in question, a bare status is judged alone, a code in parentheses is recorded
// rather than judged, "*" stands for any code, and " | " separates the members of a set. A
// case is the last part of the ids of a cell with several outcomes, one clause each. Without
// a state the lease stays unchanged. A time is a number of seconds, "remaining",
// "min(n, remaining)", or one of these in parentheses, which is recorded rather than judged.
type Outcome struct {
	Case      string // "clean" in BLOB-LM-REN-A-Ex-clean; empty in a cell with one outcome
	Passing   string // stays or becomes, if only time passes: then there is no answer
	Answer    string // in the syntax of answer cells
	State     string // the lease state afterwards, such as Leased(A); empty if unchanged
	LeaseTime string // of a break's answer; empty if it has none
}

var (
	// outcomePattern tells the parts of an outcome: its case, then what time alone does, or the answer with the state and
	// the time. Which texts they may be, the patterns below say.
	outcomePattern = regexp.MustCompile(`(?s)^(?:([a-z]+): )?(?:(stays|becomes) (.*)|(.*?)(?: -> (.+?)(?:, lease-time (.+))?)?)$`)
	answerPattern  = regexp.MustCompile(`^(ok|\d{3}( \w+| \(\w+\)| \*)?( \| \d{3}( \w+| \(\w+\)| \*)?)*)$`)
	statePattern   = regexp.MustCompile(`^(Available|Deleted|(Leased|Breaking|Broken|Expired)\([A-Z]\))$`)
	timePattern    = regexp.MustCompile(`^(\d+|remaining|min\(n, remaining\)|\((\d+|remaining|min\(n, remaining\))\))$`)
)

// ParseOutcomes reads a cell of a lease or use matrix.
func ParseOutcomes(cell string) ([]Outcome, error) {
	parts := strings.Split(cell, " ; ")
	var outcomes []Outcome
	for _, part := range parts {
		m := outcomePattern.FindStringSubmatch(part)
		o := Outcome{Case: m[1], Passing: m[2], Answer: m[4], State: m[3] + m[5], LeaseTime: m[6]}
		wrong := ""
		switch {
		case o.Case == "" && len(parts) > 1:
			wrong = fmt.Sprintf("%q names no case; write case: before each of several outcomes", part)
		case slices.ContainsFunc(outcomes, func(p Outcome) bool { return p.Case == o.Case }):
			wrong = fmt.Sprintf("the case %q occurs twice", o.Case)
		case o.Passing == "" && !answerPattern.MatchString(o.Answer):
			wrong = fmt.Sprintf("%q is not an answer; write a status with its code, or ok", o.Answer)
		case o.Passing+o.State != "" && !statePattern.MatchString(o.State):
			wrong = fmt.Sprintf("%q is not a lease state; write one such as Available or Leased(A)", o.State)
		case o.LeaseTime != "" && !timePattern.MatchString(o.LeaseTime):
			wrong = fmt.Sprintf("%q is not a lease time; write seconds, remaining or min(n, remaining)", o.LeaseTime)
		}
		if wrong != "" {
			return nil, fmt.Errorf("reading outcomes %q: %s", cell, wrong)
		}
		outcomes = append(outcomes, o)
	}
	return outcomes, nil
}
