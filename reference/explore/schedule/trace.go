package schedule

import "math/bits"

// Trace is the order of the steps of a play, as far as it matters: two plays that differ only in the order of steps that
// do not depend on each other are in the same state.
type Trace struct {
	steps []uint64
	state uint64
}

// Next returns a number for a step that may be taken next. It depends on what is done and on the earlier steps on which
// it depends.
func (t *Trace) Next(label uint64, depends func(earlier int) bool) uint64 {
	h := mix(label)
	for i, s := range t.steps {
		if depends(i) {
			h += mix(s)
		}
	}
	return mix(h)
}

// Add takes a step that Next has numbered.
func (t *Trace) Add(step uint64) {
	t.steps = append(t.steps, step)
	t.state += step
}

// State returns the state of the play.
func (t *Trace) State() uint64 { return t.state }

// After returns the state after a step.
func (t *Trace) After(step uint64) uint64 { return mix(t.state + step) }

// Fated returns the number of a step with a given outcome.
func Fated(step, outcome uint64) uint64 { return mix(step ^ mix(outcome+1)) }

// mix spreads the bits of a number (splitmix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return bits.RotateLeft64(x^x>>31, 17)
}
