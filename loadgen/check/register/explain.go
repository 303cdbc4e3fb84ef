package register

import (
	"cmp"
	"slices"
	"strings"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// company is how many events before and after a conflict a guess of whom to accuse must
// leave in peace.
const company = 24

// explain makes a certificate for every wrong answer, in order of time. It disbelieves that
// answer and judges the rest again. That only allows more, so each violation is one of its
// own. Among conflicts that are close together it explains only the first in each round,
// because the others may follow from it.
func (j *judge) explain() (res finding.Result) {
	ops := slices.Clone(j.ops)
	slices.SortFunc(ops[:j.memory], func(a, b history.Event) int {
		return cmp.Or(cmp.Compare(a.Invoke, b.Invoke), cmp.Compare(a.Return, b.Return), cmp.Compare(a.Client, b.Client), cmp.Compare(a.Seq, b.Seq))
	})
	original, watch := slices.Clone(ops), j.o.Limit.Start()
	defer watch.Stop()
	for round, last := 0, []history.Event(nil); round < 256 && !slices.Equal(ops, last); round, last = round+1, j.ops {
		j = j.again(slices.Clone(ops))
		if j.decide(); len(j.conflicts) == 0 {
			res.More = j.undecided != ""
			return res
		}
		slices.SortStableFunc(j.conflicts, func(a, b conflict) int { return cmp.Compare(a.at, b.at) })
		if slices.ContainsFunc(j.conflicts, func(x conflict) bool { return x.tag }) {
			j.conflicts = slices.DeleteFunc(j.conflicts, func(x conflict) bool { return !x.tag })
		}
		far := 0
		for _, x := range j.conflicts {
			if res.State == finding.Invalid && watch.Over() {
				res.More = true
				return res
			}
			if at := j.last(x.about); at >= far {
				far = at + 2*company
				c := j.certify(x)
				if ops[c.accused] == original[c.accused] { // otherwise it is the same violation, perhaps of this round
					res.Report(c.violation(original))
				}
				c.disbelieve(ops)
			}
		}
	}
	res.More = true
	return res
}

// certificate is a conflict with one accused event.
type certificate struct {
	*judge
	shows   []int32       // its evidence, or if that proves nothing alone, the events near the conflict
	proved  bool          // the evidence alone is the proof
	accused int32         // the event whose answer is wrong
	instead history.Event // what is still believed of it
	score   [3]int64      // for this guess: see accuse
	orElse  int32         // another event without whose answer as much makes sense; below zero: none
}

// certify makes the certificate of a conflict.
func (j *judge) certify(x conflict) certificate {
	if proof := least(distinct(x.about), j.impossible); x.tag && proof != nil {
		return certificate{judge: j, shows: proof, proved: true}.accuse()
	}
	about := x.about
	for _, around := range []int{8, 512} {
		// The second time, few are left, and the oracle alone decides.
		if proof := least(least(j.near(about, around), j.impossible), j.impossible); proof != nil {
			return certificate{judge: j, shows: proof, proved: true}.accuse()
		}
	}
	return certificate{judge: j, shows: j.near(about, company)}.accuse()
}

// accuse chooses the event whose answer is wrong: the one without which the fewest events
// around the conflict are still wrong, and then the one without which the whole history
// makes sense for longest. If several are equal, it takes the likeliest mistake, and then
// the event sent last.
func (c certificate) accuse() certificate {
	around, guesses := c.near(c.shows, company), []certificate(nil)
	for _, i := range slices.Backward(c.shows) {
		e := c.ops[i]
		for rarity, by := range weaker(e) {
			if c.ops[i] = by; by != (history.Event{}) {
				c.accused, c.instead, c.score = i, by, [3]int64{-c.flawed(around), 0, -int64(rarity)}
				guesses = append(guesses, c)
			}
		}
		c.ops[i] = e
	}
	best := func(a, b certificate) int { return slices.Compare(a.score[:], b.score[:]) }
	most := slices.MaxFunc(guesses, best).score[0]
	for k := range slices.Backward(guesses) { // of a long history, the first ones
		if g := &guesses[k]; g.score[0] == most && *c.explaining >= len(c.ops) {
			*c.explaining -= len(c.ops)
			but := c.again(slices.Clone(c.ops))
			but.ops[g.accused] = g.instead
			but.o.Budget = min(but.o.Budget, 300_000)
			but.decide()
			g.score[1] = but.soundUntil
		}
	}
	return c.likeliest(slices.MaxFunc(guesses, best), guesses)
}

// likeliest chooses between the best guess and those that explain as much, and notes one of the others. Only if one explains
// everything is it certain that it does: what is still wrong may hide what would be wrong with it.
func (j *judge) likeliest(first certificate, guesses []certificate) certificate {
	other := certificate{accused: -1}
	for _, g := range guesses {
		if g.accused != first.accused && g.score[1] != 0 && slices.Equal(g.score[:2], first.score[:2]) && (other.accused < 0 || j.likely(g) > j.likely(other)) {
			other = g
		}
	}
	if j.likely(first) == 2 && other.accused >= 0 && j.likely(other) == 3 && other.score[1] == never {
		first, other = other, first
	}
	first.orElse = other.accused
	return first
}

// likely compares guesses that explain as much: a stale read, a refusal without a reason, a write that was dropped, and
// whatever has two mistakes in it, such as an update that was refused, and done on another version.
func (j *judge) likely(c certificate) int {
	switch instead := effectOf(&c.instead); {
	case effectOf(&j.ops[c.accused]) == sight:
		return 3
	case instead == nothing || instead == kept:
		return 2
	case effectOf(&j.ops[c.accused]) == wrote:
		return 1
	}
	return 0
}

// weaker returns what an event may still mean if its answer is false, by rarity of the
// mistake: nothing (a refusal), or done without its condition; done although refused;
// nothing (a read), or done without its condition (a write without an answer); done later,
// or never.
func weaker(e history.Event) (by [4]history.Event) {
	switch effectOf(&e) {
	case wrote:
		by[0], by[3] = weakest(e), late(e)
	case sight, torn, may:
		by[2] = weakest(e)
	default:
		by[0], by[1] = weakest(e), late(e)
	}
	return by
}

// weakest returns the least that an event can mean: nothing, or, if it is a write that took
// or may have taken effect, a write without a condition.
func weakest(e history.Event) history.Event {
	if effect := effectOf(&e); effect != wrote && effect != may {
		e.Outcome = history.Wrong
		return e
	}
	if e.Op != history.Delete {
		e.Op = history.Write
	}
	e.If, e.Flags = history.None, e.Flags&^history.Torn
	return e
}

// late returns a write that takes effect later or never, under an ETag that nobody knows.
func late(e history.Event) history.Event {
	e.Outcome, e.Return, e.Tag, e.Lease = history.Unknown, history.Open, history.None, history.None
	return weakest(e)
}

// disbelieve replaces the accused event by what is still believed of it. If an ETag does not
// identify one version, it weakens the events that name it. If a resource is missing, or in
// the way, it weakens all answers that say so, until one shows it or a write succeeds.
func (c *certificate) disbelieve(ops []history.Event) {
	e := c.ops[c.accused]
	rule, _ := c.breach()
	lost, tag := rule == "read of a version nobody wrote", strings.Contains(rule, "tag")
	if tag && c.o.Kind == AppendBlob && e.Lease != history.None { // only the ETag of its length is wrong
		for i, x := range ops {
			if x.Tag == e.Tag && x.Lease == e.Lease {
				ops[i].Lease = history.None
			}
		}
		return
	}
	if effectOf(&e) == wrote {
		lost, c.instead = tag, late(e)
	}
	still := effectOf(&e) == sawGone || effectOf(&e) == sawThere
	for i, x := range ops {
		still = still && (i <= int(c.accused) || effectOf(&x) != wrote && effectOf(&x) != sight)
		if lost && (x.If == e.Tag || x.Op == history.Read && x.Tag == e.Tag) || still && i > int(c.accused) && effectOf(&x) == effectOf(&e) {
			ops[i] = weakest(x)
		}
	}
	ops[c.accused] = c.instead
}
