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

// Drift is by how much a clock may gain or lose against another, as a share: two that are 1,000 ppm wrong, which no
// machine's is, one each way.
const Drift = 0.002

// Clocks bounds how far the clocks of the shards are apart. The common time is that of the base, the first shard that is
// there.
type Clocks struct {
	base  int
	parts []int
	shift map[int]int64 // from the times of a shard to those of the base, if the machines' clocks agreed
	// apart holds for each window of time, and for shards i and j, the most that x(i) - x(j) can be, where x is what has to be
	// added to a shard's shifted times to have the common time.
	apart [][][]int64
	empty []int // windows in which no offsets fit
}

const (
	never  = math.MaxInt64 / 8
	window = int64(100 * time.Millisecond)
	most   = 1_000_000 // windows: more than a day of them
)

// writing is when a value was sent.
type writing struct {
	shard  int
	invoke int64
}

// compare finds the bounds. Nothing is read before it was sent: if shard i sent at a by its clock what shard j had read at
// b by its own, then a + x(i) ≤ b + x(j), so that x(i) - x(j) ≤ b - a. A pair says less of moments that are further away,
// because clocks drift meanwhile; and where in time a moment is that two clocks show differently is known no better than
// they agree.
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
	c.apart = make([][][]int64, windows)
	for w := range c.apart {
		c.apart[w] = square(n)
	}
	for _, p := range parts {
		for i := range p.History.Events {
			e := &p.History.Events[i]
			w, known := sent[e.Value]
			if !known || w.shard == p.Shard || e.Return == history.Open || e.Outcome != history.Won || e.Flags&history.Torn != 0 {
				continue
			}
			read := e.Return + c.shift[p.Shard]
			m := c.apart[c.window(read)]
			m[w.shard][p.Shard] = min(m[w.shard][p.Shard], read-w.invoke)
		}
	}
	c.spread(n)
	return c
}

// wrote tells whether the value of an event is what its client sent, and not what it was shown.
func wrote(e *history.Event) bool {
	client, seq := history.WriterOf(e.Value)
	return e.Value != 0 && client == e.Client && seq == e.Seq
}

func (c *Clocks) window(t int64) int { return int(min(max(t, 0)/window, int64(len(c.apart)-1))) }

func square(n int) [][]int64 {
	m := make([][]int64, n)
	for i := range m {
		m[i] = slices.Repeat([]int64{never}, n)
		m[i][i] = 0
	}
	return m
}

// spread lets each window know what the others say, and each pair of shards what follows from the rest.
func (c *Clocks) spread(n int) {
	// How far two clocks are apart, at most, at the moments of the pairs: so much later or earlier a window may be.
	off := 0.0
	least := square(n)
	for _, m := range c.apart {
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
	off += Drift * float64(int64(len(c.apart))*window)
	step := int64(2 * Drift * float64(window))
	loose := step + int64(2*Drift*off)
	for _, m := range c.apart {
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
	for w := 1; w < len(c.apart); w++ {
		pass(c.apart[w-1], c.apart[w])
	}
	for w := len(c.apart) - 1; w > 0; w-- {
		pass(c.apart[w], c.apart[w-1])
	}
	for w, m := range c.apart {
		if !joined(m) {
			c.empty = append(c.empty, w)
		}
	}
}

// joined adds what pairs of shards say of others, and tells whether any offsets fit.
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

// span is when something happened on the clock of the base, that a shard's shows a time for: not before lo, nor after
// hi. ok is false if nothing is known of it.
func (c *Clocks) span(shard int, t int64) (lo, hi int64, ok bool) {
	if shard == c.base {
		return t, t, true
	}
	t += c.shift[shard]
	m := c.apart[c.window(t)]
	less, more := m[c.base][shard], m[shard][c.base]
	if less >= never || more >= never {
		return t, t, false
	}
	return t - less, t + more, true
}

// placed tells whether a shard's clock can be compared with that of the base.
func (c *Clocks) placed(shard int) bool {
	_, _, ok := c.span(shard, 0)
	return ok
}

// Unknown says why the shards cannot be put on one clock, "" if they can.
func (c *Clocks) Unknown() string {
	if len(c.empty) > 0 {
		return fmt.Sprintf("a clock stepped about %s after the start, or the service showed what was not written yet: no offsets of the clocks explain who read what",
			time.Duration(int64(c.empty[0])*window))
	}
	var lost []string
	for _, s := range c.parts {
		if !c.placed(s) {
			lost = append(lost, fmt.Sprint(s))
		}
	}
	if len(lost) > 0 {
		return fmt.Sprintf("the clocks of shards %d and %s cannot be compared: they did not see, both ways, what the other wrote", c.base, strings.Join(lost, ", "))
	}
	return ""
}

// Width is how much is not known, at worst, of how far the clock of a shard is from that of the base.
func (c *Clocks) Width(shard int) time.Duration {
	widest := int64(0)
	for w := range c.apart {
		lo, hi, ok := c.span(shard, int64(w)*window-c.shift[shard])
		if !ok {
			return never
		}
		widest = max(widest, hi-lo)
	}
	return time.Duration(widest)
}

// Offset bounds what has to be added to what a shard's machine showed as the time at the beginning to have what that of the
// base showed.
func (c *Clocks) Offset(shard int) (lo, hi time.Duration) {
	less, more, _ := c.span(shard, -c.shift[shard])
	return time.Duration(less), time.Duration(more)
}
