package register

import (
	"cmp"
	"slices"
	"sort"
)

// boxes reports whether the moments of each chain can ascend within their bounds
// (step 3), and notes the conflicts where they cannot.
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
				floor, at = b.ceiling, k // the versions that follow may have been seen sooner
			}
		}
	}
	return ok
}

// outOfBox notes that the bound at, which is k or before k, cannot be as early as k demands.
func (j *judge) outOfBox(at, k int32) {
	low := &j.bounds[at]
	if v := low.version; v > 0 && j.versions[v].writer == someone && low.lower == j.versions[v].born {
		if j.chosen != "" { // the settled order may have used the write that made it
			j.undecided = j.chosen
			return
		}
		j.unwritten(v) // the writes that may have made it came too late
		return
	}
	ops := j.showing(at, k+1)
	if at > 0 && !j.bounds[at-1].final {
		ops = append(ops, j.versions[j.bounds[at-1].version].last)
	}
	j.clash(ops...)
}

// sort puts the chains into their canonical order: by the beginning of their zones. If
// two begin at the same moment, a chain that is no forward zone comes first. If the
// zones are compatible, each chain then stands before those that must follow it (step 4).
func (j *judge) sort() {
	slices.SortFunc(j.chains[1:], func(a, b chain) int { // at one beginning, the end of what is no forward zone is the sooner one
		return cmp.Or(cmp.Compare(a.begins(), b.begins()), cmp.Compare(a.last, b.last), cmp.Compare(a.from, b.from))
	})
}

// zones notes pairs of chains that would have to precede each other, and reports whether
// there are none (step 4). It notes each chain in one pair only, because further pairs
// may follow from the first.
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

// crossed notes two chains, each of which was current before the other. Its events are
// those that showed them around the moment from which both were current.
func (j *judge) crossed(a, b *chain) {
	from, ops := max(a.first, b.first), []int32(nil)
	for _, c := range []*chain{a, b} {
		k := c.from + int32(sort.Search(int(c.to-c.from-1), func(k int) bool { return j.bounds[int(c.from)+k].ceiling >= from }))
		ops = append(ops, j.showing(max(c.from, k-shown), min(c.to, k+shown))...)
	}
	j.clash(ops...)
}

// forced reports whether no order but the canonical one is possible.
func (j *judge) forced() bool {
	if len(j.wild) > 0 || slices.ContainsFunc(j.optional[:], func(ops []int32) bool { return len(ops) > 0 }) {
		return false
	}
	for c := range j.chains {
		if x := &j.chains[c]; x.mayReplace != never || x.mayDelete != never || c > 0 && j.chains[c-1].first >= x.last {
			return false
		}
	}
	return true
}

// showing returns the events that made some bounds, and those that showed their versions first.
func (j *judge) showing(from, to int32) (ops []int32) {
	for k := max(0, from); k < min(to, int32(len(j.bounds))); k++ {
		ops = append(ops, j.bounds[k].op, j.versions[j.bounds[k].version].first)
	}
	return ops
}
