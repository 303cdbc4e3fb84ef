package cli

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

// statusLine shows the progress of something: one line that is redrawn on a terminal, or a line now
// and then elsewhere.
type statusLine struct {
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

func newStatusLine(w io.Writer, live bool, width int, sep string, now func() time.Time, parts func() []string) *statusLine {
	return &statusLine{w: w, live: live, width: width, sep: sep, now: now, parts: parts, quiet: now().Add(sparse), stop: make(chan struct{})}
}

// begin draws until end is called.
func (s *statusLine) begin() {
	s.done.Go(func() {
		every := time.NewTicker(redraw)
		defer every.Stop()
		for {
			select {
			case <-s.stop:
				return
			case <-every.C:
				s.draw()
			}
		}
	})
}

func (s *statusLine) draw() {
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

// announce prints at once what the next drawing will show. Where nothing is redrawn, a user who
// pressed Ctrl-C waits for an answer.
func (s *statusLine) announce(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.live && !s.ended {
		fmt.Fprintln(s.w, text)
	}
}

// end wipes the line. It may be called more than once.
func (s *statusLine) end() {
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
