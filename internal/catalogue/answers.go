package catalogue

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"ifmatch/reports"
	"ifmatch/steps/plan"
	"ifmatch/steps/words"
)

// AnswersTo finds the refusals with a status, 409 or 412, or an error code; false if arg is neither.
func AnswersTo(suite *plan.Suite, arg string) (out []Answer, found bool) {
	status, err := strconv.Atoi(arg)
	for _, r := range Answers(suite) {
		if err == nil && r.Refuses(status) || err != nil && r.names(arg) {
			out = append(out, r)
		}
	}
	return out, len(out) > 0
}

// codes are the error codes of all refusals.
func codes(suite *plan.Suite) (out []string) {
	for _, r := range Answers(suite) {
		for _, a := range r.allowed {
			if a.Code != "" && !slices.Contains(out, a.Code) {
				out = append(out, a.Code)
			}
		}
	}
	return out
}

// SeenOnAzure sums up how often the cases of a refusal were seen.
func SeenOnAzure(r Answer, all map[string]reports.Sighting) (sum reports.Sighting) {
	for _, id := range r.Cases {
		s, known := all[id]
		if !known {
			continue
		}
		if sum.Times == 0 {
			sum.First, sum.Last = s.First, s.Last
		}
		sum.Times += s.Times
		sum.First, sum.Last = min(sum.First, s.First), max(sum.Last, s.Last)
	}
	return sum
}

// Answer is one answer of the register: what operations answer under a condition, where the resource is in a state.
// It stands for all cases that say the same.
type Answer struct {
	Service    string   `json:"service"`
	Chapter    string   `json:"chapter"`
	Resource   string   `json:"resource"` // blob, container, entity, ...
	Condition  string   `json:"condition"`
	State      string   `json:"state"`
	Answer     string   `json:"answer"` // "412 ConditionNotMet"; several that are allowed are separated by " | "
	Operations []string `json:"operations"`
	Clauses    []string `json:"clauses"`
	Cases      []string `json:"cases"`

	allowed []words.Allowed
}

// The chapters of refusals, in the order of the page.
const (
	AboutConditions = "Conditions"
	AboutLeases     = "Leases in the way"
	AboutLeasing    = "Operations on leases"
	aboutNothing    = "Without a condition"
)

var Chapters = []string{AboutConditions, AboutLeases, AboutLeasing, aboutNothing}

// Answers are the answers 409 and 412 of the register, of cases in which one client sends one request to a resource
// in one state: those alone say what a request is answered.
func Answers(suite *plan.Suite) (out []Answer) {
	at := map[string]int{}
	for _, c := range suite.Cases {
		r, ok := refusalOf(c)
		if !ok {
			continue
		}
		key := strings.Join([]string{r.Service, r.Chapter, r.Resource, r.Condition, r.State, r.Answer}, "\x00")
		i, known := at[key]
		if !known {
			at[key] = len(out)
			out = append(out, r)
			continue
		}
		out[i].Operations = merged(out[i].Operations, r.Operations)
		out[i].Clauses = merged(out[i].Clauses, r.Clauses)
		out[i].Cases = merged(out[i].Cases, r.Cases)
	}
	return out
}

// merged adds what is new.
func merged(all, more []string) []string {
	for _, one := range more {
		if !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	return all
}

// refusalOf reads a case; false if it is not of the simple form, or nothing is refused with 409 or 412.
func refusalOf(c plan.Case) (r Answer, ok bool) {
	if c.Open || c.Pair != nil {
		return r, false
	}
	var sends *plan.Step
	var answers []words.Answer
	for _, s := range c.Script() {
		switch {
		case s.Sends && sends == nil && len(s.Operations) == 1:
			sends = s
		case s.State != "" && sends == nil:
			r.State = s.State
		case s.Judging && sends != nil:
			answers = append(answers, s.Answers...)
		default:
			return r, false // what else happens decides, too
		}
	}
	if sends == nil || len(answers) != 1 {
		return r, false
	}
	r.allowed, r.Answer = answers[0].Allowed, answers[0].String()
	if !r.Refuses(http.StatusConflict) && !r.Refuses(http.StatusPreconditionFailed) {
		return r, false
	}
	r.Service, r.Resource, r.Condition = c.Service, sends.On, asked(sends.Asked)
	r.Chapter = chapterOf(sends, r.State)
	r.Operations, r.Clauses, r.Cases = []string{sends.Operations[0]}, c.Clauses[:1:1], []string{c.ID}
	return r, true
}

// asked is a request in the words of the features.
func asked(terms []words.Asked) string {
	var parts []string
	for _, t := range terms {
		text := t.Key + " " + t.Words
		if t.No {
			text = "no " + t.Key
		}
		parts = append(parts, strings.TrimSpace(text))
	}
	return strings.Join(parts, ", ")
}

// conditions begin the terms that are conditions.
var conditionTerms = []string{"If-", "source If-", "tags condition", "source tags condition", "append position", "max size", "sequence number"}

func chapterOf(s *plan.Step, state string) string {
	has := func(fits func(key string) bool) bool {
		return slices.ContainsFunc(s.Asked, func(t words.Asked) bool { return fits(t.Key) })
	}
	switch {
	case has(func(key string) bool {
		return slices.ContainsFunc(conditionTerms, func(c string) bool { return strings.HasPrefix(key, c) })
	}):
		return AboutConditions
	case strings.HasPrefix(s.Operations[0], "Lease "):
		return AboutLeasing
	case has(func(key string) bool { return key == "lease id" }) || leasedState(state):
		return AboutLeases
	}
	return aboutNothing
}

// leasedState reports whether a state names a lease.
func leasedState(state string) bool {
	return strings.Contains(state, "Leased(") || strings.Contains(state, "Breaking(") || strings.Contains(state, "Broken(") || strings.Contains(state, "Expired(")
}

// Refuses reports whether a status is among the answers.
func (r Answer) Refuses(status int) bool {
	return slices.ContainsFunc(r.allowed, func(a words.Allowed) bool { return a.Status == status })
}

// names reports whether an error code is among the answers; letter case does not matter.
func (r Answer) names(code string) bool {
	return slices.ContainsFunc(r.allowed, func(a words.Allowed) bool { return a.Code != "" && strings.EqualFold(a.Code, code) })
}
