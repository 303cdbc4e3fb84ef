//go:build !race

package appendblob

// slow divides the numbers of random histories.
const slow = 1
