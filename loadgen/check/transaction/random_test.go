package transaction

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"ifmatch/loadgen/history"
)

// random makes small histories that a correct service can have produced. It chooses the
// instants at which nodes take effect, and plays the nodes in that order.
type random struct {
	rng           *rand.Rand
	ops           []history.Event
	state         map[uint32]uint64 // value of an entity; 0: it is not there
	shown         map[uint32][]shown
	value         uint64
	deletes       bool // entities come and go, and outcomes of all operations may be unknown
	versionUntold bool // refused transactions do not say for which version
	mixed         bool // all kinds of writes, with or without a condition, alone or in transactions
	silent        int  // one in so many answers is missing, and half as many nodes take effect late
}

// shown is a version, and when an answer first showed it.
type shown struct {
	value uint64
	at    int64
}

// tagOf is the tag of the version with some contents.
func tagOf(value uint64) history.Token { return history.Token(value + 1000) }

// instant is a future node: its interval, and when it takes effect. A node whose interval has
// no end gets no answer.
type instant struct{ inv, ret, at int64 }

// late reports whether the node takes effect after its client gave up.
func (in instant) late() bool { return in.ret == history.Open }

func (r *random) instants(n, clients int, coarse int64) []instant {
	free := make([]int64, clients)
	var all []instant
	for range n {
		c := 0
		for i := range free {
			if free[i] < free[c] {
				c = i
			}
		}
		inv := free[c] + 1 + r.rng.Int64N(20)
		ret := inv + r.rng.Int64N(60)
		at := inv + r.rng.Int64N(ret-inv+1)
		free[c] = ret
		in := instant{inv / coarse, ret / coarse, at}
		if r.rng.IntN(2*r.silent+2) == 0 {
			in.ret, in.at = history.Open, inv+r.rng.Int64N(200)
		}
		all = append(all, in)
	}
	slices.SortFunc(all, func(a, b instant) int { return cmp.Compare(a.at, b.at) })
	return all
}

// play makes the i-th history of a test, of about n nodes.
func play(rng *rand.Rand, n, i int) []history.Event {
	return (&random{rng: rng, silent: 5}).play(n, i)
}

func (r *random) play(n, i int) []history.Event {
	rng := r.rng
	r.state, r.shown = map[uint32]uint64{}, map[uint32][]shown{}
	r.deletes, r.versionUntold, r.mixed = i%4 == 1, i%4 == 2, i%8 == 3
	entities := uint32(2 + rng.IntN(2))
	for k := uint32(1); k <= entities; k++ {
		r.add(instant{-10, -9, 0}, history.Event{Op: history.Create, Key: k}, r.next(), false)
	}
	coarse := int64(1)
	if rng.IntN(3) == 0 {
		coarse = 20
	}
	for _, in := range r.instants(n, 2+rng.IntN(4), coarse) {
		keys := r.keys(entities)
		switch x := rng.Float64(); {
		case x < 0.4 && !in.late():
			for _, k := range keys {
				r.read(in, k, len(keys) > 1)
			}
			r.join(len(keys))
		case r.mixed:
			r.mix(in, keys)
		case r.deletes && x < 0.55:
			r.single(in, keys[0])
		default:
			r.transact(in, keys)
		}
	}
	for i := range r.ops {
		r.ops[i].Client, r.ops[i].Seq = uint32(i+1), uint32(i+1)
	}
	return r.ops
}

func (r *random) next() uint64 { r.value++; return r.value }

// keys are the entities of a node, usually several.
func (r *random) keys(entities uint32) []uint32 {
	perm := r.rng.Perm(int(entities))
	var keys []uint32
	for _, k := range perm[:1+r.rng.IntN(int(entities))] {
		keys = append(keys, uint32(k)+1)
	}
	return keys
}

// join makes the last n events one node.
func (r *random) join(n int) {
	if n > 1 {
		for i := len(r.ops) - n; i < len(r.ops); i++ {
			r.ops[i].Group = uint64(len(r.ops))
		}
	}
}

