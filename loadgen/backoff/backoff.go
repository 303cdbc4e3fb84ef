// Package backoff says how long a client waits after it lost a race.
package backoff

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// Forms are the ways to write a policy, for help and error texts.
const Forms = "none, fixed:WAIT, exponential:BASE:CAP"

// longest is the longest wait that a policy may name.
const longest = time.Hour

// Policy is a way to wait between attempts.
type Policy struct {
	base, cap time.Duration
	grows     bool
}

// Parse reads a policy:
//
//	none                  try again at once
//	fixed:5ms             always wait as long
//	exponential:1ms:1s    wait a random time up to a bound that doubles with each
//	                      attempt, from the base to the cap (full jitter)
func Parse(text string) (Policy, error) {
	kind, rest, _ := strings.Cut(text, ":")
	parts := strings.Split(rest, ":")
	var spans []time.Duration
	if rest != "" {
		for _, p := range parts {
			d, err := time.ParseDuration(p)
			if err != nil || d <= 0 || d > longest {
				return Policy{}, fmt.Errorf("back-off %q: %q is not a duration such as 5ms; write %s", text, p, Forms)
			}
			spans = append(spans, d)
		}
	}
	switch {
	case text == "none":
		return Policy{}, nil
	case kind == "fixed" && len(spans) == 1:
		return Policy{base: spans[0]}, nil
	case kind == "exponential" && len(spans) == 2 && spans[0] <= spans[1]:
		return Policy{base: spans[0], cap: spans[1], grows: true}, nil
	}
	return Policy{}, fmt.Errorf("back-off %q cannot be used; write %s", text, Forms)
}

// Wait returns how long to wait after a lost attempt; lost counts the losses in a
// row, from 1.
func (p Policy) Wait(lost int, rng *rand.Rand) time.Duration {
	switch {
	case p.base == 0:
		return 0
	case !p.grows:
		return p.base
	}
	bound := p.cap
	if shift := lost - 1; shift < 40 && p.base<<shift > 0 {
		bound = min(p.cap, p.base<<shift)
	}
	return time.Duration(rng.Int64N(int64(bound) + 1))
}

// String returns the form that Parse reads.
func (p Policy) String() string {
	switch {
	case p.base == 0:
		return "none"
	case !p.grows:
		return "fixed:" + p.base.String()
	}
	return "exponential:" + p.base.String() + ":" + p.cap.String()
}
