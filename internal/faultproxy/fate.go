package faultproxy

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// Options say how much of the way is spoiled. Shares are of all exchanges, 0 to
// 1, and together at most 1: every exchange suffers one thing or nothing. The
// zero value spoils nothing.
type Options struct {
	// Seed decides, with the number of an exchange, what happens to it.
	Seed uint64

	// ResetShare is cut off with a reset: half of it before the request reaches the
	// server, half after the server has answered, so that the answer is lost.
	ResetShare float64
	// SilentShare gets no answer, though the server gave one and the connection
	// stays open. The client has to give up.
	SilentShare float64
	// LateShare reaches the server by Late too late, also if the client gave up and
	// left in the meantime.
	LateShare float64
	Late      time.Duration
	// DelayShare is answered by Delay too late.
	DelayShare float64
	Delay      time.Duration
}

// fate is what happens to an exchange.
type fate int

const (
	passed fate = iota
	resetBefore
	resetAfter
	silent
	late
	delayed
)

func (o *Options) validate() error {
	sum := 0.0
	for _, share := range []float64{o.ResetShare, o.SilentShare, o.LateShare, o.DelayShare} {
		if !(share >= 0 && share <= 1) {
			return fmt.Errorf("a share of %v of the exchanges cannot be: it must be 0 to 1", share)
		}
		sum += share
	}
	if sum > 1 {
		return fmt.Errorf("more than all exchanges are to be spoiled: the shares add up to %v", sum)
	}
	for _, d := range []time.Duration{o.Late, o.Delay} {
		if d < 0 {
			return fmt.Errorf("a wait of %s cannot be", d)
		}
	}
	return nil
}

// fate is what happens to the n-th exchange: always the same for a seed, however
// the exchanges of several connections come to be numbered.
func (o *Options) fate(n uint64) fate {
	at := rand.New(rand.NewPCG(o.Seed, n)).Float64()
	for _, part := range []struct {
		share float64
		fate  fate
	}{
		{o.ResetShare / 2, resetBefore},
		{o.ResetShare / 2, resetAfter},
		{o.SilentShare, silent},
		{o.LateShare, late},
		{o.DelayShare, delayed},
	} {
		if at < part.share {
			return part.fate
		}
		at -= part.share
	}
	return passed
}
