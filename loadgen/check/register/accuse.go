package register

import (
	"ifmatch/loadgen/check/oracle"
	"ifmatch/loadgen/history"
	"slices"
)

// accuse chooses the event whose answer is wrong: one that explains the conflict if it
// is not believed, and what else is wrong around it for as long as possible. If that is
// said of several, the likelier one, or else the one that was answered last.
func (c *certificate) accuse() {
	cures := func(i int32, e *history.Event) bool { return c.whole || oracle.Possible(c.pick(c.ops, i, e)) }
	if !c.whole && len(c.context) > len(c.ops) {
		for _, i := range c.ops {
			for _, w := range c.weaker(i) {
				if oracle.Possible(c.pick(c.context, i, &w.Event)) {
					cures = func(i int32, e *history.Event) bool { return oracle.Possible(c.pick(c.context, i, e)) }
				}
			}
		}
	}
	best := suspicion{peace: always}
	c.culprit, c.instead = c.ops[0], weakest(c.judge.ops[c.ops[0]])
	for _, i := range c.ops { // last answered first
		if i >= int32(c.memory) {
			continue
		}
		for _, w := range c.weaker(i) {
			if cures(i, &w.Event) {
				if w.peace = c.peace(i, &w.Event); best.less(w) {
					best, c.culprit, c.instead = w, i, w.Event
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

// peace is until when nothing around is wrong that has to do with the conflict, if an
// event is replaced.
func (c *certificate) peace(culprit int32, by *history.Event) int64 {
	from, to := int64(never), c.completed(c.ops)
	for _, i := range c.ops {
		from = min(from, c.judge.ops[i].Invoke)
	}
	span := to - from
	around := c.around(from-span, to+span, vicinity)
	if len(around) > vicinity {
		return never
	}
	near := newJudge(c.pick(around, culprit, by), c.o)
	near.openWorld = true
	near.decide()
	until := int64(never)
	for _, x := range near.conflicts {
		if slices.ContainsFunc(x.ops, func(i int32) bool { return i >= 0 && slices.Contains(c.ops, around[i]) }) {
			until = min(until, near.completed(x.ops))
		}
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
			return k != i && c.judge.ops[k].Tag == e.Tag && (effectOf(&c.judge.ops[k]) == wrote || k >= int32(c.memory))
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
		suspect(weakest(e), refusedWrongly)
		if slices.ContainsFunc(c.ops, func(k int32) bool { return k != i && e.Value != 0 && c.judge.ops[k].Value == e.Value }) {
			deaf.Tag = history.None
			suspect(deaf, refusedAndApplied)
			suspect(weakest(deaf), refusedAndApplied)
		}
	}
	return out
}
