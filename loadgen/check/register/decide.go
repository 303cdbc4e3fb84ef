package register

// decide looks for conflicts, and if there are none, for an order of the versions.
func (j *judge) decide() {
	if !j.chained() {
		return
	}
	until, found, gaveUp := j.solve(j.o.Budget)
	switch {
	case found:
	case gaveUp != "":
		j.undecided, j.soundUntil = gaveUp, until
	case j.chosen != "":
		j.undecided = j.chosen
	default:
		j.clashAt(until, j.underway(until))
	}
}

// underway returns the events that were sent by a time and not answered before it.
func (j *judge) underway(at int64) (ops []int32) {
	for i := range j.ops[:j.memory] {
		if e := &j.ops[i]; e.Invoke <= at && at <= e.Return && effectOf(e) != nothing {
			ops = append(ops, int32(i))
		}
	}
	return ops[max(0, len(ops)-256):]
}

// chained builds the chains, and reports whether an order of them is to be looked for.
// Each step needs that the steps before it found nothing wrong.
func (j *judge) chained() bool {
	j.collect()
	if len(j.conflicts) == 0 {
		j.resolve()
	}
	if len(j.conflicts) > 0 || j.undecided != "" {
		return false
	}
	j.build()
	if c := j.circle(); c != nil {
		j.clash(c...)
		return false
	}
	if !j.boxes() {
		return false
	}
	j.attach()
	j.sort()
	if !j.zones() || len(j.conflicts) > 0 {
		return false
	}
	if j.openWorld {
		if j.unproved == "" {
			j.unproved = "others may have written too"
		}
		return false
	}
	return true
}

// solve looks for an order of the chains (steps 5 and 6). until is how long the furthest
// state that it reached could last. gaveUp says why finding no order proves nothing.
func (j *judge) solve(budget int) (until int64, found bool, gaveUp string) {
	until, found = j.straight()
	if found || j.forced() {
		return until, found, ""
	}
	return j.search(budget)
}
