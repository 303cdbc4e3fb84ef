// Package thorough decides how many random tries tests make: `make test` makes a
// sample of those that IFMATCH_FULL=1 (`make test-full`) makes.
package thorough

import "os"

// All reports whether tests should leave nothing out.
func All() bool { return os.Getenv("IFMATCH_FULL") != "" }

// Of returns how many of n tries a test makes: at least one.
func Of(n int) int {
	if All() {
		return n
	}
	return max(1, n/sample)
}
