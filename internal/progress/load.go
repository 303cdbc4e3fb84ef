package progress

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"ifmatch/loadgen/stats"
	"ifmatch/reports/figure"
)

// Load shows the progress of a load run.
type Load struct {
	*Line
	total time.Duration

	mu    sync.Mutex
	acc   *stats.Accumulator // nil before the measured part
	from  time.Time
	phase string
}

// NewLoad starts drawing on w.
func NewLoad(w io.Writer, width int, live bool, total time.Duration) *Load {
	l := &Load{total: total, phase: "preparing"}
	l.Line = NewLine(w, live, width, "  ", time.Now, l.state)
	l.Begin()
	return l
}

// Sending says that the plan is being sent, and which accumulator counts it.
func (l *Load) Sending(acc *stats.Accumulator, warmup time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.acc, l.from, l.phase = acc, time.Now().Add(warmup), "sending"
}

// Say shows a phase instead of figures.
func (l *Load) Say(phase string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.phase = phase
}

func (l *Load) state() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
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

func (l *Load) clock(elapsed time.Duration) string {
	if l.total > 0 {
		elapsed = min(elapsed, l.total)
		bar := strings.Repeat("#", int(10*elapsed/l.total)) + strings.Repeat("-", 10-int(10*elapsed/l.total))
		return fmt.Sprintf("[%s] %d/%d s, %d s left", bar, int(elapsed.Seconds()), int(l.total.Seconds()), int((l.total-elapsed+time.Second-1)/time.Second))
	}
	return fmt.Sprintf("%d s", int(elapsed.Seconds()))
}

// liveFigures are the figures that change during a run.
func liveFigures(f stats.Live) []string {
	out := []string{
		figure.Number(f.Rate) + " req/s",
		"goodput " + figure.Number(f.Goodput) + "/s",
		"conflicts " + figure.Share(f.ConflictRate),
		"p99 " + figure.Duration(f.P99),
	}
	if f.Late > 0 {
		out = append(out, fmt.Sprintf("late %d", f.Late))
	}
	if f.Errors > 0 {
		out = append(out, fmt.Sprintf("no clear answer %d", f.Errors))
	}
	return out
}

// Interrupted says what still happens when ctx ends, until stop is called.
func (l *Load) Interrupted(ctx context.Context, text string) (stop func() bool) {
	return context.AfterFunc(ctx, func() {
		l.Say(text)
		l.Announce(text)
	})
}
