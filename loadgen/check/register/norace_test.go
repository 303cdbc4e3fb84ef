//go:build !race

package register

// slow divides the numbers of random histories.
const slow = 1
