package fit

import (
	"time"

	"ifmatch/reports"
	"ifmatch/steps/plan"
)

// longWait is how long a case may wait to be played without Strict. It leaves out the ends of leases
// and of visibility timeouts, which take 15 seconds or more, and about which servers are rarely wrong.
const longWait = 2 * time.Second

// divide parts what a client needs into what is tried, and the cases that wait too long for that.
func divide(suite *plan.Suite, d reports.Demand, strict bool) (tried reports.Demand, untried []reports.Need) {
	waits := map[string]bool{}
	for _, c := range suite.Cases {
		waits[c.ID] = !strict && c.Wait() > longWait
	}
	tried = reports.Demand{Name: d.Name, Title: d.Title}
	for _, n := range d.Needs {
		now, later := n, n
		now.Cases, later.Cases = nil, nil
		for _, id := range n.Cases {
			if waits[id] {
				later.Cases = append(later.Cases, id)
			} else {
				now.Cases = append(now.Cases, id)
			}
		}
		if len(now.Cases) > 0 {
			tried.Needs = append(tried.Needs, now)
		}
		if len(later.Cases) > 0 {
			untried = append(untried, later)
		}
	}
	return tried, untried
}
