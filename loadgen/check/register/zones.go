package register

import (
	"cmp"
	"slices"
	"sort"
)

// boxes decides whether the moments of each chain can ascend within their bounds
// (step 3), and reports where they cannot.
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
			if floor <= b.upper && (j.o.flaw != touching || floor < b.upper || floor == always) {
				continue
			}
			ok = false
			if j.full() {
				return false
			}
			j.reportBox(c, at, k)
			floor, at = b.upper, k
		}
	}
	return ok
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

// zones reports chains that would have to precede each other (step 4).
func (j *judge) zones() bool {
	if j.o.flaw == ignoreZones {
		return true
	}
	ok := true
	var forward []*chain
	for c := range j.chains {
		c := &j.chains[c]
		if !c.forward() {
			continue
		}
		if n := len(forward); n > 0 && c.first < forward[n-1].last {
			ok = false
			if j.full() {
				return false
			}
			j.reportZones(forward[n-1], c)
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
		if k > 0 && (c.first < forward[k-1].last || j.o.flaw == touchingZones && c.first == forward[k-1].last) {
			ok = false
			if j.full() {
				return false
			}
			j.reportZones(forward[k-1], c)
		}
	}
	return ok
}

// forced tells whether no order but the canonical one is possible.
func (j *judge) forced() bool {
	if len(j.wild) > 0 || j.optional.any() && j.o.flaw != ignoreOptional {
		return false
	}
	for c := range j.chains {
		if x := &j.chains[c]; x.mayReplace != never || x.mayDelete != never || c > 0 && j.chains[c-1].first >= x.last {
			return false
		}
	}
	return true
}
