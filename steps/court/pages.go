package court

import (
	"fmt"
	"time"

	"ifmatch/reports"
)

// A refusal that is an HTML page may come from another server: an ingress answers 404 in this
// way while it cannot reach the service. It may also be the target's own, if that is an emulator
// made with a web framework. The target's own page comes every time. So a case that met a page
// is set up afresh before its verdict counts.
const (
	// pageTries is how often a case must meet a page before the page is the target's own.
	// Once a case has recovered, the pages are another server's: then a case gets more tries, and
	// one of many requests, which a rare page nearly always meets, mostPageTries.
	pageTries, morePageTries, mostPageTries = 6, 15, 40
	// pageSample is how many cases are tried first. If all of them meet pages every time, no
	// other case is repeated.
	pageSample = 8
)

// pages holds the cases of a run that met a page.
type pages struct {
	*docket
	doubted map[string]bool // ids of cases without a verdict
	tries   map[string]int  // how often a case met a page
	own     int             // cases that met a page on every try
	foreign bool            // a case met no page when it was tried again
	round   int
}

// ours reports whether the pages are the target's own.
func (p *pages) ours() bool { return p.own >= pageSample && !p.foreign }

// hold keeps back a verdict that a page may have caused, so that the case is set up afresh.
func (of *pages) hold(p Play, sc *reports.Scenario) bool {
	tried := of.tries[sc.ID]
	sc.Repeated += tried
	flawless := p.Verdict.Status == reports.Passed && len(p.Shown) == 0
	if !p.Met.Page || flawless || sc.Status == reports.Skipped || p.Clear && sc.Status == reports.Failed {
		of.foreign = of.foreign || tried > 0 && !p.Met.Page
		return false
	}
	of.tries[sc.ID]++
	most, long := pageTries, of.foreign && p.Met.Once > fewRequests
	switch {
	case long:
		most = mostPageTries
	case of.foreign:
		most = morePageTries
	}
	if !of.ours() && tried+1 < most {
		of.doubted[sc.ID] = true
		return true
	}
	if of.own++; long {
		undecided(sc, fmt.Sprintf("an HTML page, as of a proxy, came on each of %d fresh set-ups", tried+1))
	}
	return false
}

// next is the next round of cases that met a page: a sample, until it is clear whose the
// pages are.
func (p *pages) next() Round {
	var chosen []string
	for _, id := range inOrder(p.docket, p.doubted) {
		if p.ours() || p.foreign || len(chosen) < pageSample {
			chosen = append(chosen, id)
			delete(p.doubted, id)
		}
	}
	return p.afresh(chosen, &p.round, 250*time.Millisecond, 2*time.Second) // the service may be starting behind an ingress
}
