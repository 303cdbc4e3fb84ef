package explore

import (
	"runtime/debug"
	"sync"
)

// A schedule makes much garbage and keeps next to nothing. Collecting it four times less often than usual plays a third
// more schedules, for some megabytes.
const collectAt = 400

// collecting counts the explorations that go on, of tests in parallel, and remembers how often garbage was collected before
// the first of them.
var collecting struct {
	sync.Mutex
	count, before int
}

// collectLess collects garbage less often until the function that it returns is called. Who collects even less often, or
// not at all, keeps that.
func collectLess() (asBefore func()) {
	collecting.Lock()
	defer collecting.Unlock()
	if collecting.count++; collecting.count == 1 {
		collecting.before = debug.SetGCPercent(collectAt)
		if collecting.before < 0 || collecting.before > collectAt {
			debug.SetGCPercent(collecting.before)
		}
	}
	return func() {
		collecting.Lock()
		defer collecting.Unlock()
		if collecting.count--; collecting.count == 0 {
			debug.SetGCPercent(collecting.before)
		}
	}
}
