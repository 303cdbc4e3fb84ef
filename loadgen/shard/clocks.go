package shard

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"ifmatch/loadgen/history"
)

// Part is the history of one process.
type Part struct {
	Shard   int // from 0
	History *history.History
}

// Drift is how much a clock may gain or lose against another, as a share. It allows for two clocks that are off by
// 1,000 ppm in opposite directions, which is worse than any machine's.
const Drift = 0.002

// Clocks bounds the offsets between the clocks of the shards. The common time is that of the base, the first shard
// present.
type Clocks struct {
	base  int
	parts []int
	shift map[int]int64 // from a shard's times to those of the base, assuming that the machines' clocks agree
	// offsetBounds holds, for each window of time and for shards i and j, an upper bound of x(i) - x(j), where x is the offset
	// that turns a shard's shifted times into the common time.
	offsetBounds [][][]int64
	empty        []int // windows in which no offsets fit
}

const (
	never  = math.MaxInt64 / 8
	window = int64(100 * time.Millisecond)
	most   = 1_000_000 // bound on the windows: more than a day of them
)

// writing is when a value was sent.
type writing struct {
	shard  int
	invoke int64
}

// compare finds the bounds. Nothing is read before it was sent. If shard i sent at a by its clock, and shard j had read
// that value at b by its own, then a + x(i) ≤ b + x(j), so x(i) - x(j) ≤ b - a. Because clocks drift, a pair says less
// about moments further away. And if two clocks disagree, the moment of a pair is known only as precisely as they
// agree.
func compare(n int, parts []Part) Clocks {
	c := Clocks{base: parts[0].Shard, shift: map[int]int64{}}
	sent := map[uint64]writing{}
	last := int64(0)
	for _, p := range parts {
		c.parts = append(c.parts, p.Shard)
		c.shift[p.Shard] = int64(p.History.Started.Round(0).Sub(parts[0].History.Started.Round(0)))
		for i := range p.History.Events {
			e := &p.History.Events[i]
			at := e.Invoke + c.shift[p.Shard]
			last = max(last, at)
			if wrote(e) {
				if w, known := sent[e.Value]; !known || at < w.invoke {
					sent[e.Value] = writing{p.Shard, at}
				}
			}
		}
	}
	windows := int(min(last/window+1, most))
	c.offsetBounds = make([][][]int64, windows)
	for w := range c.offsetBounds {
		c.offsetBounds[w] = square(n)
	}
	for _, p := range parts {
		for i := range p.History.Events {
			e := &p.History.Events[i]
			w, known := sent[e.Value]
			if !known || w.shard == p.Shard || e.Return == history.Open || e.Outcome != history.Won || e.Flags&history.Torn != 0 {
				continue
			}
			read := e.Return + c.shift[p.Shard]
			m := c.offsetBounds[c.window(read)]
			m[w.shard][p.Shard] = min(m[w.shard][p.Shard], read-w.invoke)
		}
	}
	c.spread(n)
	return c
}

// wrote reports whether the value of an event is one that its client sent, and not one that it read.
func wrote(e *history.Event) bool {
	client, seq := history.WriterOf(e.Value)
	return e.Value != 0 && client == e.Client && seq == e.Seq
}

func (c *Clocks) window(t int64) int { return int(min(max(t, 0)/window, int64(len(c.offsetBounds)-1))) }

func square(n int) [][]int64 {
	m := make([][]int64, n)
	for i := range m {
		m[i] = slices.Repeat([]int64{never}, n)
		m[i][i] = 0
	}
	return m
}

// spread extends the bounds of each window to the others, and derives bounds of each pair of shards from the other
// pairs.
func (c *Clocks) spread(n int) {
	// off bounds how far two clocks are apart at the moments of the pairs. A window may be earlier or later by as much.
	off := 0.0
	least := square(n)
	for _, m := range c.offsetBounds {
		for i := range n {
			for j := range n {
				least[i][j] = min(least[i][j], m[i][j])
			}
		}
	}
	for i := range n {
		for j := range n {
			if i != j && least[i][j] < never {
				off = max(off, math.Abs(float64(least[i][j])))
			}
		}
	}
	off += Drift * float64(int64(len(c.offsetBounds))*window)
	step := int64(2 * Drift * float64(window))
	loose := step + int64(2*Drift*off)
	for _, m := range c.offsetBounds {
		for i := range n {
			for j := range n {
				if i != j && m[i][j] < never {
					m[i][j] += loose
				}
			}
		}
	}
	pass := func(from, to [][]int64) {
		for i := range n {
			for j := range n {
				if i != j && from[i][j] < never {
					to[i][j] = min(to[i][j], from[i][j]+step)
				}
			}
		}
	}
	for w := 1; w < len(c.offsetBounds); w++ {
		pass(c.offsetBounds[w-1], c.offsetBounds[w])
	}
	for w := len(c.offsetBounds) - 1; w > 0; w-- {
		pass(c.offsetBounds[w], c.offsetBounds[w-1])
	}
	for w, m := range c.offsetBounds {
		if !joined(m) {
			c.empty = append(c.empty, w)
		}
	}
}

// joined derives the bounds of pairs of shards from those of others, and reports whether any offsets satisfy them all.
func joined(m [][]int64) bool {
	for k := range m {
		for i := range m {
			for j := range m {
				if m[i][k] < never && m[k][j] < never {
					m[i][j] = min(m[i][j], m[i][k]+m[k][j])
				}
			}
		}
	}
	for i := range m {
		if m[i][i] < 0 {
			return false
		}
	}
	return true
}

// span converts a time shown by a shard's clock to the base's clock: it was not before lo, nor after hi. ok is false if
// nothing is known.
func (c *Clocks) span(shard int, t int64) (lo, hi int64, ok bool) {
	if shard == c.base {
		return t, t, true
	}
	t += c.shift[shard]
	m := c.offsetBounds[c.window(t)]
	less, more := m[c.base][shard], m[shard][c.base]
	if less >= never || more >= never {
		return t, t, false
	}
	return t - less, t + more, true
}

// placed reports whether a shard's clock can be compared with that of the base.
func (c *Clocks) placed(shard int) bool {
	_, _, ok := c.span(shard, 0)
	return ok
}

// Unknown returns why the shards cannot be put on one clock, "" if they can.
func (c *Clocks) Unknown() string {
	if len(c.empty) > 0 {
		return fmt.Sprintf("a clock stepped about %s after the start, or the service showed something that was not written yet: no offsets of the clocks explain what each shard read",
			time.Duration(int64(c.empty[0])*window))
	}
	var lost []string
	for _, s := range c.parts {
		if !c.placed(s) {
			lost = append(lost, fmt.Sprint(s))
		}
	}
	if len(lost) > 0 {
		return fmt.Sprintf("the clocks of shards %d and %s cannot be compared: each must have read something that the other wrote", c.base, strings.Join(lost, ", "))
	}
	return ""
}

// Width returns the largest uncertainty, over the run, of the offset between a shard's clock and the base's.
func (c *Clocks) Width(shard int) time.Duration {
	widest := int64(0)
	for w := range c.offsetBounds {
		lo, hi, ok := c.span(shard, int64(w)*window-c.shift[shard])
		if !ok {
			return never
		}
		widest = max(widest, hi-lo)
	}
	return time.Duration(widest)
}

// Offset bounds the correction that turns the time shown by a shard's machine at the beginning into that shown by the
// base's machine.
func (c *Clocks) Offset(shard int) (lo, hi time.Duration) {
	less, more, _ := c.span(shard, -c.shift[shard])
	return time.Duration(less), time.Duration(more)
}