func (r *random) read(in instant, key uint32, page bool) {
	e := history.Event{Op: history.Read, Key: key, Invoke: in.inv, Return: in.ret, Outcome: history.Won, Value: r.state[key]}
	if e.Value == 0 {
		e.Outcome = history.Absent
	} else {
		e.Tag = tagOf(e.Value)
		r.shown[key] = append(r.shown[key], shown{e.Value, in.ret})
	}
	r.ops = append(r.ops, e)
}

// add plays a write that takes effect.
func (r *random) add(in instant, e history.Event, value uint64, unknown bool) {
	e.Invoke, e.Return, e.Outcome = in.inv, in.ret, history.Won
	if e.Op != history.Delete {
		e.Value, e.Tag = value, tagOf(value)
	}
	r.state[e.Key] = e.Value
	if unknown {
		e.Outcome, e.Return, e.Tag = history.Unknown, history.Open, history.None
	} else if e.Value != 0 {
		r.shown[e.Key] = append(r.shown[e.Key], shown{e.Value, in.ret})
	}
	r.ops = append(r.ops, e)
}

// refuse plays a write that does not take effect.
func (r *random) refuse(in instant, e history.Event, value uint64, how history.Outcome) {
	e.Invoke, e.Return, e.Outcome = in.inv, in.ret, how
	if e.Op != history.Delete {
		e.Value = value
	}
	if how.Uncertain() {
		e.Return = history.Open
	}
	r.ops = append(r.ops, e)
}

// known is a version that an answer had shown before the request, usually the current one. It
// is 0 if there is none.
func (r *random) known(in instant, key uint32) uint64 {
	var told []uint64
	newest := r.shown[key]
	for _, s := range newest[max(0, len(newest)-64):] {
		if s.at < in.inv {
			told = append(told, s.value)
		}
	}
	if len(told) == 0 {
		return 0
	}
	if v := r.state[key]; slices.Contains(told, v) && r.rng.IntN(4) > 0 {
		return v
	}
	return told[len(told)-1-r.rng.IntN(min(3, len(told)))]
}

// transact plays an entity group transaction of swaps, or one swap.
func (r *random) transact(in instant, keys []uint32) {
	value := r.next()
	unknown := in.late() || r.rng.IntN(r.silent) == 0
	blamed := uint32(0)
	var names []uint64
	for _, k := range keys {
		v := r.known(in, k)
		if v == 0 {
			return
		}
		if v != r.state[k] && blamed == 0 {
			blamed = k
		}
		names = append(names, v)
	}
	lost := unknown && r.rng.IntN(2) == 0
	for i, k := range keys {
		e := history.Event{Op: history.Swap, Key: k, If: tagOf(names[i])}
		switch {
		case unknown && (blamed != 0 || lost):
			r.refuse(in, e, value, history.Unknown)
		case blamed == 0:
			r.add(in, e, value, unknown)
		case k == blamed && r.state[k] == 0:
			r.refuse(in, e, value, history.Absent)
		case k == blamed || r.versionUntold:
			r.refuse(in, e, value, history.Lost)
		default:
			r.refuse(in, e, value, history.Refused)
		}
	}
	r.join(len(keys))
}

// mix plays an entity group transaction of all kinds of writes, or one of them.
func (r *random) mix(in instant, keys []uint32) {
	value := r.next()
	unknown := in.late() || r.rng.IntN(r.silent) == 0
	var writes []history.Event
	blamed := -1
	for i, k := range keys {
		e := history.Event{Op: history.Swap, Key: k, If: tagOf(r.known(in, k))}
		if e.If == tagOf(0) {
			e.If = history.None
		}
		fits := r.state[k] != 0 && e.If == tagOf(r.state[k])
		switch x := r.rng.IntN(8); {
		case x == 0:
			e.Op, e.If, fits = history.Create, history.None, r.state[k] == 0
		case x == 1:
			e.Op, e.If, fits = history.Write, history.None, true
		case x == 2:
			e.Op, e.If, fits = history.Delete, history.None, r.state[k] != 0
		case e.If == history.None:
			return
		case x < 5:
			e.Op = history.Delete
		}
		if !fits && blamed < 0 {
			blamed = i
		}
		writes = append(writes, e)
	}
	lost := unknown && r.rng.IntN(2) == 0
	for i, e := range writes {
		switch {
		case unknown && (blamed >= 0 || lost):
			r.refuse(in, e, value, history.Unknown)
		case blamed < 0:
			r.add(in, e, value, unknown)
		case i != blamed:
			r.refuse(in, e, value, history.Refused)
		case r.state[e.Key] == 0:
			r.refuse(in, e, value, history.Absent)
		default:
			r.refuse(in, e, value, history.Lost)
		}
	}
	r.join(len(keys))
}

