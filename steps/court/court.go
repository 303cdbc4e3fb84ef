// Package court decides what may be believed. It hears every play of a case: the verdict of its
// own steps, and what it met on the way. It files the verdict, or has the case played again: set
// up afresh after a transient answer, or apart from the other cases if the suite was late or the
// company may have been to blame. What a set-up or a reading finds is not held against the case:
// the smallest case that shows it, its probe, is played for it.
//
// There is no server in it, and no clock: a table of plays tests it. It does not know how a case
// is played.
package court

import (
	"sync"
	"time"

	"ifmatch/reports"
	"ifmatch/steps/verdict"
)

// Court is the state of a run's verdicts. Its methods may be called from several goroutines.
type Court struct {
	mu       sync.Mutex
	docket   *docket
	retries  *retries
	pages    *pages
	late     *late
	suspects *suspects
	findings *findings
	began    time.Time // of the round under way
}

// New opens a court for the cases of a plan.
func New(cfg Config) *Court {
	d := newDocket(cfg)
	return &Court{docket: d,
		retries:  &retries{docket: d, of: map[string]*retry{}},
		pages:    &pages{docket: d, doubted: map[string]bool{}, tries: map[string]int{}},
		late:     &late{docket: d, held: map[string]reports.Scenario{}, times: map[string]int{}},
		suspects: &suspects{docket: d, held: map[string]reports.Scenario{}, alone: map[string]reports.Scenario{}, vain: map[string]int{}},
		findings: &findings{docket: d, of: map[verdict.Key]*finding{}, probed: map[string]bool{}, failed: map[string][]verdict.Finding{}},
	}
}

// Hear takes one play of a case.
func (c *Court) Hear(p Play) Ruling {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.docket.meet(p.Met)
	if c.docket.cfg.Trace == "none" {
		p.Exchanges = nil
	}
	sc := p.judged(c.docket.cfg.Trace == "all")
	switch {
	case sc == nil:
		return Discard
	case p.Credential.Ended != "":
	case c.retries.hold(p, sc), c.pages.hold(p, sc):
		return Retry
	case c.late.hold(p, sc), !c.findings.probed[sc.ID] && c.suspects.hold(sc):
		return Alone
	default:
		c.findings.take(p, sc)
	}
	c.suspects.company(sc)
	c.docket.file(*sc)
	return File
}

// Next says which cases to play again now; false: every case heard so far has its verdict. When every chosen
// case has been heard, it also says which probes to play, each alone, until every finding is explained, or
// cannot be shown again.
func (c *Court) Next(now time.Time, allHeard bool) (Round, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.late.conclude(now.Sub(c.began))
	c.suspects.conclude()
	c.began = now
	rounds := []func() Round{c.retries.next, c.pages.next, c.late.next, c.suspects.next}
	if allHeard {
		rounds = append(rounds, c.findings.next)
	}
	for _, next := range rounds {
		if r := next(); len(r.Cases) > 0 {
			return r, true
		}
	}
	return Round{}, false
}

// Met adds the weather of a play that is not heard, because it showed nothing new.
func (c *Court) Met(w verdict.Weather) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.docket.meet(w)
}

// Withhold files a verdict on a case that is not played at all.
func (c *Court) Withhold(sc reports.Scenario) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.docket.file(sc)
}

// Scenarios are the verdicts on the chosen cases, in the order of the plan, and on the probes
// that failed. A blocked case names the clause of the accusation that blocks it.
func (c *Court) Scenarios() []reports.Scenario {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.findings.scenarios()
}

// Unproven are the findings that no case failed by: seen once, and not shown again.
func (c *Court) Unproven() []reports.Finding {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.findings.unproven()
}

// Late counts the cases that were repeated because the suite was late; nil: none.
func (c *Court) Late() *reports.Late { return told(c, &c.late.told) }

// Weather counts the transient answers; nil: there were none.
func (c *Court) Weather() *reports.Weather { return told(c, &c.docket.weather) }

// told copies a count; nil: there is nothing to tell.
func told[T comparable](c *Court, count *T) *T {
	c.mu.Lock()
	defer c.mu.Unlock()
	if copied := *count; copied != *new(T) {
		return &copied
	}
	return nil
}
