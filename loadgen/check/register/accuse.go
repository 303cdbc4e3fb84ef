package register

import (
	"cmp"
	"slices"
	"sort"

	"ifmatch/loadgen/check/oracle"
	"ifmatch/loadgen/history"
)

// certificate is a conflict of which one event is accused.
type certificate struct {
	*judge
	conflict
	ops     []int32       // in order of invocation
	instead history.Event // what is believed of the accused
	proved  bool          // by its events alone
}

// certify makes the certificate of a conflict.
func (j *judge) certify(x conflict) certificate {
	c := certificate{judge: j, conflict: x, ops: j.answered(x.ops)}
	if c.accused >= 0 {
		c.ops, c.instead = []int32{c.accused}, weakest(j.ops[c.accused])
		return c
	}
	for _, around := range []int{shown, vicinity} {
		if part := least(j.near(x.ops, around), j.impossible); part != nil {
			c.ops, c.proved = part, true
			break
		}
	}
	c.accuse()
	if !c.proved { // any will do beside the accused, and what was there then
		was, is := j.beside(c.accused)
		c.ops = append(slices.DeleteFunc(c.ops, func(i int32) bool { return i == c.accused || i == was || i == is }), is, was, c.accused)
		c.ops = j.answered(c.ops[max(0, len(c.ops)-shown/2):])
		if part := least(c.ops, j.impossible); part != nil { // they happen to prove it
			c.ops, c.proved, c.accused = part, true, -1
			c.accuse()
		}
	}
	slices.SortFunc(c.ops, func(a, b int32) int { return cmp.Or(cmp.Compare(j.ops[a].Invoke, j.ops[b].Invoke), cmp.Compare(a, b)) })
	return c
}

// accuse chooses the event whose answer is wrong: one that explains the conflict if it
// is not believed, and most of what else was answered around it. If that is said of several, the likelier one, or else the one that was answered last.
func (c *certificate) accuse() {
	var around []int32
	if c.proved {
		around = c.undisturbed()
	}
	best := suspicion{trouble: never}
	for _, i := range slices.Backward(c.answered(c.ops)) {
		if c.accused < 0 || c.judge.ops[c.accused].Outcome.Uncertain() {
			c.accused, c.instead = i, weakest(c.judge.ops[i])
		}
		if i >= int32(c.memory) {
			continue
		}
		for _, w := range c.weaker(i) {
			if c.proved && !oracle.Possible(c.pick(c.ops, i, &w.Event)) {
				continue
			}
			if w.trouble = c.trouble(around, i, &w.Event); best.less(w) {
				best, c.accused, c.instead = w, i, w.Event
			}
		}
	}
}

// flaws is how many other answers may be wrong around a conflict.
const flaws = 16

// undisturbed is what happened around the conflict, without what else is wrong there. Where
// much is, less is around.
func (c *certificate) undisturbed() []int32 {
	around := slices.DeleteFunc(c.near(c.ops, c.window), func(i int32) bool { return slices.Contains(c.ops, i) })
	sound, wrong := c.sound(around, -1, nil)
	if wrong == flaws && c.window > shown {
		c.window /= 2
		return c.undisturbed()
	}
	return sound
}

// sound leaves out answers that contradict those before them, one event of which may be
// replaced, and counts them.
func (j *judge) sound(ops []int32, replaced int32, by *history.Event) (rest []int32, wrong int) {
	fails := func(n int) bool { return j.among(j.pick(ops[:n+1], replaced, by)).sense() < never }
	for len(ops) > 0 && wrong < flaws && fails(len(ops)-1) {
		n := sort.Search(len(ops)-1, fails)
		ops = slices.Delete(slices.Clone(ops), n, n+1)
		wrong++
	}
	return ops, wrong
}

// suspicion is what may be left of an event if its answer is not believed.
type suspicion struct {
	history.Event
	how     how
	trouble int64 // that there is all the same
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

func (s suspicion) less(t suspicion) bool {
	return t.trouble < s.trouble || t.trouble == s.trouble && t.how < s.how
}

// trouble is what is wrong all the same if an event is replaced: how many answers around, or
// if these prove nothing, how early something in the history.
func (c *certificate) trouble(around []int32, accused int32, by *history.Event) int64 {
	if c.proved {
		_, wrong := c.sound(c.answered(slices.Concat(around, c.ops)), accused, by)
		return int64(wrong)
	}
	events := slices.Clone(c.judge.ops)
	events[accused] = *by
	return never - max(0, c.again(events).sense())
}

// freshTag and what follows it are ETags that no dictionary makes.
const freshTag = history.Token(15) << 60

// weaker is what may be left of an event.
func (c *certificate) weaker(i int32) (out []suspicion) {
	e := c.judge.ops[i]
	deaf := e // as if it had not been answered
	deaf.Outcome, deaf.Return = history.Unknown, history.Open
	suspect := func(how how, e history.Event) { out = append(out, suspicion{Event: e, how: how}) }
	others := func(like func(k int32, x *history.Event) bool) bool {
		return slices.ContainsFunc(c.ops, func(k int32) bool { return k != i && like(k, &c.judge.ops[k]) })
	}
	switch effect := effectOf(&e); effect {
	case may:
	case wrote:
		twice := func(k int32, x *history.Event) bool {
			return x.If == e.Tag || x.Tag == e.Tag && (effectOf(x) == wrote || k >= int32(c.memory))
		}
		if e.Tag != history.None && (e.If == e.Tag || others(twice)) {
			other := e
			other.Tag = freshTag + history.Token(i)
			suspect(conditionIgnored, other)
		}
		if names(&e) || e.Op == history.Create {
			suspect(conditionIgnored, weakest(e))
		}
		if v, _ := c.byTag.Get(0, uint64(e.Tag)); names(&e) || e.Op == history.Delete || !c.versions[v].touched() {
			suspect(late, weakest(deaf))
		}
	case sight, torn:
		suspect(misread, weakest(e))
	default:
		suspect(refusedWrongly, weakest(e))
		if e.Value != 0 && others(func(_ int32, x *history.Event) bool { return x.Value == e.Value }) {
			deaf.Tag = history.None
			suspect(refusedAndApplied, weakest(deaf))
		}
	}
	return out
}

// weakest is the least that an event can mean: nothing, or of a write that took effect
// that it did so whatever was there.
func weakest(e history.Event) history.Event {
	switch effect := effectOf(&e); {
	case effect != wrote && effect != may:
		e.Outcome = history.Wrong
	case e.Op != history.Delete:
		e.Op = history.Write
		fallthrough
	default:
		e.If = history.None
	}
	return e
}
