//go:build race

package thorough

// sample is larger under the race detector, which makes tries ten times as expensive.
// Random histories depend on chance, but contain no races.
const sample = 30

const racing = true
