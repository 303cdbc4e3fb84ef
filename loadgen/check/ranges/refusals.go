package ranges

import (
	"fmt"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// refusals are the writes without a lease id that were refused with 409 or 412. Where
// only REST is used nothing but a lease is a reason for that. // FILE-LWW-08 FILE-SMB-13
type refusals struct {
	found  []history.Event
	more   int
	others bool // somebody used a lease, or opened the file over SMB: then the checks of those judge them
}

// described is how many refusals are described.
const described = 16

func (r *refusals) note(events []history.Event) {
	for i := range events {
		e := &events[i]
		r.others = r.others || e.Lease != history.None || e.Op >= history.Acquire && e.Op <= history.Break || e.Op == history.Opening
		if e.Op != history.PutRange || e.Status != 409 && e.Status != 412 {
			continue
		}
		if len(r.found) < described {
			r.found = append(r.found, *e)
		} else {
			r.more++
		}
	}
}

// judge adds what is wrong about them to a verdict.
func (r *refusals) judge(to *finding.Result) {
	if r.others || len(r.found) == 0 {
		return
	}
	to.State, to.Why, to.Unlisted = finding.Invalid, "", to.Unlisted+r.more
	for _, e := range r.found {
		v := finding.Violation{
			Rule:     "write refused without a lease",
			Sentence: fmt.Sprintf("%s was refused a write with %d, although nobody had a lease of the file, and writes over REST know no other conflict", e.Who(), e.Status),
			Clauses:  []string{"FILE-LWW-08", "FILE-LWW-02"},
			Evidence: []finding.Evidence{{Event: e, Role: "was refused"}},
		}
		to.Violations = append(to.Violations, v.Closed())
	}
}
