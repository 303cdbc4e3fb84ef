//go:build !race

package thorough

// sample divides the numbers of tries of a test that need not be thorough.
const sample = 20
