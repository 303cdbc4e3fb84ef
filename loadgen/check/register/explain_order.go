package register

import "ifmatch/loadgen/history"

// Violations of the order of versions (steps 2 to 5).

// lowerOp is the event that says a bound is no earlier than its lower, and whether
// it is the one that made the bound.
func (j *judge) lowerOp(k int32) (op int32, made bool) {
	b := &j.bounds[k]
	if b.op >= 0 && j.ops[b.op].Invoke == b.lower {
		return b.op, true
	}
	if k > 0 && !j.bounds[k-1].final && j.bounds[k-1].version > 0 {
		return j.reader(j.bounds[k-1].version, func(e *history.Event) bool { return e.Invoke == b.lower }), false
	}
	return -1, false
}

// upperOp is the event that says a bound is no later than its upper, and whether it
// is the one that made the bound.
func (j *judge) upperOp(k int32) (op int32, made bool) {
	b := &j.bounds[k]
	if b.op >= 0 && j.returned(b.op) == b.upper {
		return b.op, true
	}
	if b.version > 0 {
		return j.reader(b.version, func(e *history.Event) bool { return e.Return == b.upper }), false
	}
	return -1, false
}

// firstOp and lastOp are the events behind a chain's zone.
func (j *judge) firstOp(c *chain) int32 {
	for k := c.from; k < c.to; k++ {
		if j.bounds[k].upper == c.first {
			if op, _ := j.upperOp(k); op >= 0 {
				return op
			}
		}
	}
	return -1
}

func (j *judge) lastOp(c *chain) int32 {
	for k := c.to - 1; k >= c.from; k-- {
		b := &j.bounds[k]
		if b.version > 0 && j.versions[b.version].lastRead == c.last {
			if op := j.reader(b.version, func(e *history.Event) bool { return e.Invoke == c.last }); op >= 0 {
				return op
			}
		}
		if b.op >= 0 && j.ops[b.op].Invoke == c.last {
			return b.op
		}
	}
	return -1
}

// reportBox reports that the bound at, or one before k, cannot be as early as k
// demands.
func (j *judge) reportBox(c *chain, at, k int32) {
	late, lateMade := j.lowerOp(at)
	soon, soonMade := j.upperOp(k)
	if v := j.bounds[at].version; v > 0 && j.versions[v].writer == someone && late < 0 {
		j.reportOrphan(v)
		return
	}
	if late < 0 || soon < 0 {
		j.report(ruleReordered, []proof{{late, "was sent later"}, {soon, "was answered earlier"}}, "the versions of a chain were seen in another order than they were written in")
		return
	}
	gap := span(j.ops[soon].Return, j.ops[late].Invoke)
	made := j.bounds[at].op
	switch {
	case !lateMade:
		j.setAside(late)
		old := j.bounds[at-1].version
		proofs := []proof{{late, "saw the old version all the same"}, {soon, j.showed(soon, soonMade)}, {made, j.replacing(made)}, {j.maker(old), "made the old version"}}
		if j.bounds[at].version == 0 {
			j.report(ruleAfterDelete, proofs, "%s read %s %s after it was certainly deleted", j.who(late), j.label(old), gap)
			return
		}
		j.report(ruleStale, proofs, "%s read %s %s after %s had certainly replaced it", j.who(late), j.label(old), gap, j.label(j.bounds[at].version))
	case !soonMade:
		j.setAside(soon)
		seen := j.bounds[k].version
		if at == k {
			j.report(ruleEarly, []proof{{soon, "saw the version"}, {late, "wrote it, and was sent later only"}}, "%s read %s %s before the write that made it was sent", j.who(soon), j.label(seen), gap)
			return
		}
		j.report(ruleEarly, []proof{{soon, "saw a later version"}, {j.bounds[k].op, "made that version"}, {late, "made a version before it, and was sent later only"}},
			"%s read %s %s before %s, which precedes it, was sent", j.who(soon), j.label(seen), gap, j.label(j.bounds[at].version))
	default:
		j.report(ruleReordered, []proof{{soon, "made the later version, and was answered first"}, {late, "made the earlier version, and was sent later only"}},
			"%s follows %s by If-Match, and yet its write was answered %s before the other was sent", j.label(j.bounds[k].version), j.label(j.bounds[at].version), gap)
	}
}

func (j *judge) replacing(op int32) string {
	if op >= 0 && j.ops[op].Op == history.Delete {
		return "deleted the old version"
	}
	return "replaced the old version"
}

