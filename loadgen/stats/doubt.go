package stats

import (
	"fmt"

	"ifmatch/reports/figure"
	"ifmatch/reports/load"
)

// unclearShare is the share of unclear answers above which a run says little: a
// service that is busy half of the time was not measured, but turned requests away.
const unclearShare = 0.5

// Doubts returns sentences that say why a run proves less than its verdict and its
// figures suggest. For example, a history in which nothing was ever committed is
// valid, and proves nothing. It looks at Operations and Contention.
func Doubts(r load.Run) []string {
	var out []string
	var all, wrong, unclear int64
	for _, op := range r.Operations {
		for _, o := range op.Outcomes {
			all += o.Count
			switch o.Outcome {
			case "wrong":
				wrong += o.Count
			case "throttled", "unknown":
				unclear += o.Count
			}
		}
	}
	switch {
	case all == 0:
		return []string{"nothing was measured: the run was over before its measured part began"}
	case r.Contention.Attempts == 0 && r.Plan.Params["reads"] == "1": // as requested
	case r.Contention.Attempts == 0:
		out = append(out, "no client attempted an update, so the history proves little")
	case r.Contention.Commits == 0:
		out = append(out, fmt.Sprintf("none of %s was committed, so the history proves little", figure.Plural(r.Contention.Attempts, "attempt")))
	}
	if wrong > 0 {
		out = append(out, fmt.Sprintf("the protocol does not allow %s of %s answers: the list of answers shows them", figure.Count(wrong), figure.Count(all)))
	}
	if float64(unclear) > unclearShare*float64(all) {
		out = append(out, fmt.Sprintf("%s of %s requests were throttled or had no clear answer", figure.Count(unclear), figure.Count(all)))
	}
	return out
}
