//go:build race

package thorough

// sample is larger under the race detector, which makes tries ten times as expensive:
// what depends on chance is random histories, about which nothing races.
const sample = 30

const racing = true