// single plays an insert or a delete.
func (r *random) single(in instant, key uint32) {
	unknown := in.late() || r.rng.IntN(r.silent+1) == 0
	if r.rng.IntN(2) == 0 {
		e := history.Event{Op: history.Create, Key: key}
		switch {
		case unknown && (r.state[key] != 0 || r.rng.IntN(2) == 0):
			r.refuse(in, e, r.next(), history.Unknown)
		case r.state[key] == 0:
			r.add(in, e, r.next(), unknown)
		default:
			r.refuse(in, e, r.next(), history.Lost)
		}
		return
	}
	v := r.known(in, key)
	if v == 0 {
		return
	}
	e := history.Event{Op: history.Delete, Key: key, If: tagOf(v)}
	switch {
	case unknown && (r.state[key] != v || r.rng.IntN(2) == 0):
		r.refuse(in, e, 0, history.Unknown)
	case r.state[key] == v:
		r.add(in, e, 0, unknown)
	case r.state[key] == 0:
		r.refuse(in, e, 0, history.Absent)
	default:
		r.refuse(in, e, 0, history.Lost)
	}
}

// damage changes a history so that it may become impossible.
func damage(rng *rand.Rand, ops []history.Event) {
	values := func(key uint32) []uint64 {
		var all []uint64
		for _, e := range ops {
			if e.Key == key && e.Value != 0 && writes(&e) {
				all = append(all, e.Value)
			}
		}
		return all
	}
	for range 20 {
		i := rng.IntN(len(ops))
		e := &ops[i]
		switch rng.IntN(5) {
		case 0: // another version was seen
			if e.Op == history.Read && e.Outcome == history.Won {
				if v := values(e.Key); len(v) > 0 {
					e.Value = v[rng.IntN(len(v))]
					e.Tag = tagOf(e.Value)
					return
				}
			}
		case 1: // another version was named
			if e.If != history.None {
				if v := values(e.Key); len(v) > 0 {
					e.If = tagOf(v[rng.IntN(len(v))])
					return
				}
			}
		case 2: // the node ran at another time
			if e.Return != history.Open {
				d := rng.Int64N(80) - 40
				move(ops, i, d, d)
				return
			}
		case 3: // the node was answered sooner, or sent later
			if e.Return != history.Open && e.Return > e.Invoke {
				d := rng.Int64N(e.Return - e.Invoke + 1)
				if rng.IntN(2) == 0 {
					move(ops, i, d, 0)
				} else {
					move(ops, i, 0, -d)
				}
				return
			}
		case 4: // a write was refused after all
			if e.Outcome == history.Won && e.Op == history.Swap {
				for k := range ops {
					if k == i || e.Group != 0 && ops[k].Group == e.Group {
						ops[k].Tag, ops[k].Outcome = history.None, history.Refused
					}
				}
				e.Outcome = history.Lost
				return
			}
		}
	}
}

// move changes the interval of a node.
func move(ops []history.Event, i int, invoke, ret int64) {
	g := ops[i].Group
	for k := range ops {
		if k == i || g != 0 && ops[k].Group == g {
			ops[k].Invoke += invoke
			ops[k].Return += ret
		}
	}
}

// possible reports whether a history can come from real clients: they name only tags that an
// answer showed before.
func possible(ops []history.Event) bool {
	for _, e := range ops {
		if e.If == history.None {
			continue
		}
		ok := false
		for _, s := range ops {
			ok = ok || s.Key == e.Key && s.Tag == e.If && s.Outcome == history.Won && s.Return < e.Invoke
		}
		if !ok {
			return false
		}
	}
	return true
}
