package thorough

import "testing"

// Only leaves a test to `make test-full`: it plays whole runs, whose parts `make test` tries.
func Only(t testing.TB) {
	t.Helper()
	if !All() {
		t.Skip("make test-full runs this")
	}
}
