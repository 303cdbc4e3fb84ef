//go:build !race

package thorough

// sample divides the numbers of tries of a test that need not be thorough.
const sample = 20

// racing tells whether the race detector watches.
const racing = false