// showed says what an event that gave an upper bound proves.
func (j *judge) showed(op int32, made bool) string {
	switch {
	case j.ops[op].Op == history.Delete:
		return "had deleted it"
	case made:
		return "had been told that its newer version was written"
	}
	return "had seen a newer version"
}

func (j *judge) reportCircle() {
	in := make([]bool, len(j.versions))
	for k := range j.bounds {
		in[j.bounds[k].version] = true
	}
	for v := range j.versions {
		x := &j.versions[v]
		if v == 0 || in[v] || x.writer < 0 {
			continue
		}
		proofs := []proof{{x.writer, "made " + j.label(int32(v))}}
		for p := x.next; p > 0 && p != int32(v) && len(proofs) < 4; p = j.versions[p].next {
			proofs = append(proofs, proof{j.versions[p].writer, "replaced that and made " + j.label(p)})
		}
		j.report(ruleReordered, proofs, "versions replaced each other in a circle, beginning with %s", j.label(int32(v)))
		return
	}
	j.report(ruleReordered, nil, "versions replaced each other in a circle")
}

// reportZones reports two chains each of which was current before the other.
func (j *judge) reportZones(a, b *chain) {
	if a.last < b.last {
		a, b = b, a
	}
	// Now something still saw a although b had taken its place.
	still, gone, had, came := j.lastOp(a), j.firstOp(b), j.firstOp(a), j.lastOp(b)
	proofs := []proof{{still, "took the old version for current all the same"}, {gone, "had been answered before that"}, {had, "shows that the old version came first"}, {came, "was sent after the old version had come"}}
	if still < 0 || gone < 0 {
		j.report(ruleReordered, proofs, "two versions were each current before and after the other")
		return
	}
	gap := span(j.ops[gone].Return, j.ops[still].Invoke)
	w := j.newWriter(b)
	switch {
	case j.isRead(still):
		j.setAside(still)
		if w >= 0 && j.ops[w].Op == history.Delete {
			j.report(ruleAfterDelete, proofs, "%s read what %s had deleted %s before", j.who(still), j.who(w), gap)
			return
		}
		j.report(ruleStale, proofs, "%s read an old version %s after a newer one, %s, had certainly taken its place", j.who(still), gap, j.label(j.bounds[b.from].version))
	case w >= 0 && names(&j.ops[still]):
		if j.isRead(gone) {
			j.setAside(gone)
		}
		j.report(ruleLostWrite, proofs, "%s replaced version %s by name %s after %s had certainly taken its place: the write of %s is lost", j.who(still), j.tag(j.ops[still].If), gap, j.label(j.bounds[b.from].version), j.who(w))
	default:
		if j.isRead(gone) {
			j.setAside(gone)
		}
		j.report(ruleReordered, proofs, "%s was sent %s after what it must precede had certainly taken effect", j.who(still), gap)
	}
}

// newWriter is the event that began a chain.
func (j *judge) newWriter(c *chain) int32 { return j.bounds[c.from].op }

// latestOp is an event that says the bound k, at latest in the order, was no later
// than a moment.
func (j *judge) latestOp(k int32, moment int64) int32 {
	if k < 0 {
		return -1
	}
	for c := range j.chains {
		c := &j.chains[c]
		if c.to <= k {
			continue
		}
		for q := max(k, c.from); q < c.to; q++ {
			if j.bounds[q].upper == moment {
				if op, _ := j.upperOp(q); op >= 0 {
					return op
				}
			}
		}
	}
	for k := range j.ops {
		if e := &j.ops[k]; e.Return == moment && effectOf(e) != nothing {
			return int32(k)
		}
	}
	return -1
}

// floorOp is an event that says the next bound was no earlier than a moment.
func (j *judge) floorOp(moment int64) int32 {
	for i := range j.ops {
		switch e := &j.ops[i]; {
		case e.Invoke != moment || j.aside[int32(i)]:
		case effectOf(e) == sight, effectOf(e) == wrote, effectOf(e) == may:
			return int32(i)
		}
	}
	return -1
}

func (j *judge) reportRefusedWhileCurrent(c *chain, r *refusal) {
	if j.full() {
		return
	}
	v := j.bounds[r.version].version
	earlier, later := int32(-1), int32(-1)
	for k := r.version; k < c.to && earlier < 0; k++ {
		if j.bounds[k].upper == j.bounds[r.version].ceiling {
			earlier, _ = j.upperOp(k)
		}
	}
	last := r.version
	if !j.bounds[last].final {
		last++
	} else if c.lastRead > r.to {
		later = j.reader(v, func(e *history.Event) bool { return e.Invoke == c.lastRead })
	}
	for k := last; k >= c.from && later < 0; k-- {
		if j.bounds[k].lower > r.to {
			later, _ = j.lowerOp(k)
		}
	}
	j.report412(r.op, v, earlier, later)
}

