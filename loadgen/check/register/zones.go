package register

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

// boxes decides whether the moments of each chain can ascend within their bounds
// (step 3), and notes where they cannot.
func (j *judge) boxes() bool {
	ok := true
	for c := range j.chains {
		c := &j.chains[c]
		floor, at := int64(always), c.from
		for k := c.from; k < c.to; k++ {
			b := &j.bounds[k]
			if b.lower > floor {
				floor, at = b.lower, k
			}
			if floor > b.upper {
				ok = false
				j.outOfBox(at, k)
				floor, at = b.upper, k
			}
		}
	}
	return ok
}

// outOfBox notes that the bound at, or one before k, cannot be as early as k demands.
func (j *judge) outOfBox(at, k int32) {
	low, high := &j.bounds[at], &j.bounds[k]
	if v := low.version; v > 0 && j.versions[v].writer == someone && low.lower == j.versions[v].born {
		if j.chosen != "" { // the order settled for may have used the one that made it
			j.doubt = j.chosen
			return
		}
		j.unwritten(v) // those that may have made it came too late
		return
	}
	late, soon := int32(-1), int32(-1)
	if at > 0 && !j.bounds[at-1].final {
		for _, i := range j.sightsOf(j.bounds[at-1].version) {
			if e := &j.ops[i]; e.Invoke > high.upper && (late < 0 || e.Return < j.ops[late].Return) {
				late = i
			}
		}
	}
	for _, i := range j.sightsOf(high.version) {
		if j.ops[i].Return == high.upper {
			soon = i
		}
	}
	j.clash(append(j.links(at, k), late, soon)...)
}

// links are the events that made the bounds from one to another, and what shows it of
// those that were not answered.
func (j *judge) links(from, to int32) (ops []int32) {
	for k := from; k <= to; k++ {
		b := &j.bounds[k]
		if ops = append(ops, b.op); b.op >= 0 && j.ops[b.op].Outcome.Uncertain() && b.version > 0 {
			ops = append(ops, j.versions[b.version].shown)
		}
	}
	return ops
}

// sort puts the chains into their canonical order: by the beginning of their zones,
// and of chains that begin at one moment those first that are not certainly current
// at any. If the zones are compatible, this order has every chain before those that
// must follow it (step 4).
func (j *judge) sort() {
	type place struct {
		begins  int64
		forward bool
		chain   int32
	}
	order := make([]place, len(j.chains)-1)
	for k := range order {
		c := &j.chains[k+1]
		order[k] = place{c.begins(), c.forward(), int32(k + 1)}
	}
	slices.SortFunc(order, func(a, b place) int {
		switch {
		case a.begins != b.begins:
			return cmp.Compare(a.begins, b.begins)
		case a.forward != b.forward && a.forward:
			return 1
		case a.forward != b.forward:
			return -1
		}
		return cmp.Compare(a.chain, b.chain)
	})
	sorted := make([]chain, len(j.chains))
	sorted[0] = j.chains[0]
	for k, p := range order {
		sorted[k+1] = j.chains[p.chain]
	}
	j.chains = sorted
}

// zones notes chains that would have to precede each other (step 4). Of those that a
// chain cannot be put into order with, one is enough: the others may follow from it.
func (j *judge) zones() bool {
	ok := true
	clashed := map[*chain]bool{}
	note := func(a, b *chain) {
		if ok = false; !clashed[a] && !clashed[b] {
			clashed[a], clashed[b] = true, true
			j.crossed(a, b)
		}
	}
	var forward []*chain
	for c := range j.chains {
		c := &j.chains[c]
		if !c.forward() {
			continue
		}
		if n := len(forward); n > 0 && c.first < forward[n-1].last {
			note(forward[n-1], c)
			continue
		}
		forward = append(forward, c)
	}
	for c := range j.chains {
		c := &j.chains[c]
		if c.forward() {
			continue
		}
		k := sort.Search(len(forward), func(k int) bool { return forward[k].first >= c.last })
		if k > 0 && c.first < forward[k-1].last {
			note(forward[k-1], c)
		}
	}
	return ok
}

// touch is an event that made a version, or showed that it was current.
type touch struct {
	op    int32
	bound int32
}

// touches are the events that made or showed the versions of a chain.
func (j *judge) touches(c *chain) (all []touch) {
	for k := c.from; k < c.to; k++ {
		b := &j.bounds[k]
		if b.op >= 0 {
			all = append(all, touch{b.op, k})
		} else if b.version > 0 && j.versions[b.version].writer == before && j.start.op >= 0 {
			all = append(all, touch{j.start.op, k})
		}
		for _, i := range j.sightsOf(b.version) {
			all = append(all, touch{i, k})
		}
	}
	return all
}

// crossed notes two chains each of which was current before the other: the events that
// show it soonest, and of these the ones that are closest together.
func (j *judge) crossed(a, b *chain) {
	as, bs := j.touches(a), j.touches(b)
	soonest := func(of []touch, after int64) (found touch) {
		found.op = -1
		for _, t := range of {
			if j.ops[t.op].Invoke > after && (found.op < 0 || j.ops[t.op].Return < j.ops[found.op].Return) {
				found = t
			}
		}
		return found
	}
	a1, b1 := soonest(as, always), soonest(bs, always)
	if a1.op < 0 || b1.op < 0 {
		j.clash(a1.op, b1.op)
		return
	}
	a2, b2 := soonest(as, j.ops[b1.op].Return), soonest(bs, j.ops[a1.op].Return)
	if a2.op < 0 || b2.op < 0 {
		j.clash(a1.op, b1.op, a2.op, b2.op)
		return
	}
	closest := func(of []touch, before int64, to touch) (found touch) {
		far := int32(math.MaxInt32)
		for _, t := range of {
			if d := max(t.bound-to.bound, to.bound-t.bound); j.ops[t.op].Return < before && d < far {
				found, far = t, d
			}
		}
		return found
	}
	a1, b1 = closest(as, j.ops[b2.op].Invoke, a2), closest(bs, j.ops[a2.op].Invoke, b2)
	ops := []int32{a1.op, a2.op, b1.op, b2.op}
	for _, way := range [][2]touch{{a1, a2}, {b1, b2}} {
		from, to := min(way[0].bound, way[1].bound), max(way[0].bound, way[1].bound)
		ops = append(ops, j.links(from+1, to)...)
	}
	j.clash(ops...)
}

// forced tells whether no order but the canonical one is possible.
func (j *judge) forced() bool {
	if len(j.wild) > 0 || j.optional.any() {
		return false
	}
	for c := range j.chains {
		if x := &j.chains[c]; x.mayReplace != never || x.mayDelete != never || c > 0 && j.chains[c-1].first >= x.last {
			return false
		}
	}
	return true
}
