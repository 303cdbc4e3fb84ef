package thorough

import "testing"

// Only leaves a test to `make test-full`: it plays whole runs, whose parts `make test` tries.
// Under the race detector it stays, since whole runs are where goroutines meet.
func Only(t testing.TB) {
	t.Helper()
	if !All() && !racing {
		t.Skip("make test-full runs this")
	}
}

// Alone leaves a test to others than the race detector, under which it would take ten times
// as long: it does one thing after the other, and nothing in it is shared.
func Alone(t testing.TB) {
	t.Helper()
	if racing {
		t.Skip("nothing races here")
	}
}
