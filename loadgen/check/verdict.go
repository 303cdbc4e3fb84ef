package check

import (
	"ifmatch/loadgen/check/finding"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Options shape a check. The zero value is what a run over a real service wants.
type Options struct {
	Workers int           // resources checked at once; 0: GOMAXPROCS
	Early   time.Duration // how much before its promised end a lease or a visibility timeout may end; 0: what the service's clock allows
	Late    time.Duration // how much later it may end
	Rate    float64       // how many times faster than ours the service's clock runs; 0: 1
	Budget  int           // bound of every search for an order of versions; 0: the check's own
	// Held is how many events of resources whose use is not clear yet a Stream keeps at
	// most, before it decides by what it has seen which checks they call for; 0: 65,536,
	// below zero: none.
	Held int
	// Needs are what the checks must have seen, as Observed counts it, for what the
	// run is to prove to have been put to the test. What is not there is listed as
	// not observed, beside the rules of the checks.
	Needs []string
}

// Verdict is what a history proves.
type Verdict struct {
	State       finding.State
	Why         string // of Incomplete and Undecided
	Operations  int64  // that were judged
	Keys        int
	Seconds     float64        // that the check took
	Results     []Result       // of resources that are not valid, the worst first
	Violations  int            // how many there are, those that Results do not describe included
	More        bool           // that many at least: a check ended before it had found all
	Observed    map[string]int // what the checks could see at work
	NotObserved []string       // rules that nothing in the history put to the test
	Assumptions []string
}

// Result is the verdict of one check on one resource.
type Result struct {
	Key   string // of the resource; of a partition, as far as its entities have it in common
	Check string // "register", "transaction", …
	finding.Result
}

// Each calls a function for every number below n, on as many goroutines as resources are
// checked at once. Each of them has its own, made by begin.
func (o Options) Each(n int, begin func() func(int)) {
	workers := o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var taken atomic.Int64
	var wg sync.WaitGroup
	for range min(workers, n) {
		wg.Go(func() {
			do := begin()
			for i := int(taken.Add(1)) - 1; i < n; i = int(taken.Add(1)) - 1 {
				do(i)
			}
		})
	}
	wg.Wait()
}
