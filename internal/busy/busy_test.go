package busy_test

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"ifmatch/internal/busy"
)

// TestCrowded keeps more threads busy than there are processors: most of them wait.
func TestCrowded(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux counts what threads wait for")
	}
	m := busy.Start()
	if got := (busy.Meter{}).Waited(); got < 0 || got > 1 {
		t.Errorf("since the process began: a share of %g", got)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8 * runtime.NumCPU()))
	end := time.Now().Add(200 * time.Millisecond)
	var all sync.WaitGroup
	for range 8 * runtime.NumCPU() {
		all.Go(func() {
			for time.Now().Before(end) {
			}
		})
	}
	all.Wait()
	if got := m.Waited(); got < 0.1 || got > 1 {
		t.Errorf("eight threads a processor waited %.2f of their time, want most of it", got)
	}
}
