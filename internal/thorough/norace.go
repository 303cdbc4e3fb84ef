//go:build !race

package thorough

// sample divides the number of tries of a test, unless all are to be made.
const sample = 20

// racing reports whether the race detector is on.
const racing = false
