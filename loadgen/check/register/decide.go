package register

// decide looks for conflicts, and for an order of the versions. Each step makes sense
// only of what the ones before left in peace.
func (j *judge) decide() {
	j.collect()
	if len(j.conflicts) == 0 {
		j.resolve()
	}
	if len(j.conflicts) > 0 || j.doubt != "" {
		return
	}
	j.build()
	if c := j.circle(); c != nil {
		j.clash(c...)
		return
	}
	if !j.boxes() {
		return
	}
	j.attach()
	j.sort()
	if !j.zones() || len(j.conflicts) > 0 {
		return
	}
	if j.openWorld {
		if j.vague == "" {
			j.vague = "others may have written too"
		}
		return
	}
	j.order()
}

// order looks for an order of the chains (steps 5 and 6).
func (j *judge) order() {
	stuck, ok := j.straight()
	if ok {
		return
	}
	if !j.forced() {
		var found bool
		if found, j.doubt, stuck = j.search(j.o.Budget); found || j.doubt != "" {
			return
		}
	}
	if j.chosen != "" {
		j.doubt = j.chosen
		return
	}
	j.disordered(min(stuck, len(j.chains)-1))
}
