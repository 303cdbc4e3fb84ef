package progress

import (
	"fmt"
	"io"
	"sync"
	"time"

	"ifmatch/reports/console"
	"ifmatch/steps"
	"ifmatch/steps/court"
)

// Cases shows the progress of a run of cases.
type Cases struct {
	*Line

	mu       sync.Mutex
	last     steps.Progress
	at       time.Time // time of the last report
	cleaning bool
}

// NewCases returns the line of a run on w; live says that w is a terminal of that width.
func NewCases(w io.Writer, live bool, width int, now func() time.Time) *Cases {
	m := &Cases{}
	m.Line = NewLine(w, live, width, ", ", now, m.state)
	return m
}

// Update takes the progress that steps.Run reports.
func (m *Cases) Update(p steps.Progress) {
	m.mu.Lock()
	began := m.last.Why != p.Why
	m.last, m.at = p, m.now()
	m.mu.Unlock()
	switch {
	case !began:
	case p.Why == court.Late:
		m.Announce("repeating " + console.Plural(p.Left, "case") + " while no other runs: the answers came too late to be judged")
	case p.Why == court.Company:
		m.Announce("repeating " + console.Plural(p.Left, "case") + ", each alone: they could not be set up while others ran")
	}
}

// Interrupted makes the line say what is still being done.
func (m *Cases) Interrupted() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cleaning = true
}

func (m *Cases) state() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.last.Total == 0 {
		return nil
	}
	parts := []string{fmt.Sprintf("%d/%d cases", m.last.Done, m.last.Total)}
	if m.last.Failed > 0 {
		parts = append(parts, fmt.Sprintf("%d failed", m.last.Failed))
	}
	if m.cleaning {
		return append(parts, "cleaning up")
	}
	if n := m.last.Left; n > 0 {
		switch cases := console.Plural(n, "case"); m.last.Why {
		case court.Transient:
			parts = append(parts, "setting up "+cases+" afresh")
		case court.Late:
			parts = append(parts, cases+" to repeat, which came too late")
		case court.Company:
			parts = append(parts, cases+" to repeat alone")
		case court.Measured:
			parts = append(parts, cases+" to repeat alone, to see how often they fail")
		case court.Found:
			parts = append(parts, cases+" to show what set-ups found")
		}
	}
	// The reported wait counts down until a new one is reported.
	if left := m.last.Waiting - m.now().Sub(m.at); m.last.Waiting > 0 && left > 0 {
		parts = append(parts, fmt.Sprintf("%d s of waiting left", int(left.Round(time.Second)/time.Second)))
	}
	return parts
}
