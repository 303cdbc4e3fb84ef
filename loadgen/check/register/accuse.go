package register

import (
	"cmp"
	"slices"
	"sort"

	"ifmatch/loadgen/history"
)

// certificate is a conflict with one accused event.
type certificate struct {
	*judge
	conflict
	shows   []int32       // its evidence
	instead history.Event // what is still believed of the accused
	proved  bool          // the evidence alone is the proof
}

// certify makes the certificate of a conflict.
func (j *judge) certify(x conflict) certificate {
	if len(x.about) == 0 {
		x = j.cause()
	}
	c := certificate{judge: j, conflict: x}
	if seen := c.accused; seen >= 0 {
		c.shows, c.accused = append(c.refusedBy(seen), seen), -1
		c.accuse()
		c.shows = distinct([]int32{seen, c.accused})
		return c
	}
	prove := func(ops []int32) bool {
		c.shows = least(ops, j.impossible)
		c.proved = c.shows != nil
		return c.proved
	}
	if !prove(j.near(x.about, shown)) && !prove(j.near(x.about, vicinity)) {
		c.shows = j.near(x.about, shown)
		c.accuse()
		about := distinct(x.about)
		c.shows = distinct(append(about[max(0, len(about)-shown/2):], c.accused, c.beside(-1), c.beside(1)))
		return c
	}
	c.accuse()
	return c
}

// refusedBy returns the writes near an event that were refused because of their conditions
// and may still have made the version that the event saw.
func (c *certificate) refusedBy(seen int32) (out []int32) {
	for i := min(seen+company, int32(c.memory)-1); i >= max(0, seen-company) && len(out) < shown; i-- {
		e := &c.ops[i]
		effect := effectOf(e)
		if (effect == sawOther || effect == sawThere) && e.Op != history.Read && e.Op != history.Delete && e.Invoke < c.ops[seen].Return {
			out = append(out, i)
		}
	}
	return out
}

// beside returns the next event before (step -1) or after (step 1) the accused that showed
// or made a version, or -1.
func (c *certificate) beside(step int32) int32 {
	for i := c.accused + step; i >= 0 && i < int32(c.memory); i += step {
		if effect := effectOf(&c.ops[i]); effect == sight || effect == wrote {
			return i
		}
	}
	return -1
}

// accuse chooses the event whose answer is wrong: the one without which the fewest events
// around the conflict are still wrong, and then the one without which the whole history
// makes sense for longest. If several are equal, it takes the likeliest mistake, and then
// the event sent last.
func (c *certificate) accuse() {
	around := c.near(c.shows, company)
	var guesses []guess
	least := flaws
	for _, i := range slices.Backward(c.shows) {
		e := c.ops[i]
		if c.accused < 0 || c.ops[c.accused].Outcome.Uncertain() {
			c.accused, c.instead = i, weakest(e)
		}
		if i >= int32(c.memory) {
			continue
		}
		for rarity, by := range c.weaker(i) {
			if c.ops[i] = by; by != (history.Event{}) && !(c.proved && c.impossible(c.shows)) {
				g := guess{certificate: *c, trouble: c.flawed(around), rarity: rarity}
				if g.accused, g.instead = i, by; c.foreign != history.None && i != c.about[0] {
					g.foreign = history.None // the refused write made the version
				}
				guesses, least = append(guesses, g), min(least, g.trouble)
			}
		}
		c.ops[i] = e
	}
	guesses = slices.DeleteFunc(guesses, func(g guess) bool { return g.trouble > least })
	for k := range guesses {
		if g := &guesses[k]; len(guesses) > 1 && *c.toil >= len(c.ops) {
			*c.toil -= len(c.ops)
			g.judge = c.again(slices.Clone(c.ops))
			g.ops[g.accused] = g.instead
			g.sense = g.judge.sense()
		}
	}
	if len(guesses) > 0 {
		g := slices.MinFunc(guesses, func(a, b guess) int { return cmp.Or(cmp.Compare(b.sense, a.sense), cmp.Compare(a.rarity, b.rarity)) })
		c.accused, c.instead, c.foreign = g.accused, g.instead, g.foreign
	}
}

// choiceBudget is how many events, in total, accuse may judge again to compare guesses:
// some ten seconds.
const choiceBudget = 1 << 25

// guess is a certificate with a candidate for the accused.
type guess struct {
	certificate
	trouble int   // how many answers around are still wrong
	sense   int64 // until when the whole history makes sense
	rarity  int   // of the mistake; 0 is the likeliest
}

// flaws is how many wrong answers flawed counts at most.
const flaws = 16

// flawed counts the answers around the conflict that contradict those before them.
func (c *certificate) flawed(around []int32) (wrong int) {
	for ; c.proved && len(around) > 0 && wrong < flaws && c.absurd(around); wrong++ {
		n := sort.Search(len(around)-1, func(n int) bool { return c.absurd(around[:n+1]) })
		around = slices.Delete(slices.Clone(around), n, n+1)
	}
	return wrong
}

// weaker returns what an event may still mean if its answer is false, by rarity of the
// mistake: nothing (a refusal); done although refused, or done without its condition; done
// under another tag, or nothing (a read); done later, or never.
func (c *certificate) weaker(i int32) (by [4]history.Event) {
	e := c.ops[i]
	late := e
	late.Outcome, late.Return = history.Unknown, history.Open
	switch effectOf(&e) {
	case may:
	case wrote:
		if e.If != e.Tag && (names(&e) || e.Op == history.Create) {
			by[1] = weakest(e)
		}
		if e.Tag != history.None {
			by[2] = e
			by[2].Tag = c.tagOf(i)
		}
		by[3] = weakest(late)
	case sight, torn:
		by[2] = weakest(e)
	default:
		switch late.Tag = history.None; {
		case c.foreign != history.None:
			by[3] = weakest(late)
		case e.Op != history.Read:
			by[1] = weakest(late)
			fallthrough
		default:
			by[0] = weakest(e)
		}
	}
	return by
}

// tagOf returns another tag under which the contents of a write were seen, or else a fresh
// one.
func (c *certificate) tagOf(i int32) history.Token {
	for k := range c.ops {
		if x, e := &c.ops[k], &c.ops[i]; effectOf(x) == sight && x.Value == e.Value && x.Tag != e.Tag {
			return x.Tag
		}
	}
	return 15<<60 + history.Token(i) // no dictionary makes such a token
}

// weakest returns the least that an event can mean: nothing, or, if it is a write that took
// or may have taken effect, a write without a condition.
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
