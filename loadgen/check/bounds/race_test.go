//go:build race

package bounds

// slow divides the numbers of random histories: the race detector makes them ten
// times as expensive, and there is nothing random about races here.
const slow = 10
