package register

import (
	"slices"

	"ifmatch/loadgen/check/oracle"
	"ifmatch/loadgen/history"
)

// accuse chooses the event whose answer is wrong: one that explains the conflict if it
// is not believed, and what else is wrong around it for as long as possible. If that is
// said of several, the likelier one, or else the one that was answered last.
func (c *certificate) accuse() {
	best, around := suspicion{peace: always}, []int32(nil)
	if !c.disorder {
		around = c.undisturbed()
	}
	c.accused, c.instead = -1, history.Event{}
	for _, i := range slices.Backward(c.answered(c.ops)) {
		if c.accused < 0 || c.judge.ops[c.accused].Outcome.Uncertain() {
			c.accused, c.instead = i, weakest(c.judge.ops[i])
		}
		if i >= int32(c.memory) {
			continue
		}
		for _, w := range c.weaker(i) {
			if c.whole || oracle.Possible(c.pick(c.ops, i, &w.Event)) {
				if w.peace = c.peace(around, i, &w.Event); best.less(w) {
					best, c.accused, c.instead = w, i, w.Event
				}
			}
		}
	}
}

// suspicion is what may be left of an event if its answer is not believed.
type suspicion struct {
	history.Event
	how   how
	peace int64 // until when what is around makes sense then
}

// how an answer is wrong, the likelier way first.
type how uint8

const (
	refusedAndApplied how = iota
	refusedWrongly
	conditionIgnored // or a tag given twice
	misread
	late // as if it had not been answered
)

// freshTag and what follows it are ETags that no dictionary makes.
const freshTag = history.Token(15) << 60

func (s suspicion) less(t suspicion) bool {
	return t.peace > s.peace || t.peace == s.peace && t.how < s.how
}

// undisturbed is what happened around the conflict, without what else is wrong there: of
// events that contradict each other the one goes that did so before, or else the one
// whose answer shows it.
func (c *certificate) undisturbed() []int32 {
	around := slices.DeleteFunc(c.around(c.ops), func(i int32) bool { return slices.Contains(c.ops, i) })
	seen := map[int32]bool{}
	for range 2 * shown {
		wrong, near := map[int32]bool{}, c.among(c.pick(around, -1, nil))
		for _, x := range near.conflicts {
			part := least(near.related(x.ops), near.impossible)
			if part == nil { // the proof is more than what is related
				part = near.answered(x.ops)
				slices.Reverse(part)
			}
			again := slices.IndexFunc(part, func(k int32) bool { return seen[around[k]] })
			for n, k := range part {
				if n == max(0, again) {
					wrong[around[k]] = true
				}
				seen[around[k]] = true
			}
		}
		if len(wrong) == 0 {
			break
		}
		around = slices.DeleteFunc(around, func(i int32) bool { return wrong[i] })
	}
	return around
}

// peace is until when nothing around is wrong if an event is replaced, or there is an
// order.
func (c *certificate) peace(around []int32, accused int32, by *history.Event) int64 {
	if c.disorder {
		return c.reaches(accused, by)
	}
	until := int64(never)
	near := c.among(c.pick(c.answered(append(around, c.ops...)), accused, by))
	for _, x := range near.conflicts {
		until = min(until, near.completed(x.ops))
	}
	return until
}

// weaker is what may be left of an event.
func (c *certificate) weaker(i int32) (out []suspicion) {
	e := c.judge.ops[i]
	suspect := func(e history.Event, how how) { out = append(out, suspicion{Event: e, how: how}) }
	deaf := deaf(e)
	switch effect := effectOf(&e); {
	case effect == wrote:
		twice := e.Tag == e.If || slices.ContainsFunc(c.ops, func(k int32) bool {
			x := &c.judge.ops[k]
			return k != i && (x.If == e.Tag || x.Tag == e.Tag && (effectOf(x) == wrote || k >= int32(c.memory)))
		})
		if twice && e.Tag != history.None {
			other := e
			other.Tag = freshTag + history.Token(i)
			suspect(other, conditionIgnored)
		}
		if names(&e) || e.Op == history.Create {
			free := e
			if free.If = history.None; e.Op != history.Delete {
				free.Op = history.Write
			}
			suspect(free, conditionIgnored)
		}
		if v, _ := c.byTag.Get(0, uint64(e.Tag)); names(&e) || e.Op == history.Delete || !c.versions[v].touched() {
			suspect(weakest(deaf), late)
		}
	case effect == sight || effect == torn:
		suspect(weakest(e), misread)
	case effect != may:
		if effect != kept {
			suspect(weakest(e), refusedWrongly)
		}
		if slices.ContainsFunc(c.ops, func(k int32) bool { return k != i && e.Value != 0 && c.judge.ops[k].Value == e.Value }) {
			deaf.Tag = history.None
			suspect(deaf, refusedAndApplied)
			suspect(weakest(deaf), refusedAndApplied)
		}
	}
	return out
}

// deaf is an event as if it had not been answered.
func deaf(e history.Event) history.Event {
	e.Outcome, e.Return = history.Unknown, history.Open
	return e
}

// weakest is the least that an event can mean: nothing, or of a write that took effect
// that it did so whatever was there.
func weakest(e history.Event) history.Event {
	switch effect := effectOf(&e); {
	case effect != wrote && effect != may:
		e.Outcome = history.Wrong
	case e.Op == history.Delete:
		e.Outcome, e.Return, e.If = history.Unknown, history.Open, history.None
	default:
		e.Op, e.If = history.Write, history.None
	}
	return e
}