func (j *judge) report412(op, v, earlier, later int32) {
	proofs := []proof{{op, "was told that the version is not current"}, {earlier, "shows that it was before that"}, {later, "shows that it still was afterwards"}, {j.maker(v), "made the version"}}
	if later < 0 {
		j.report(ruleWrong412, proofs, "%s was told that %s is not current, although it had been made before and nothing replaced it", j.who(op), j.label(v))
		return
	}
	j.report(ruleWrong412, proofs, "%s was told that %s is not current, although it was so before the request was sent and after the answer", j.who(op), j.label(v))
}

// reportMisfit reports why the chains do not fit in the only order that is possible:
// the state before, and the chain and bound that failed; chain len(chains) if
// something is left open at the end.
func (j *judge) reportMisfit(s state, failed int, k int32) {
	end := failed == len(j.chains)
	if !end {
		c := &j.chains[failed]
		op := j.bounds[k].op
		switch {
		case k == c.from && c.need == emptiness && s.alive:
			j.reportTwoCreates(s, op)
			return
		case k == c.from && c.need == presence && !s.alive:
			w := int32(-1)
			if s.newest >= 0 {
				w = j.bounds[s.newest].op
			}
			j.report(ruleDeleteAbsent, []proof{{op, "was told that it took something away"}, {w, "had taken it away before"}}, "%s deleted what was not there", j.who(op))
			return
		}
	}
	later := int32(-1)
	if !end {
		later = j.floorOp(s.floor)
	} else if s.lifeDue != never {
		later = j.after(s.lifeDue)
	}
	if s.newest >= 0 && s.due != never && (end || s.due < s.floor) {
		if r := j.refusalDue(s.newest, s); r != nil {
			j.report412(r.op, j.bounds[s.newest].version, j.latestOp(s.newest, s.latest), later)
			return
		}
	}
	list, r := j.early, ruleWrong404
	if !s.alive {
		list, r = j.taken, ruleWrong409
	}
	for _, d := range list {
		if d.from > s.lifeLatest && d.to == s.lifeDue {
			j.reportLife(r, d.op, j.latestOp(s.life, s.lifeLatest), later)
			return
		}
	}
	j.report(ruleUnexplained, []proof{{j.latestOp(s.newest, s.latest), "happened before"}, {later, "happened after"}}, "the observations cannot be put into an order")
}

// after is the first event after a moment that shows the resource, or changes it.
func (j *judge) after(moment int64) int32 {
	found := int32(-1)
	for i := range j.ops {
		e := &j.ops[i]
		if effect := effectOf(e); e.Invoke > moment && (effect == sight || effect == wrote) && (found < 0 || e.Invoke < j.ops[found].Invoke) {
			found = int32(i)
		}
	}
	return found
}

// refusalDue is the 412 behind a state's due time.
func (j *judge) refusalDue(k int32, s state) *refusal {
	for i := range j.refusals {
		if r := &j.refusals[i]; r.version == k && r.from > s.latest && r.to == s.due {
			return r
		}
	}
	return nil
}

func (j *judge) reportLife(r rule, op, earlier, later int32) {
	if r == ruleWrong404 {
		j.report(r, []proof{{op, "was told that there is nothing"}, {earlier, "shows that it was there before"}, {later, "was sent after that, and nothing had taken it away"}},
			"%s was told that there is nothing, although it was there from before the request was sent until after the answer", j.who(op))
		return
	}
	j.report(r, []proof{{op, "was told that it exists"}, {earlier, "shows that it had been taken away before"}, {later, "was sent after that, and nothing had brought it back"}},
		"%s was told that it exists, although nothing was there from before the request was sent until after the answer", j.who(op))
}

// reportTwoCreates reports a create that won although something was there.
func (j *judge) reportTwoCreates(s state, op int32) {
	old := int32(-1)
	if s.life >= 0 {
		old = j.bounds[s.life].op
	}
	if old >= 0 && j.ops[old].Op == history.Create {
		j.report(ruleTwoCreates, []proof{{old, "created it"}, {op, "created it too"}, {j.latestOp(s.newest, s.latest), "shows that it was there"}},
			"%s and %s both created it, and nothing had deleted it in between", j.who(old), j.who(op))
		return
	}
	j.report(ruleTwoCreates, []proof{{old, "made it"}, {op, "created it although it was there"}, {j.latestOp(s.newest, s.latest), "shows that it was there"}},
		"%s created what was there already", j.who(op))
}
