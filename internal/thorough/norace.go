//go:build !race

package thorough

// racing reports whether the race detector is on.
const racing = false
