package cli

import (
	"fmt"
	"io"
	"sync"
	"time"

	"ifmatch/reports/console"
	"ifmatch/steps"
)

// meter shows the progress of a run.
type meter struct {
	*statusLine

	mu       sync.Mutex
	last     steps.Progress
	at       time.Time // time of the last report
	cleaning bool
}

func newMeter(w io.Writer, live bool, width int, now func() time.Time) *meter {
	m := &meter{}
	m.statusLine = newStatusLine(w, live, width, ", ", now, m.state)
	return m
}

// update takes the progress that steps.Run reports.
func (m *meter) update(p steps.Progress) {
	m.mu.Lock()
	alone := m.last.Alone == 0 && p.Alone > 0
	m.last, m.at = p, m.now()
	m.mu.Unlock()
	if alone {
		m.announce("repeating " + console.Plural(p.Alone, "case") + ", each alone: they came too late, or could not be set up while others ran")
	}
}

// interrupted makes the line say what is still being done.
func (m *meter) interrupted() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cleaning = true
}

func (m *meter) state() []string {
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
	if n := m.last.Retries; n > 0 {
		parts = append(parts, "setting up "+console.Plural(n, "case")+" afresh")
	}
	if n := m.last.Alone; n > 0 {
		parts = append(parts, console.Plural(n, "case")+" to repeat alone")
	}
	// The reported wait counts down until a new one is reported.
	if left := m.last.Waiting - m.now().Sub(m.at); m.last.Waiting > 0 && left > 0 {
		parts = append(parts, fmt.Sprintf("%d s of waiting left", int(left.Round(time.Second)/time.Second)))
	}
	return parts
}
