package cli

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"ifmatch/loadgen/stats"
)

// liveLine shows how a load run goes: one line that redraws itself on a terminal,
// a line now and then elsewhere.
type liveLine struct {
	w     io.Writer
	live  bool
	width int
	stop  chan struct{}
	done  sync.WaitGroup

	mu    sync.Mutex
	acc   *stats.Accumulator // nil before the measured part
	from  time.Time
	phase string
	total time.Duration
	ended bool
}

// newLiveLine begins to draw on w.
func newLiveLine(w io.Writer, width int, live bool, total time.Duration) *liveLine {
	l := &liveLine{w: w, live: live, width: width, stop: make(chan struct{}), total: total, phase: "preparing"}
	l.done.Go(l.run)
	return l
}

// measuring says that the plan is being sent, and what counts it.
func (l *liveLine) measuring(acc *stats.Accumulator, warmup time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.acc, l.from, l.phase = acc, time.Now().Add(warmup), "sending"
}

// say shows a phase instead of figures.
func (l *liveLine) say(phase string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.phase = phase
}

// announce shows a phase, and at once where nothing is redrawn: who pressed Ctrl-C
// waits for an answer.
func (l *liveLine) announce(phase string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.phase = phase
	if !l.live && !l.ended {
		fmt.Fprintln(l.w, phase)
	}
}

// end wipes the line.
func (l *liveLine) end() {
	l.mu.Lock()
	l.ended = true
	l.mu.Unlock()
	close(l.stop)
	l.done.Wait()
}

func (l *liveLine) run() {
	every := redraw
	if !l.live {
		every = sparse
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			l.draw()
		case <-l.stop:
			if l.live {
				fmt.Fprint(l.w, "\r\x1b[2K")
			}
			return
		}
	}
}

func (l *liveLine) draw() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.live {
		fmt.Fprintln(l.w, strings.Join(l.parts(), "  ")) // for a log: nothing else tells that it goes on
		return
	}
	fmt.Fprintf(l.w, "\r\x1b[2K%s", fitting(l.parts(), "  ", l.width))
}

// parts are the state in words, the most important first; plain ASCII, so that
// their length is their width.
func (l *liveLine) parts() []string {
	if l.acc == nil || l.phase != "sending" {
		return []string{l.phase}
	}
	elapsed := time.Since(l.from)
	switch {
	case elapsed < 0:
		return []string{"warming up"}
	case l.total > 0 && elapsed > l.total+time.Second:
		return []string{"waiting for the last answers"}
	}
	return append([]string{l.clock(elapsed)}, liveFigures(l.acc.Live())...)
}

func (l *liveLine) clock(elapsed time.Duration) string {
	if l.total > 0 {
		return fmt.Sprintf("%d/%d s", int(elapsed.Seconds()), int(l.total.Seconds()))
	}
	return fmt.Sprintf("%d s", int(elapsed.Seconds()))
}

// liveFigures are what one wants to see move.
func liveFigures(f stats.Live) []string {
	out := []string{
		fmt.Sprintf("%.0f req/s", f.Rate),
		fmt.Sprintf("goodput %.0f/s", f.Goodput),
		fmt.Sprintf("conflicts %.1f%%", 100*f.ConflictRate),
		fmt.Sprintf("p99 %s", shortDuration(f.P99)),
	}
	if f.Late > 0 {
		out = append(out, fmt.Sprintf("late %d", f.Late))
	}
	if f.Errors > 0 {
		out = append(out, fmt.Sprintf("no clear answer %d", f.Errors))
	}
	return out
}

// shortDuration writes a latency with three digits.
func shortDuration(d time.Duration) string {
	switch {
	case d >= time.Second:
		return fmt.Sprintf("%.3gs", d.Seconds())
	case d >= time.Millisecond:
		return fmt.Sprintf("%.3gms", float64(d)/1e6)
	}
	return fmt.Sprintf("%.3gus", float64(d)/1e3)
}
