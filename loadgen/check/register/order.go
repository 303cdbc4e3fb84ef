package register

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// turn is a state in the order that was found.
type turn struct {
	at    int64 // moment at which it begins
	op    int32 // the event that brings it about; below zero: it was there at the beginning
	bound int32 // its bound; below zero: nobody saw it
	alive bool
}

// order is the witness of a valid history: the greatest solution of the order that was found (step 5). Each read, and each
// refusal, has a moment at which it was right.
func (j *judge) order() []finding.Placed {
	turns := j.turns()
	seen := make([]int32, len(j.versions)) // by version: its turn + 1
	for n, t := range turns {
		if t.bound >= 0 && j.bounds[t.bound].version > 0 {
			seen[j.bounds[t.bound].version] = int32(n) + 1
		}
	}
	type answer struct {
		turn int
		at   int64
		op   int32
	}
	var rest []answer
	for i := range j.ops {
		e := &j.ops[i]
		switch effectOf(e) {
		case sight:
			n := int(seen[j.byTag.Get(0, uint64(e.Tag))]) - 1
			rest = append(rest, answer{n, max(e.Invoke, turns[n].at), int32(i)})
		case sawOther:
			n := during(turns, e.Invoke)
			if x := int(seen[max(0, j.byTag.Get(0, uint64(e.If)))]) - 1; x >= 0 && n >= x { // or else it had not been written yet
				n = max(n, x+1)
			}
			rest = append(rest, answer{n, max(e.Invoke, turns[n].at), int32(i)})
		case sawThere, sawGone:
			n := during(turns, e.Invoke)
			for ; n+1 < len(turns) && turns[n].alive != (effectOf(e) == sawThere); n++ {
			}
			rest = append(rest, answer{n, max(e.Invoke, turns[n].at), int32(i)})
		}
	}
	slices.SortStableFunc(rest, func(a, b answer) int { return cmp.Or(cmp.Compare(a.turn, b.turn), cmp.Compare(a.at, b.at)) })
	out := make([]finding.Placed, 0, len(rest)+len(turns))
	for n, t := range turns {
		if t.op >= 0 {
			out = append(out, finding.Placed{Event: &j.ops[t.op], At: t.at})
		}
		for ; len(rest) > 0 && rest[0].turn == n; rest = rest[1:] {
			out = append(out, finding.Placed{Event: &j.ops[rest[0].op], At: rest[0].at})
		}
	}
	return out
}

// during is the first turn that lasts until a moment.
func during(turns []turn, at int64) int {
	return sort.Search(len(turns)-1, func(n int) bool { return turns[n+1].at >= at })
}

// turns places the chains again in the order that was found.
func (j *judge) turns() (turns []turn) {
	a, s := j.arrange(never), origin
	var least []int64
	for p, next := range a.order {
		if next.chain < 0 {
			s = next.state
			turns, least = append(turns, turn{s.latest, a.unseen(p), -1, s.alive}), append(least, s.floor)
			continue
		}
		c := &a.chains[next.chain]
		if c.need == unknown {
			s.floor = max(s.floor, a.spentAt(p))
		}
		for k := c.from; k < c.to; k++ {
			a.putBound(&s, c, k, a.limits[p+1])
			t := turn{s.latest, j.bounds[k].op, k, s.alive}
			if c.need == unknown && k == c.from {
				t.op = a.unseen(p)
			}
			turns, least = append(turns, t), append(least, s.floor)
		}
		s.floor = max(s.floor, c.lastRead)
	}
	for n, t := range slices.Backward(turns) { // none is later than the next
		if n+1 < len(turns) {
			turns[n].at = min(t.at, turns[n+1].at)
		}
	}
	for n, t := range turns { // what nothing limits happens as early as it can
		if t.at == never {
			turns[n].at = max(least[n], turns[max(0, n-1)].at)
		}
	}
	return turns
}

// unseen is the write of unknown outcome that was used at a place of the order: one of the kinds, or an update or a delete of
// the version that was current.
func (a *arrangement) unseen(p int) int32 {
	next, before := &a.order[p], [kinds]int32{}
	if p > 0 {
		before = a.order[p-1].used
	}
	for k, n := range next.used {
		if n > before[k] {
			return a.optional[k][n-1]
		}
	}
	c := &a.chains[a.order[p-1].chain]
	version := a.versions[a.bounds[c.to-1].version]
	best, since := int32(-1), int64(math.MaxInt64)
	for _, i := range a.mays {
		e := &a.ops[i]
		if deletes := next.chain < 0 && !next.state.alive; names(e) && e.If == version.tag && (e.Op == history.Delete) == deletes && e.Invoke < since {
			best, since = i, e.Invoke
		}
	}
	return best
}
