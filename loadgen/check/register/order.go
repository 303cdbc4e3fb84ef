package register

import "slices"

// cause finds the answers because of which there is no order. It leaves out refusals, and
// the demands of creates and deletes, each identified by its event. Leaving one out only
// ever allows more.
func (j *judge) cause() conflict {
	var all []int32
	stays := make([]bool, len(j.ops))
	j.only(func(i int32) bool { all = append(all, i); return true })
	kept := least(distinct(all), func(few []int32) bool {
		clear(stays)
		for _, i := range few {
			stays[i] = true
		}
		_, found, gaveUp := j.only(func(i int32) bool { return i >= 0 && stays[i] }).solve(shrinkBudget)
		return !found && gaveUp == ""
	})
	switch {
	case kept == nil: // finding them takes too long
		kept = distinct(all)
		kept = kept[:min(shown, len(kept))]
	case len(kept) == 0 && len(j.wild) > 0:
		j.unwritten(j.wild[0])
		return j.conflicts[len(j.conflicts)-1]
	}
	return conflict{about: kept, accused: -1}
}

// only returns a judge that demands of an order only what the given answers demand.
func (j *judge) only(stays func(int32) bool) *judge {
	few := *j
	few.chains = slices.Clone(j.chains)
	for c := range few.chains {
		if x := &few.chains[c]; (x.need == emptiness || x.need == presence) && !stays(j.bounds[x.from].op) {
			x.need = anything
		}
	}
	left := func(list []refusal) []refusal {
		list = slices.Clone(list)
		for i := range list {
			if r := &list[i]; !stays(r.op) {
				r.to = never
			}
		}
		return list
	}
	few.refusals, few.early, few.taken = left(j.refusals), dues(left(j.absents)), dues(left(j.presents))
	return &few
}
