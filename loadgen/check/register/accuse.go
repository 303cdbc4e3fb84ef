package register

import (
	"slices"
	"sort"

	"ifmatch/loadgen/check/oracle"
	"ifmatch/loadgen/history"
)

// certificate is a conflict of which one event is accused.
type certificate struct {
	*judge
	conflict
	shows   []int32
	instead history.Event // what is believed of the accused
	proved  bool          // by what it shows
}

// certify makes the certificate of a conflict.
func (j *judge) certify(x conflict) certificate {
	if len(x.about) == 0 {
		x = j.cause()
	}
	c := certificate{judge: j, conflict: x}
	if c.accused >= 0 {
		c.shows, c.instead = []int32{c.accused}, weakest(j.ops[c.accused])
		return c
	}
	prove := func(ops []int32) bool {
		c.shows = least(ops, j.impossible)
		c.proved = c.shows != nil
		return c.proved
	}
	if !prove(j.near(x.about, shown)) && !prove(j.near(x.about, vicinity)) {
		c.shows = j.near(x.about, shown/2)
		c.accuse()
		about := distinct(x.about)
		shows := distinct(append(about[max(0, len(about)-shown/2):], c.accused, c.beside(-1), c.beside(1)))
		if !prove(shows) {
			c.shows = shows
			return c
		}
		c.accused = -1 // they happen to prove it
	}
	c.accuse()
	return c
}

// beside is what showed or made a version before the accused, or after it; below zero if
// nothing did.
func (c *certificate) beside(step int32) int32 {
	for i := c.accused + step; i >= 0 && i < int32(c.memory); i += step {
		if effect := effectOf(&c.ops[i]); effect == sight || effect == wrote {
			return i
		}
	}
	return -1
}

// accuse chooses the event whose answer is wrong: the one without which least is wrong
// of what else happened around the conflict, or if its events do not prove it, in the
// whole history. Of several it is the likelier, or else the one that was sent last.
func (c *certificate) accuse() {
	var around []int32
	if c.proved {
		around, _ = c.sound(slices.DeleteFunc(c.near(c.shows, company), func(i int32) bool { return slices.Contains(c.shows, i) }))
	}
	least := int64(4 * hopeless)
	for _, i := range slices.Backward(c.shows) {
		e := c.ops[i]
		if c.accused < 0 || c.ops[c.accused].Outcome.Uncertain() {
			c.accused, c.instead = i, weakest(e)
		}
		if i >= int32(c.memory) {
			continue
		}
		for rarity, by := range c.weaker(i) {
			if c.ops[i] = by; by == (history.Event{}) {
				continue
			}
			if t := 4*c.trouble(around) + int64(rarity); t < least {
				least, c.accused, c.instead = t, i, by
			}
		}
		c.ops[i] = e
	}
}

// hopeless is more than anything that can be wrong.
const hopeless = 1 << 60

// trouble is what is wrong all the same: how many answers around, or if what is shown
// proves nothing, how early something in the history.
func (c *certificate) trouble(around []int32) int64 {
	switch {
	case !c.proved:
		return -min(max(0, c.again(c.ops).sense()), hopeless)
	case !oracle.Possible(c.pick(c.shows)):
		return hopeless
	}
	_, wrong := c.sound(distinct(slices.Concat(around, c.shows)))
	return wrong
}

// flaws is how many other answers may be wrong around a conflict.
const flaws = 16

// sound leaves out answers that contradict those before them, and counts them.
func (c *certificate) sound(ops []int32) (rest []int32, wrong int64) {
	for ; len(ops) > 0 && wrong < flaws && c.absurd(ops); wrong++ {
		n := sort.Search(len(ops)-1, func(n int) bool { return c.absurd(ops[:n+1]) })
		ops = slices.Delete(slices.Clone(ops), n, n+1)
	}
	return ops, wrong
}

// weaker is what may be left of an event if its answer is not believed, by how seldom that
// is so: of a refusal nothing, or that it was done; of a write that its condition or its
// tag means nothing; of a read nothing; of a write that it was not done in time.
func (c *certificate) weaker(i int32) (by [4]history.Event) {
	e := c.ops[i]
	late := e
	late.Outcome, late.Return = history.Unknown, history.Open
	others := func(like func(k int32, x *history.Event) bool) bool {
		return slices.ContainsFunc(c.shows, func(k int32) bool { return k != i && like(k, &c.ops[k]) })
	}
	switch effectOf(&e) {
	case may:
	case wrote:
		if names(&e) || e.Op == history.Create {
			by[1] = weakest(e)
		}
		if v, _ := c.byTag.Get(0, uint64(e.Tag)); names(&e) || e.Op == history.Delete || !c.versions[v].touched() { // or it was seen
			by[3] = weakest(late)
		}
		if e.Tag != history.None && (e.If == e.Tag || others(func(k int32, x *history.Event) bool {
			return c.proved && x.If == e.Tag || x.Tag == e.Tag && (effectOf(x) == wrote || k >= int32(c.memory))
		})) {
			by[1] = e
			by[1].Tag = 15<<60 + history.Token(i) // which no dictionary makes
		}
	case sight, torn:
		by[2] = weakest(e)
	default:
		by[0] = weakest(e)
		if e.Value != 0 && others(func(_ int32, x *history.Event) bool { return x.Value == e.Value }) {
			late.Tag = history.None
			by[0] = weakest(late)
		}
	}
	return by
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
