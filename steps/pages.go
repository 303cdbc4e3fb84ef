package steps

import (
	"context"
	"fmt"
	"time"

	"ifmatch/reports"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// A refusal that is an HTML page may come from another server: an ingress answers 404 in this
// way while it cannot reach the service. It may also be the target's own, if that is an emulator
// made with a web framework. The target's own page comes every time. So a case that met a page
// is set up afresh before its verdict counts.
const (
	// pageTries is how often a case must meet a page before the page is the target's own.
	// mostPageTries is the same for a case of many requests, which a rare page nearly always meets.
	pageTries, mostPageTries = 6, 40
	// pageSample is how many cases are tried first. If all of them meet pages every time, no
	// other case is repeated.
	pageSample = 8
)

// pages holds the cases of a run that met a page.
type pages struct {
	doubted map[string]bool // ids of cases without a verdict
	tries   map[string]int  // how often a case met a page
	own     int             // cases that met a page on every try
	foreign bool            // a case met no page when it was tried again
}

// ours reports whether the pages are the target's own.
func (p *pages) ours() bool { return p.own >= pageSample && !p.foreign }

// doubtPage keeps back a verdict that a page may have caused. It reports whether it did, so that
// the case is set up afresh. Flawless says that the case passed, and all reads after its act were
// as promised.
func (r *run) doubtPage(w *scenario.World, sc *reports.Scenario, clear, flawless bool) bool {
	met := w.Weather()
	r.mu.Lock()
	defer r.mu.Unlock()
	p := &r.pages
	tried := p.tries[sc.ID]
	sc.Repeated += tried
	if !met.Page || flawless || sc.Status == reports.Skipped || clear && sc.Status == reports.Failed {
		p.foreign = p.foreign || tried > 0 && !met.Page
		return false
	}
	p.tries[sc.ID]++
	long := p.foreign && met.Once > fewRequests
	if !p.ours() && tried+1 < pageTries || long && tried+1 < mostPageTries {
		p.doubted[sc.ID] = true
		return true
	}
	if p.own++; long {
		sc.Status, sc.Differs, sc.CodeLevel, sc.Want, sc.Got = reports.Error, nil, "", "", ""
		sc.Reason = fmt.Sprintf("an HTML page, as of a proxy, came on each of %d fresh set-ups", tried+1)
	}
	return false
}

// tryPages sets up again the cases that met a page, until they meet none or it is clear that
// the pages are the target's own.
func (r *run) tryPages(ctx context.Context, play func(keep func(plan.Case) bool) error) error {
	p := &r.pages
	for round := time.Duration(1); len(p.doubted) > 0 && ctx.Err() == nil; round++ {
		chosen := map[string]bool{}
		for _, c := range r.cfg.Plan.Cases {
			if p.doubted[c.ID] && (p.ours() || p.foreign || len(chosen) < pageSample) {
				chosen[c.ID] = true
				delete(p.doubted, c.ID)
			}
		}
		select {
		case <-time.After(min(round*250*time.Millisecond, 2*time.Second)): // the service may be starting behind an ingress
		case <-ctx.Done():
		}
		r.again++
		r.weather.Afresh += len(chosen)
		r.tell(Progress{Afresh: len(chosen)})
		if err := play(func(c plan.Case) bool { return chosen[c.ID] }); err != nil {
			return err
		}
		if err := r.tryAfresh(ctx, play); err != nil {
			return err
		}
	}
	return nil
}
