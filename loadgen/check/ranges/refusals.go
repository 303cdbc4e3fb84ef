package ranges

import (
	"fmt"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// refusals are writes that were refused with 409 or 412. If only REST is used, only a lease is
// a reason for that. // FILE-LWW-08 FILE-SMB-13
type refusals struct {
	found  finding.Result
	others bool // somebody used a lease, or opened the file over SMB: then the checks of those judge the refusals
}

func (r *refusals) note(e *history.Event) {
	r.others = r.others || e.Lease != history.None || e.Op >= history.Acquire && e.Op <= history.Break || e.Op == history.Opening
	if e.Op != history.PutRange || e.Status != 409 && e.Status != 412 {
		return
	}
	sentence := fmt.Sprintf("%s was refused a write with %d, although nobody had a lease of the file, and writes over REST know no other conflict", e.Who(), e.Status)
	r.found.Report(finding.Broken("write refused without a lease", sentence, []string{"FILE-LWW-08", "FILE-LWW-02"}, finding.Did(e, "was refused")).Closed())
}

// judge adds the violations to a verdict.
func (r *refusals) judge(to *finding.Result) {
	if r.others || len(r.found.Violations) == 0 {
		return
	}
	to.State, to.Why, to.Unlisted = finding.Invalid, "", to.Unlisted+r.found.Unlisted
	to.Violations = append(to.Violations, r.found.Violations...)
}
