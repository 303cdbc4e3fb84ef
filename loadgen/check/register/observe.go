package register

import (
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// census counts what a check could see. A rule that was never exercised proves nothing.
type census struct {
	judged                             int
	won                                [history.Delete + 1]int
	unmodified, lost, creates, missing int
	unknown, unseen                    int // writes of unknown outcome, and how many of them nobody saw
}

func (n *census) count(e *history.Event, effect effect) {
	if effect == nothing {
		return
	}
	n.judged++
	switch {
	case e.Outcome == history.Won:
		n.won[e.Op]++
		if e.Flags&history.IfNoneMatch != 0 && e.Tag == e.If && e.Value == 0 && e.Op == history.Read {
			n.unmodified++
		}
	case effect == sawOther:
		n.lost++
	case effect == sawThere:
		n.creates++
	case effect == sawGone:
		n.missing++
	case effect == may:
		n.unknown++
	}
}

// describe adds the counts, and the assumptions behind the verdict, to a result.
func (n *census) describe(r *finding.Result) {
	r.Operations = n.judged
	r.Observed = map[string]int{}
	for name, count := range map[string]int{
		"reads":                         n.won[history.Read],
		"reads answered 304":            n.unmodified,
		"overwrites":                    n.won[history.Write],
		"conditional updates":           n.won[history.Swap],
		"creates":                       n.won[history.Create],
		"deletes":                       n.won[history.Delete],
		"updates refused with 412":      n.lost,
		"creates refused":               n.creates,
		"answers that nothing is there": n.missing,
		"writes of unknown outcome":     n.unknown,
		"writes of unknown outcome that were seen": n.unknown - n.unseen,
	} {
		if count > 0 {
			r.Observed[name] = count
		}
	}
	r.Assumptions = append(r.Assumptions, assumptions...)
}

var assumptions = []string{
	"a client names in If-Match only tags that an answer showed to it",
}
