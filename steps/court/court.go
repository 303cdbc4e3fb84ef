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
	"cmp"
	"slices"
	"sync"
	"time"

	"ifmatch/reports"
	"ifmatch/steps/plan"
	"ifmatch/steps/verdict"
)

// Config says what the court must know of a run.
type Config struct {
	Plan *plan.Plan
	// RealTime: time passes by itself, so that a case can be late.
	RealTime bool
	// Shared: other cases use the same server at the same time.
	Shared bool
	// Run is the part of names that distinguishes this run from others; reasons for which
	// cases are blocked are compared without such names.
	Run string
	// Trace says whose exchanges the result holds: failed, all or none.
	Trace string
	// Filed receives every verdict on a chosen case, one at a time.
	Filed func(reports.Scenario)
}

// Court is the state of a run's verdicts. Its methods may be called from several goroutines.
type Court struct {
	cfg   Config
	order map[string]int // of all cases of the suite, by id
	asked map[string]bool

	mu       sync.Mutex
	filed    map[string]reports.Scenario // of chosen cases, and of probes
	retries  retries
	pages    pages
	late     late
	suspects suspects
	findings findings
	weather  reports.Weather
	round    Round // under way
	began    time.Time
}

// New opens a court for the cases of a plan.
func New(cfg Config) *Court {
	c := &Court{cfg: cfg, order: map[string]int{}, asked: map[string]bool{}, filed: map[string]reports.Scenario{},
		retries:  retries{of: map[string]*retry{}},
		pages:    pages{doubted: map[string]bool{}, tries: map[string]int{}},
		late:     late{times: map[string]int{}, held: map[string]reports.Scenario{}},
		suspects: suspects{held: map[string]reports.Scenario{}, alone: map[string]reports.Scenario{}, vain: map[string]int{}},
		findings: findings{of: map[verdict.Key]*finding{}, probed: map[string]bool{}},
	}
	for i, cs := range cfg.Plan.All() {
		c.order[cs.ID] = i
	}
	for _, cs := range cfg.Plan.Cases {
		c.asked[cs.ID] = true
	}
	return c
}

// Ruling is what becomes of a play.
type Ruling string

// The rulings.
const (
	File    Ruling = "file it"
	Afresh  Ruling = "set it up afresh"
	Apart   Ruling = "repeat it apart from the others"
	Discard Ruling = "discard it" // it was interrupted, and proves nothing
)

// Hear takes one play of a case.
func (c *Court) Hear(p Play) Ruling {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.met(p.Met)
	if c.cfg.Trace == "none" {
		p.Exchanges = nil
	}
	sc := p.judged(c.cfg.Trace == "all")
	switch {
	case sc == nil:
		return Discard
	case p.Credential.Ended != "":
	case c.transient(p, sc), c.page(p, sc):
		return Afresh
	case c.tooLate(p, sc), c.crowded(p, sc):
		return Apart
	default:
		c.find(p, sc)
	}
	c.file(*sc)
	return File
}

// file keeps a verdict; the caller holds c.mu.
func (c *Court) file(sc reports.Scenario) {
	c.suspects.company(&sc)
	if sc.Status == reports.Passed {
		if err := sc.Pack(); err != nil {
			sc.Status, sc.Reason = reports.Error, err.Error()
		}
	}
	c.filed[sc.ID] = sc
	if c.asked[sc.ID] && c.cfg.Filed != nil {
		c.cfg.Filed(sc)
	}
}

// Round is a set of cases to be played again.
type Round struct {
	Cases map[string]bool
	// Apart: each case while no other runs. Together: the cases of the round at the same time,
	// and no other. Neither: as in the first play.
	Apart, Together bool
	Pause           time.Duration // before it
	// Afresh and Alone are how many cases are still to be tried again, with these.
	Afresh, Alone int
	// Left is how long the rounds after this one may let time pass.
	Left time.Duration
}

// Next says which cases to play again now; false: every case heard so far has its verdict.
func (c *Court) Next(now time.Time) (Round, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.conclude(now)
	for _, next := range []func() Round{c.setUpAfresh, c.againstPages, c.repeatLate, c.repeatSuspects} {
		if r := next(); len(r.Cases) > 0 {
			c.round, c.began = r, now
			return r, true
		}
	}
	c.round = Round{}
	return Round{}, false
}

// conclude draws the conclusions from the round that has ended.
func (c *Court) conclude(now time.Time) {
	c.late.conclude(now.Sub(c.began))
	c.concludeSuspects()
	c.round = Round{}
}

// held lists ids in the order of the suite.
func held[V any](c *Court, of map[string]V) []string {
	out := make([]string, 0, len(of))
	for id := range of {
		out = append(out, id)
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(c.order[a]-c.order[b], cmp.Compare(a, b)) })
	return out
}

// set makes a set of ids.
func set(ids ...string) map[string]bool {
	out := map[string]bool{}
	for _, id := range ids {
		out[id] = true
	}
	return out
}

// caseOf is the case of an id.
func (c *Court) caseOf(id string) plan.Case {
	i, ok := c.order[id]
	if !ok {
		return plan.Case{ID: id}
	}
	return c.cfg.Plan.All()[i]
}
