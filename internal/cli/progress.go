package cli

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"ifmatch/steps"
)

const (
	// redraw is how often the line on a terminal moves: often enough to count
	// seconds down.
	redraw = 200 * time.Millisecond
	// sparse is how often a line goes to a log file: a run against a real service
	// takes about a minute.
	sparse = 10 * time.Second
)

// meter shows how far a run has come: one line that redraws itself on a
// terminal, a line now and then elsewhere.
type meter struct {
	w     io.Writer
	live  bool
	width int
	now   func() time.Time

	mu       sync.Mutex
	last     steps.Progress
	at       time.Time // when last was told
	quiet    time.Time // no sparse line before
	drawn    bool
	cleaning bool
	finished bool
}

// newMeter draws on w; width is that of the terminal, and matters only if live.
func newMeter(w io.Writer, live bool, width int, now func() time.Time) *meter {
	return &meter{w: w, live: live, width: width, now: now, quiet: now().Add(sparse)}
}

// update takes what steps.Run tells.
func (m *meter) update(p steps.Progress) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.last, m.at = p, m.now()
}

// interrupted makes the line say what is still being done.
func (m *meter) interrupted() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cleaning = true
}

// run redraws until stop is closed, then wipes the line.
func (m *meter) run(stop <-chan struct{}) {
	every := time.NewTicker(redraw)
	defer every.Stop()
	for {
		select {
		case <-stop:
			m.wipe()
			return
		case <-every.C:
			m.draw()
		}
	}
}

func (m *meter) draw() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.finished || m.last.Total == 0 {
		return
	}
	if m.live {
		fmt.Fprintf(m.w, "\r\x1b[2K%s", fitting(m.parts(), ", ", m.width))
		m.drawn = true
		return
	}
	if now := m.now(); !now.Before(m.quiet) {
		m.quiet = now.Add(sparse)
		fmt.Fprintln(m.w, strings.Join(m.parts(), ", "))
	}
}

func (m *meter) wipe() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.finished = true
	if m.drawn {
		fmt.Fprint(m.w, "\r\x1b[2K")
	}
}

// parts are the state in words; plain ASCII, so that their length is their width.
func (m *meter) parts() []string {
	parts := []string{fmt.Sprintf("%d/%d cases", m.last.Done, m.last.Total)}
	if m.last.Failed > 0 {
		parts = append(parts, fmt.Sprintf("%d failed", m.last.Failed))
	}
	if m.cleaning {
		return append(parts, "cleaning up")
	}
	// What was told counts down by itself until something new is told.
	if left := m.last.Waiting - m.now().Sub(m.at); m.last.Waiting > 0 && left > 0 {
		parts = append(parts, fmt.Sprintf("%d s of waiting left", int(left.Round(time.Second)/time.Second)))
	}
	return parts
}
