// Package thorough decides how many random tries tests make: `make test` makes a
// sample of those that IFMATCH_FULL=1 (`make test-full`) makes.
package thorough

import (
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"
)

// sample divides the number of tries of a test, unless all are to be made.
const sample = 30

// All reports whether tests should leave nothing out.
func All() bool { return os.Getenv("IFMATCH_FULL") != "" }

// Of returns how many of n tries a test makes: at least one.
func Of(n int) int {
	if All() {
		return n
	}
	return max(1, n/sample)
}

// Some returns the rows of a table that a test tries: all, or n that Seed draws, where each shows
// the same of another fault, server or workload.
func Some[Row any](t testing.TB, n int, rows []Row) []Row {
	t.Helper()
	if All() || n >= len(rows) {
		return rows
	}
	drawn := make([]Row, n)
	for i, k := range rand.New(rand.NewPCG(Seed(t), 0)).Perm(len(rows))[:n] {
		drawn[i] = rows[k]
	}
	return drawn
}

// SomeNamed is Some for a table whose rows have names.
func SomeNamed[Row any](t testing.TB, n int, rows map[string]Row) map[string]Row {
	t.Helper()
	drawn := map[string]Row{}
	for _, name := range Some(t, n, slices.Sorted(maps.Keys(rows))) {
		drawn[name] = rows[name]
	}
	return drawn
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
