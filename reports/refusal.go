package reports

import (
	"slices"
	"strconv"
	"strings"
)

// refusedAlike reports whether the case fails only because another status refused the request, one that
// the client takes for the same.
func (n Need) refusedAlike(s Scenario) bool {
	return len(s.Differs) == 1 && s.Differs[0] == InStatus && n.takes(s.Want) && n.takes(s.Got)
}

// takes reports whether an answer, such as "409 BlobAlreadyExists", has one of the statuses that the
// client takes for the same.
func (n Need) takes(answer string) bool {
	word, _, _ := strings.Cut(answer, " ")
	status, err := strconv.Atoi(word)
	return err == nil && slices.Contains(n.Takes, status)
}

// refusals are the answers of a run that refused requests, where the client takes several for the same.
// A passed case shows its answer only if the run kept the exchanges.
func (r Run) refusals(needs []Need) (out []string) {
	note := func(answer string) {
		if !slices.Contains(out, answer) {
			out = append(out, answer)
		}
	}
	for _, n := range needs {
		if len(n.Takes) == 0 {
			continue
		}
		for _, s := range r.Scenarios {
			switch {
			case !slices.Contains(n.Cases, s.ID):
			case n.refusedAlike(s):
				note(s.Got)
			case s.Status == Passed:
				for _, answer := range s.answers() {
					if n.takes(answer) {
						note(answer)
					}
				}
			}
		}
	}
	return out
}

// answers are those of all exchanges that were kept. What cannot be unpacked was not kept.
func (s Scenario) answers() (out []string) {
	whole, err := s.Unpacked()
	if err != nil {
		return nil
	}
	for _, x := range whole.Exchanges {
		out = append(out, x.Answer())
	}
	return out
}

// Answer is the status of an answer, and its error code if it has one: "409 BlobAlreadyExists".
func (x Exchange) Answer() string {
	out := strconv.Itoa(x.Status)
	for _, h := range x.ResponseHeader {
		if strings.EqualFold(h.Name, "x-ms-error-code") {
			out += " " + h.Value
		}
	}
	return out
}
