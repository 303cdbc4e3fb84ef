package clock

import "time"

// Bubble is the clock of a testing/synctest bubble. It moves when all goroutines of the bubble wait.
type Bubble struct{ Real }

// InBubble reports whether the calling goroutine is in a bubble. The clock of a bubble starts at midnight UTC
// 2000-01-01, and no machine that runs this program is set so far back.
func InBubble() bool { return time.Now().Year() < 2010 }

// Advance waits for d, and with that lets everything happen that is due in the bubble until then.
func (b Bubble) Advance(d time.Duration) time.Time {
	if d > 0 {
		time.Sleep(d)
	}
	return b.Now()
}
