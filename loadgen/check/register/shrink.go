package register

import (
	"fmt"
	"slices"

	"ifmatch/loadgen/history"
)

// When an exhaustive search found no order, what it failed on is made small: the
// answers without which there would be one. Refusals, and what creates and deletes
// demand, can be left out one by one, which only ever allows more.

// Bounds on the work of making a failure small.
const (
	shrinkSolves = 150
	shrinkBudget = 300_000
	shrinkMargin = 64 // chains on either side of where the search got stuck
)

// demand is something that can be left out.
type demand struct {
	kind  demandKind
	index int // in refusals, absents, presents or chains
}

type demandKind uint8

const (
	demand412 demandKind = iota
	demand404
	demand409
	demandState // of a chain's first write: nothing there, or something
)

// reportExhausted reports that an exhaustive search, which got as far as the chain
// stuck, found no order.
func (j *judge) reportExhausted(stuck int) {
	kept := j.essential(stuck)
	few := j.only(kept)
	if len(kept) == 0 {
		for _, v := range j.wild[:min(1, len(j.wild))] {
			j.reportOrphan(v)
		}
		return
	}
	s, c, k, ok := few.straight()
	if ok || c < len(few.chains) && few.chains[c].need == unknown {
		j.report(ruleUnexplained, j.demands(kept), "no order of the writes around explains these %d answers together; every order was tried", len(kept))
		return
	}
	few.suffix = "; every order of the writes around was tried"
	switch n := len(kept) - 1; {
	case n == 1:
		few.suffix += ", and none explains it together with one other answer"
	case n > 1:
		few.suffix += fmt.Sprintf(", and none explains it together with %d other answers", n)
	}
	few.extra = j.demands(kept)
	few.reportMisfit(s, c, k)
	j.res.Violations, j.told = few.res.Violations, few.told
}

// essential is a small set of demands that cannot be met together.
func (j *judge) essential(stuck int) []demand {
	kept := j.around(stuck)
	solves := shrinkSolves
	for size := (len(kept) + 1) / 2; size > 0 && solves > 0; {
		removed := false
		for at := 0; at < len(kept) && solves > 0; {
			fewer := slices.Concat(kept[:at], kept[min(at+size, len(kept)):])
			solves--
			if j.only(fewer).fails() {
				kept, removed = fewer, true
				continue
			}
			at += size
		}
		if size == 1 && !removed {
			break
		}
		size = max(1, size/2)
		if size == 1 && removed && len(kept) == 1 {
			break
		}
	}
	return kept
}

// around is the demands of the time in which the search got stuck, as far as they
// cannot be met by themselves; otherwise more, in the end all of them.
func (j *judge) around(stuck int) []demand {
	for margin := shrinkMargin; margin < len(j.chains); margin *= 8 {
		from := j.chains[max(0, stuck-margin)].begins()
		to := j.chains[min(len(j.chains)-1, stuck+margin)].begins()
		if kept := j.between(from, to); j.only(kept).fails() {
			return kept
		}
	}
	return j.between(always, never)
}

// between is the demands made at a time.
func (j *judge) between(from, to int64) []demand {
	var d []demand
	for kind, list := range [][]refusal{j.refusals, j.absents, j.presents} {
		for i, r := range list {
			if r.to >= from && r.from <= to {
				d = append(d, demand{demandKind(kind), i})
			}
		}
	}
	for c := range j.chains {
		x := &j.chains[c]
		if (x.need == emptiness || x.need == presence) && x.begins() >= from && x.begins() <= to {
			d = append(d, demand{demandState, c})
		}
	}
	return d
}

// only is a judge that makes no other demands than these.
func (j *judge) only(kept []demand) *judge {
	few := *j
	few.chains = slices.Clone(j.chains)
	few.refusals = slices.Clone(j.refusals)
	for i := range few.refusals {
		few.refusals[i].from = always // of no effect
	}
	for c := range few.chains {
		if n := few.chains[c].need; n == emptiness || n == presence {
			few.chains[c].need = anything
		}
	}
	var absents, presents []refusal
	for _, d := range kept {
		switch d.kind {
		case demand412:
			few.refusals[d.index] = j.refusals[d.index]
		case demand404:
			absents = append(absents, j.absents[d.index])
		case demand409:
			presents = append(presents, j.presents[d.index])
		case demandState:
			few.chains[d.index].need = j.chains[d.index].need
		}
	}
	few.early, few.taken = dues(absents), dues(presents)
	return &few
}

// fails tells whether there certainly is no order.
func (j *judge) fails() bool {
	if _, _, _, ok := j.straight(); ok {
		return false
	}
	if j.forced() {
		return true
	}
	found, decided, _ := j.search(shrinkBudget)
	return !found && decided
}

// demands is the events behind demands.
func (j *judge) demands(kept []demand) []proof {
	var p []proof
	for _, d := range kept {
		switch d.kind {
		case demand412:
			p = append(p, proof{j.refusals[d.index].op, "was told that its version is not current"})
		case demand404:
			p = append(p, proof{j.absents[d.index].op, "was told that there is nothing"})
		case demand409:
			p = append(p, proof{j.presents[d.index].op, "was told that it exists"})
		case demandState:
			role := "took something away"
			if j.chains[d.index].need == emptiness {
				role = "created it"
			}
			p = append(p, proof{j.bounds[j.chains[d.index].from].op, role})
		}
	}
	return p
}

// reportOrphan reports a version that no write of unknown outcome can have made.
func (j *judge) reportOrphan(v int32) {
	i := j.seeing(v)
	if i < 0 {
		return
	}
	proofs := []proof{{i, "saw it, or replaced it"}, j.newest(i)}
	for _, w := range j.mays {
		if j.ops[w].Op != history.Delete {
			proofs = append(proofs, proof{w, "was not answered, but cannot have made it"})
		}
	}
	j.report(rulePhantom, proofs, "%s was shown %s, which no recorded write made, nor can one of those that were not answered have made it", j.who(i), j.label(v))
}
