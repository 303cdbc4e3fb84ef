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

// end wipes the line.
func (l *liveLine) end() {
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
			text := l.text()
			if !l.live {
				fmt.Fprintln(l.w, text) // for a log: nothing else tells that it goes on
				continue
			}
			if l.width > 1 && len(text) >= l.width {
				text = text[:l.width-1]
			}
			fmt.Fprintf(l.w, "\r\x1b[2K%s", text)
		case <-l.stop:
			if l.live {
				fmt.Fprint(l.w, "\r\x1b[2K")
			}
			return
		}
	}
}

// text is the state in words; plain ASCII, so that its length is its width.
func (l *liveLine) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.acc == nil || l.phase != "sending" {
		return l.phase
	}
	elapsed := time.Since(l.from)
	switch {
	case elapsed < 0:
		return "warming up"
	case l.total > 0 && elapsed > l.total+time.Second:
		return "waiting for the last answers"
	}
	return strings.Join(append([]string{l.clock(elapsed)}, liveFigures(l.acc.Live())...), "  ")
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
