// Package progress shows on one line how far a run, a load or anything else has come: redrawn on a terminal, and
// elsewhere printed now and then.
package progress

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

const (
	// redraw is how often the line on a terminal is redrawn: often enough to count seconds
	// down.
	redraw = 200 * time.Millisecond
	// sparse is how often a line is written to a log file: a run against a real service takes
	// about a minute.
	sparse = 10 * time.Second
)

// wiped clears the line and moves the cursor to its beginning.
const wiped = "\r\x1b[2K"

// Line shows the progress of something: one line that is redrawn on a terminal, or a line now
// and then elsewhere.
type Line struct {
	w     io.Writer
	live  bool
	width int // of the terminal; matters only if live
	sep   string
	now   func() time.Time
	// parts are the state in words, the most important first, in plain ASCII so that their length is
	// their width. None: there is nothing to show yet.
	parts func() []string

	mu           sync.Mutex
	quiet        time.Time // no sparse line before this time
	drawn, ended bool
	stop         chan struct{}
	once         sync.Once
	done         sync.WaitGroup
}

// NewLine returns a line on w that shows parts with sep between them. Live says that w is a terminal of that width.
func NewLine(w io.Writer, live bool, width int, sep string, now func() time.Time, parts func() []string) *Line {
	return &Line{w: w, live: live, width: width, sep: sep, now: now, parts: parts, quiet: now().Add(sparse), stop: make(chan struct{})}
}

// Begin draws until End is called.
func (s *Line) Begin() {
	s.done.Go(func() {
		every := time.NewTicker(redraw)
		defer every.Stop()
		for {
			select {
			case <-s.stop:
				return
			case <-every.C:
				s.Draw()
			}
		}
	})
}

// Draw shows the state as it is now.
func (s *Line) Draw() {
	parts := s.parts()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended || len(parts) == 0 {
		return
	}
	if s.live {
		fmt.Fprint(s.w, wiped+fitting(parts, s.sep, s.width))
		s.drawn = true
		return
	}
	if now := s.now(); !now.Before(s.quiet) {
		s.quiet = now.Add(sparse)
		fmt.Fprintln(s.w, strings.Join(parts, s.sep)) // in a log only this shows that the run goes on
	}
}

// Announce prints at once what the next drawing will show. Where nothing is redrawn, a user who
// pressed Ctrl-C waits for an answer.
func (s *Line) Announce(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.live && !s.ended {
		fmt.Fprintln(s.w, text)
	}
}

// End wipes the line. It may be called more than once.
func (s *Line) End() {
	s.once.Do(func() { close(s.stop) })
	s.done.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	if s.drawn {
		s.drawn = false
		fmt.Fprint(s.w, wiped)
	}
}

// fitting joins as many of the parts as fit on a line of a terminal, without its last column: some
// terminals would move on to the next line. Half a figure would be wrong, so only a first part
// that is too long is cut.
func fitting(parts []string, sep string, width int) string {
	line := strings.Join(parts, sep)
	for width > 1 && len(line) >= width {
		if len(parts) == 1 {
			return line[:width-1]
		}
		parts = parts[:len(parts)-1]
		line = strings.Join(parts, sep)
	}
	return line
}
