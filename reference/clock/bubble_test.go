package clock_test

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ifmatch/reference/clock"
)

func TestABubbleHasAClockOfItsOwn(t *testing.T) {
	t.Parallel()
	if clock.InBubble() {
		t.Error("a test outside of a bubble is in one")
	}
	synctest.Test(t, func(t *testing.T) {
		if !clock.InBubble() {
			t.Error("a test in a bubble is in none")
		}
		var due atomic.Bool
		begun := time.Now()
		time.AfterFunc(30*time.Second, func() { due.Store(true) })
		if now := (clock.Bubble{}).Advance(time.Minute); now.Sub(begun) != time.Minute {
			t.Errorf("a minute after %v it is %v", begun, now)
		}
		if !due.Load() {
			t.Error("what is due within the minute has not happened")
		}
	})
}
