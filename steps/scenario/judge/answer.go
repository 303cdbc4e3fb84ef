// Package judge compares what a scenario got with what its sentences promise: answers, and the
// state in which acts left their resources. What it reads, it reads through the world.
package judge

import (
	"slices"
	"strconv"

	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// Answered judges an answer. A differing error code alone does not end the case: it counts at
// a level of its own, once everything else is judged.
func Answered(w *scenario.World, ac *scenario.Act, want words.Answer) error {
	if want.OK {
		want.Allowed = []words.Allowed{{Status: ac.Op.Success}}
	}
	if !Accepts(w, ac.Op, want, ac.Resp) {
		return ac.Differs(want.String())
	}
	return nil
}

// Accepts reports whether the status is as promised. If only the error code differs, it
// records that.
func Accepts(w *scenario.World, op scenario.Operation, want words.Answer, got scenario.Response) bool {
	m := want.Match(got.Status, got.Code)
	if m.Status && m.Code != "" && (w.Code == nil || w.Code.CodeLevel == "observed") {
		w.Code = verdict.OtherCode(op.Name, m.Code, want.String(), got.String())
	}
	return m.Status
}

// Carries judges what a response is said to carry.
func Carries(w *scenario.World, ac *scenario.Act, list []words.Carried) error {
	for _, c := range list {
		s, ok := w.Language.Subject(ac.Op.Service, c.Subject)
		if !ok {
			return verdict.Miswritten("the answers of the %s service have no %s", ac.Op.Service, c.Subject)
		}
		judged := s.Judge
		if judged == nil {
			judged = Header
		}
		err := judged(&scenario.Judging{World: w, Act: ac, Carried: c, Got: ac.Resp.Header.Get(s.Header)})
		if err != nil {
			return verdict.In(err, reports.InResponse, ac.Op.Name, c.Subject)
		}
	}
	return nil
}

// Header judges whether a header has a value, is present, or is absent.
func Header(j *scenario.Judging) error {
	switch {
	case j.Word == words.No && j.Got != "":
		return j.Wrong("no " + j.Subject)
	case j.Word == words.Any && j.Got == "":
		return j.Wrong("some " + j.Subject)
	case j.Word == words.Value && j.Got != j.Value:
		return j.Wrong(j.Value)
	case !slices.Contains([]string{words.No, words.Any, words.Value}, j.Word):
		return verdict.Miswritten("a %s is not %s", j.Subject, j.Word)
	}
	return nil
}

// Empty judges that a response has no body.
func Empty(j *scenario.Judging) error {
	if n := len(j.Act.Resp.Body); n != 0 {
		return j.Other("body", "an empty body", strconv.Itoa(n)+" bytes")
	}
	return nil
}
