// Package thorough says how often tests try what depends on chance: `make test` a
// sample of what IFMATCH_FULL=1 (`make test-full`) tries.
package thorough

import "os"

// All tells whether tests leave nothing out.
func All() bool { return os.Getenv("IFMATCH_FULL") != "" }

// Of is how many of n tries a test makes: at least one.
func Of(n int) int {
	if All() {
		return n
	}
	return max(1, n/sample)
}
