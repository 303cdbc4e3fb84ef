// Package thorough decides how many random tries tests make: `make test` makes a
// sample of those that IFMATCH_FULL=1 (`make test-full`) makes.
package thorough

import (
	"os"
	"strconv"
	"testing"
	"time"
)

// All reports whether tests should leave nothing out.
func All() bool { return os.Getenv("IFMATCH_FULL") != "" }

// Of returns how many of n tries a test makes: at least one.
func Of(n int) int {
	if All() {
		return n
	}
	return max(1, n/sample)
}

// Only leaves a test to `make test-full`, because it plays whole runs, and `make test` tests
// their parts. The test also runs under the race detector, since goroutines meet in whole
// runs.
func Only(t testing.TB) {
	t.Helper()
	if !All() && !racing {
		t.Skip("make test-full runs this")
	}
}

// Alone skips a test under the race detector, where it would take ten times as long. It is
// for tests without concurrency.
func Alone(t testing.TB) {
	t.Helper()
	if racing {
		t.Skip("nothing races here")
	}
}

// Seed returns the seed of a test's random numbers: IFMATCH_SEED, or a new one if that is not
// set. It logs the seed, so that a failure can be repeated.
func Seed(t testing.TB) uint64 {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	if text := os.Getenv("IFMATCH_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatalf("read IFMATCH_SEED: %v", err)
		}
	}
	t.Logf("IFMATCH_SEED=%d", seed)
	return seed
}
