package explore

import (
	"runtime/debug"
	"testing"
)

// percent is how often garbage is collected.
func percent() int {
	p := debug.SetGCPercent(100)
	debug.SetGCPercent(p)
	return p
}

func TestGarbageIsCollectedAsBefore(t *testing.T) {
	for _, c := range []struct{ before, during int }{{100, collectAt}, {50, collectAt}, {800, 800}, {-1, -1}} {
		was := debug.SetGCPercent(c.before)
		first, second := collectLess(), collectLess()
		if got := percent(); got != c.during {
			t.Errorf("%d: while schedules are played: %d, want %d", c.before, got, c.during)
		}
		if first(); percent() != c.during {
			t.Errorf("%d: one of two explorations has ended: %d, want %d", c.before, percent(), c.during)
		}
		if second(); percent() != c.before {
			t.Errorf("%d: afterwards: %d", c.before, percent())
		}
		debug.SetGCPercent(was)
	}
}
