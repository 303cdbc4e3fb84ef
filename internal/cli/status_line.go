package cli

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

const (
	// redraw is how often the line on a terminal moves: often enough to count
	// seconds down.
	redraw = 200 * time.Millisecond
	// sparse is how often a line goes to a log file: a run against a real service
	// takes about a minute.
	sparse = 10 * time.Second
)

// wiped brings the cursor back to the begin of an empty line.
const wiped = "\r\x1b[2K"

// statusLine shows how something goes: one line that redraws itself on a terminal,
// a line now and then elsewhere.
type statusLine struct {
	w     io.Writer
	live  bool
	width int // of the terminal; matters only if live
	sep   string
	now   func() time.Time
	// parts are the state in words, the most important first; plain ASCII, so that
	// their length is their width. None: there is nothing to show yet.
	parts func() []string

	mu           sync.Mutex
	quiet        time.Time // no sparse line before
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
		fmt.Fprintln(s.w, strings.Join(parts, s.sep)) // for a log: nothing else tells that it goes on
	}
}

// announce tells at once what the next drawing will show: where nothing is redrawn,
// who pressed Ctrl-C waits for an answer.
func (s *statusLine) announce(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.live && !s.ended {
		fmt.Fprintln(s.w, text)
	}
}

// end wipes the line. It may be called again.
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
