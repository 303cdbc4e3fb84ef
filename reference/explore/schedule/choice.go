// Package schedule explores the schedules of a program: what happens first where several things could. It knows nothing
// of stores. A program is played again and again, and asks a Chooser wherever there is a choice.
//
// A schedule is the list of its choices, and choice 0 is always what would come by itself. A Search plays all schedules
// that depart from that at most once, then twice, and so on. It leaves out those that lead where another led: equal
// states have equal futures.
package schedule

import (
	"bytes"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/bits"
	"strings"
)

// Option is one way to go on.
type Option struct {
	Cost  int    // 1 if it departs from what would come by itself: a preemption, a loss, a jump of time; otherwise 0
	State uint64 // where it leads: see Trace
	Turn  uint64 // who goes on by himself there; 0: anybody
	Dull  bool   // it is not worth trying, since it changes nothing
	// Disturbs says that it is more than another order: a loss, a jump of time. Among schedules that cost the same, those
	// without a disturbance come first.
	Disturbs bool
}

// point is where a choice was made.
type point struct {
	state, turn uint64 // where the program had got to, and who was to go on by himself
	options     []Option
}

// Chooser makes the choices of one play.
type Chooser struct {
	prefix []uint8
	after  func(options []Option) int // chooses beyond the prefix; nil: what comes by itself
	points []point
	chosen []uint8 // at each point
	// Astray says that a choice of the prefix was not offered: the program is not the one that the schedule is of.
	Astray bool
	Cost   int // how often a schedule of a Search departs from what would come by itself
	rank   int // 1 if the prefix disturbs
}

// Follow returns a chooser that plays a given schedule.
func Follow(choices []uint8) *Chooser { return &Chooser{prefix: choices} }

// Plan returns the choices that are made in advance, unless they are made at random.
func (c *Chooser) Plan() (choices []uint8, made bool) { return c.prefix, c.after == nil }

// Choose makes a choice in a state of the program, where turn goes on by himself (0: anybody). The program must offer the
// same options whenever it comes to this point by the same choices, and leaves them to the chooser.
func (c *Chooser) Choose(state, turn uint64, options []Option) int {
	n, chosen := len(c.points), 0
	switch {
	case n < len(c.prefix):
		chosen = int(c.prefix[n])
	case c.after != nil:
		chosen = c.after(options)
	}
	if chosen >= len(options) {
		chosen, c.Astray = 0, true
	}
	c.points, c.chosen = append(c.points, point{state, turn, options}), append(c.chosen, uint8(chosen))
	return chosen
}

// Choices returns the schedule that was played, without the choices at its end that came by themselves.
func (c *Chooser) Choices() []uint8 { return bytes.TrimRight(c.chosen, "\x00") }

// Points returns how many choices were made.
func (c *Chooser) Points() int { return len(c.points) }

// Trace is the order of the steps of a play, as far as it matters: two plays that differ only in the order of steps that
// do not depend on each other are in the same state.
type Trace struct {
	State uint64
	steps []uint64
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
	t.State += step
}

// After returns the state after a step.
func (t *Trace) After(step uint64) uint64 { return mix(t.State + step) }

// Fated returns the number of a step with a given outcome.
func Fated(step, outcome uint64) uint64 { return mix(step ^ mix(outcome+1)) }

// mix spreads the bits of a number (splitmix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return bits.RotateLeft64(x^x>>31, 17)
}

// alphabet is that of tokens: lower-case letters and digits that cannot be taken for each other.
var alphabet = base32.NewEncoding("abcdefghjkmnpqrstuvwxyz023456789").WithPadding(base32.NoPadding)

// tokenMark begins every token, and stands for this version of the choices.
const tokenMark = "k"

// maxChoices bounds what a token can mean.
const maxChoices = 1 << 16

// Token writes a schedule as a word that people can copy.
func Token(choices []uint8) string {
	var b []byte
	gap := uint64(0)
	for _, c := range choices {
		if c == 0 {
			gap++
			continue
		}
		b = append(binary.AppendUvarint(b, gap), c)
		gap = 0
	}
	b = append(b, uint8(crc32.ChecksumIEEE(b)))
	return tokenMark + alphabet.EncodeToString(b)
}

// ParseToken reads a schedule.
func ParseToken(token string) ([]uint8, error) {
	broken := fmt.Errorf("reading the schedule %q: not one that was printed, copy it whole", token)
	text, marked := strings.CutPrefix(strings.TrimSpace(token), tokenMark)
	b, err := alphabet.DecodeString(text)
	if !marked || err != nil || len(b) == 0 || uint8(crc32.ChecksumIEEE(b[:len(b)-1])) != b[len(b)-1] {
		return nil, broken
	}
	var choices []uint8
	for b = b[:len(b)-1]; len(b) > 0; {
		gap, n := binary.Uvarint(b)
		if n <= 0 || n >= len(b) || gap > maxChoices || len(choices) > maxChoices || b[n] == 0 {
			return nil, broken
		}
		choices = append(append(choices, make([]uint8, gap)...), b[n])
		b = b[n+1:]
	}
	return choices, nil
}

// Departures counts the choices that did not come by themselves.
func Departures(choices []uint8) int { return len(choices) - bytes.Count(choices, []byte{0}) }
