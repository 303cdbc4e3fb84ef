package steps

import (
	"sync"
	"time"

	"ifmatch/reports"
	"ifmatch/steps/court"
)

// Progress is how far a run has come.
type Progress struct {
	Done, Total, Failed int
	Last                *reports.Scenario // nil: no new verdict
	// Waiting is how long the waits under way, and those still to come, keep a run on a real
	// clock from ending.
	Waiting time.Duration
	// Why cases are being tried again, and how many are left; empty: none are.
	Why  court.Why
	Left int
}

// progress tells somebody how far the run has come.
type progress struct {
	mu     sync.Mutex
	report func(Progress) // nil: nobody
	now    Progress
	waits  map[string]time.Time // by case: when its wait ends
	left   time.Duration        // of waits that have not begun
}

// filed reports a new verdict.
func (p *progress) filed(sc reports.Scenario) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.waits, sc.ID)
	p.now.Done++
	if sc.Status == reports.Failed {
		p.now.Failed++
	}
	p.tell(&sc)
}

// trying reports the cases that are tried again.
func (p *progress) trying(round court.Round) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now.Why, p.now.Left, p.left = round.Why, round.Left, round.Waits
	if len(round.Cases) > 0 {
		p.tell(nil)
	}
}

// waiting notes that a case lets real time pass until the given time.
func (p *progress) waiting(id string, until time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waits[id] = until
}

// tell reports; the caller holds p.mu.
func (p *progress) tell(last *reports.Scenario) {
	if p.report == nil {
		return
	}
	now := p.now
	now.Last = last
	for _, until := range p.waits {
		now.Waiting = max(now.Waiting, time.Until(until))
	}
	now.Waiting += p.left
	p.report(now)
}
