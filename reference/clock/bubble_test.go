package clock_test

import (
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
		begun, due := time.Now(), false
		time.AfterFunc(30*time.Second, func() { due = true })
		if now := (clock.Bubble{}).Advance(time.Minute); now.Sub(begun) != time.Minute {
			t.Errorf("a minute after %v it is %v", begun, now)
		}
		if !due {
			t.Error("what is due within the minute has not happened")
		}
	})
}
