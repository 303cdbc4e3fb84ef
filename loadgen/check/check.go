// Package check judges a recorded history: is there an order of its operations in which a
// correct service could have performed them? It splits the history by resource, gives
// every resource to the checks that its operations call for, and joins their results.
// Resources are independent of each other (linearisability is local), except for the
// entities of a partition that entity group transactions change together.
//
// The verdict is never better than the evidence: a history with a missing part is never
// valid, and a search that gave up is undecided.
package check

import (
	"cmp"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"ifmatch/loadgen/check/finding"
)

// Options shape a check. The zero value suits a run against a real service.
type Options struct {
	Workers int           // resources checked at once; 0: GOMAXPROCS
	Early   time.Duration // how much before its promised end a lease or a visibility timeout may end, on the service's clock; 0: bounds.DefaultEarly
	Late    time.Duration // how much later it may end; 0: bounds.DefaultLate
	Rate    float64       // how many times faster than ours the service's clock runs; 0: 1
	Budget  int           // placements that every search for an order of versions may try; 0: the default of the check
	// Limit is how long searches for an order of leases and messages, and explaining what is wrong, may take
	// in all. What was found by then is the verdict. 0: finding.LimitTime; below zero: for ever.
	Limit time.Duration
	// Witness takes, for each resource, and each message of a queue, and each check that found it valid, the order of its operations;
	// nil if the check tells none.
	// It may be called for several resources at once. A Stream calls it for no order.
	Witness func(key, check string, order []finding.Placed)
	// Undecided is how many events of resources whose use is not clear yet a Stream keeps at
	// most. Beyond that it decides by the events seen so far which checks they call for.
	// 0 means 65,536, and below zero means none.
	Undecided int
	// Needs are the counts of Observed that the checks must have seen, so that the run
	// puts to the test what it is meant to prove. Missing ones are listed as not observed,
	// along with the rules of the checks.
	Needs []string
}

// Verdict is what a history proves.
type Verdict struct {
	State       finding.State
	Why         string // reason for Incomplete and Undecided
	Operations  int64  // operations that were judged
	Keys        int
	Seconds     float64        // duration of the check
	Results     []Result       // results for resources that are not valid, the worst first
	Violations  int            // number of violations, including those that Results do not describe
	More        bool           // there may be more violations: a check ended before it had found all
	Observed    map[string]int // what the checks could see at work
	NotObserved []string       // rules that nothing in the history put to the test
	Assumptions []string
}

// Result is the verdict of one check on one resource.
type Result struct {
	Key   string // of the resource; for a partition, the part of the name that its entities share
	Check string // "register", "transaction", …
	finding.Result
}

// parallel calls do for each of all, on as many goroutines as resources are checked at once.
func parallel[T any](o Options, all []T, do func(T)) {
	workers := cmp.Or(max(0, o.Workers), runtime.GOMAXPROCS(0))
	var taken atomic.Int64
	var wg sync.WaitGroup
	for range min(workers, len(all)) {
		wg.Go(func() {
			for i := int(taken.Add(1)) - 1; i < len(all); i = int(taken.Add(1)) - 1 {
				do(all[i])
			}
		})
	}
	wg.Wait()
}
