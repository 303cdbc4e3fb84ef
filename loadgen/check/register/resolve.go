package register

import (
	"slices"

	"ifmatch/loadgen/check/table"
	"ifmatch/loadgen/history"
)

// resolve finds the writers of versions whose writer received no tag (step 1). If
// anybody saw the contents or the tag of a write of unknown outcome, the write took
// effect. The version it named was then current, and so on backwards. An event that
// shows contents nobody wrote, or contents of a refused write, is a conflict.
func (j *judge) resolve() {
	j.settled = map[int32]int32{}
	r := resolver{judge: j, promised: map[history.Token][]int32{}, alien: map[int32]bool{}}
	for v := range j.versions {
		if x := &j.versions[v]; v > 0 && x.writer == unwritten && x.touched() {
			r.pending = append(r.pending, int32(v))
		}
	}
	if len(r.pending) == 0 {
		return
	}
	r.writers = table.New(len(j.mays))
	for _, w := range j.mays {
		e := &j.ops[w]
		r.note(r.writers, w)
		if e.Tag != history.None {
			r.promised[e.Tag] = append(r.promised[e.Tag], w)
		}
	}
	for len(r.pending) > 0 {
		v := r.pending[len(r.pending)-1]
		r.pending = r.pending[:len(r.pending)-1]
		if r.versions[v].writer == unwritten && !r.alien[v] {
			r.find(v)
		}
	}
	r.mays = slices.DeleteFunc(r.mays, func(w int32) bool {
		_, done := r.settled[w]
		return done
	})
	r.adopt()
}

// resolver is the state of resolve.
type resolver struct {
	*judge
	writers  *table.Table              // value to event, for writes that were not answered
	everyone *table.Table              // the same for all writes; made when first needed
	promised map[history.Token][]int32 // writes of unknown outcome whose tag is known beforehand, like the position after an append
	pending  []int32                   // versions whose writer is still to be looked for
	aliens   []int32                   // versions whose writer was not found by tag or contents
	alien    map[int32]bool
}

// note maps contents to the write that carried them. It prefers writes that took effect
// to writes of unknown outcome, and these to refused ones.
func (r *resolver) note(t *table.Table, i int32) {
	e, strength := &r.ops[i], [kept + 1]int{wrote: 2, may: 1}
	if e.Value == 0 || effectOf(e) == wrote && e.Tag == history.None {
		return
	}
	if old := t.Get(0, e.Value); old < 0 || strength[effectOf(e)] > strength[effectOf(&r.ops[old])] {
		t.Set(0, e.Value, i)
	}
}

// writerOf is the write that carried contents, or -1.
func (r *resolver) writerOf(value uint64) int32 {
	if w := r.writers.Get(0, value); w >= 0 || value == 0 {
		return w
	}
	if r.everyone == nil {
		r.everyone = table.New(len(r.ops) / 2)
		for i := range r.ops {
			if e := &r.ops[i]; e.Op != history.Read && e.Op != history.Delete && effectOf(e) != nothing {
				r.note(r.everyone, int32(i))
			}
		}
	}
	return r.everyone.Get(0, value)
}

// find looks for the writer of a version.
func (r *resolver) find(v int32) {
	x := &r.versions[v]
	w := r.writerOf(x.value)
	if w < 0 {
		w = r.foretold(x.tag)
	}
	if w < 0 || r.remembered(x.tag) >= 0 {
		r.alien[v] = true
		r.aliens = append(r.aliens, v)
		return
	}
	other, taken := r.settled[w]
	switch effect := effectOf(&r.ops[w]); {
	case r.isOver(w):
		r.clash(w, r.start.op, x.shown, r.seeing(v))
	case effect == may && !taken:
		r.settle(v, w)
	case taken:
		r.clash(r.versions[other].shown, r.seeing(other), x.shown, r.seeing(v))
	default: // it was refused, or told another tag
		r.clash(w, x.shown, r.seeing(v))
	}
}

// settle decides that the write w made version v, whatever its answer was. It puts v
// after the version that w named, which must have been current then.
func (r *resolver) settle(v, w int32) {
	e := r.ops[w]
	e.Return = never
	r.own(v, w, &e)
	r.settled[w] = v
	r.follow(w, &e, v)
	if names(&e) {
		r.pending = append(r.pending, r.version(e.If))
	}
}

// foretold finds the write of unknown outcome that would have received a tag, or -1. If
// several would, it takes the one sent first, which allows most.
func (r *resolver) foretold(tag history.Token) int32 {
	found := int32(-1)
	for _, w := range r.promised[tag] {
		if _, ok := r.settled[w]; !ok && (found < 0 || r.ops[w].Invoke < r.ops[found].Invoke) {
			found = w
		}
	}
	return found
}

// adopt decides who made the versions whose writer was not found: a write of unknown
// outcome that nobody saw otherwise, a write that is still to come, or another client.
// The search decides which write of unknown outcome it was.
func (r *resolver) adopt() {
	candidates, since := 0, int64(never)
	for _, w := range r.mays {
		if e := &r.ops[w]; e.Op != history.Delete && e.Tag == history.None {
			candidates++
			since = min(since, e.Invoke)
		}
	}
	for _, v := range r.aliens {
		x := &r.versions[v]
		w := r.remembered(x.tag)
		switch {
		case x.writer != unwritten:
		case r.openWorld && w < 0:
			x.writer, x.born = someone, always
			r.heads = append(r.heads, head{-1, v})
		case r.horizon < never && r.upTo(v) >= r.horizon:
			x.writer, x.born = coming, r.horizon
			if candidates > 0 { // or an unanswered write made it
				x.born = min(since, r.horizon)
			}
			r.heads = append(r.heads, head{-1, v})
		case w >= 0:
			r.clash(w, r.start.op, r.seeing(v))
		case candidates > 0 && x.value == 0 && !r.forgotten(x):
			x.writer, x.born = someone, since
			r.wild = append(r.wild, v)
		case r.chosen != "" && x.value == 0: // the settled order may have used its write elsewhere
			r.undecided = r.chosen
		default:
			r.unwritten(v)
		}
	}
}

// upTo is the earliest time by which a version was certainly written, because it, or a
// version that follows it by name, had been seen.
func (j *judge) upTo(v int32) int64 {
	earliest := int64(never)
	for v > 0 {
		x := &j.versions[v]
		earliest = min(earliest, x.firstSeen)
		if x.next < 0 {
			earliest = min(earliest, j.ops[^x.next].Return)
		}
		v = x.next
	}
	return earliest
}

// unwritten accuses the first event that saw a version that nobody wrote.
func (j *judge) unwritten(v int32) {
	if i := j.seeing(v); i >= 0 {
		j.clash(i)
	}
}

// seeing is the event that saw a version and was answered first. If nothing saw it,
// seeing is the event that replaced it by name; below zero if there is none.
func (j *judge) seeing(v int32) int32 {
	x := &j.versions[v]
	if x.first < 0 && x.next != 0 {
		return j.replacer(x.next)
	}
	return x.first
}
