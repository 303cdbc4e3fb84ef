package thorough

import "testing"

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
