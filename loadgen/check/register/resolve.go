package register

import (
	"ifmatch/loadgen/history"
)

// touched tells whether anybody saw a version or replaced it by name.
func (x *version) touched() bool { return x.lastRead != always || x.next != 0 }

// resolve finds the writers of versions whose writer was told no tag (step 1). A
// write of unknown outcome whose contents or tag anybody saw took effect, and
// therefore what it named was current then, and so on backwards. Whoever reads
// contents that nobody wrote, or that a refused write carried, is reported.
func (j *judge) resolve() {
	var open []int32 // versions without a writer
	for v := range j.versions {
		if x := &j.versions[v]; v > 0 && x.writer == unwritten && x.touched() {
			open = append(open, int32(v))
		}
	}
	if len(open)+len(j.untagged)+len(j.unnamed) == 0 {
		return
	}
	r := resolver{judge: j, writers: j.writersByValue(false), open: open, settled: map[int32]bool{}, alien: map[int32]bool{}}
	r.promise()
	r.giveTags()
	r.readWithoutTags()
	for len(r.open) > 0 {
		v := r.open[len(r.open)-1]
		r.open = r.open[:len(r.open)-1]
		if r.versions[v].writer == unwritten && !r.alien[v] {
			r.find(v)
		}
	}
	r.mays = r.unsettled()
	r.adopt()
}

// resolver is the state of resolve.
type resolver struct {
	*judge
	writers  *table                    // value to event + 1, of writes that were told no tag
	everyone *table                    // the same of all writes; made when it is needed
	promised map[history.Token][]int32 // writes of unknown outcome whose tag is known beforehand
	open     []int32                   // versions whose writer is to be found
	settled  map[int32]bool            // writes whose version was found
	aliens   []int32                   // versions whose writer is not found by tag or contents
	alien    map[int32]bool
}

// promise notes the tags that writes of unknown outcome would have been given, as
// the position behind an append is.
func (r *resolver) promise() {
	for _, w := range r.mays {
		if tag := r.ops[w].Tag; tag != history.None {
			if r.promised == nil {
				r.promised = map[history.Token][]int32{}
			}
			r.promised[tag] = append(r.promised[tag], w)
		}
	}
}

// writersByValue maps contents to the write that carried them, preferring writes
// that took effect over those that may have, and these over refused ones. Without
// all it holds those only whose answer told no tag, which are few.
func (j *judge) writersByValue(all bool) *table {
	t := newTable(len(j.mays) + len(j.untagged))
	note := func(i int32) {
		e := &j.ops[i]
		if e.Value == 0 {
			return
		}
		if old := t.get(e.Value); old == 0 || strength(e) > strength(&j.ops[old-1]) {
			t.put(e.Value, i+1)
		}
	}
	if !all {
		for _, i := range j.mays {
			note(i)
		}
		for _, i := range j.untagged {
			note(i)
		}
		return t
	}
	for i := range j.ops {
		if e := &j.ops[i]; e.Op != history.Read && e.Op != history.Delete && effectOf(e) != nothing {
			note(int32(i))
		}
	}
	return t
}

func strength(e *history.Event) int {
	switch effectOf(e) {
	case wrote:
		return 2
	case may:
		return 1
	}
	return 0
}

// writerOf is the write that carried contents, or -1.
func (r *resolver) writerOf(value uint64) int32 {
	if value == 0 {
		return -1
	}
	if w := r.writers.get(value); w > 0 {
		return w - 1
	}
	if r.everyone == nil {
		r.everyone = r.writersByValue(true)
	}
	return r.everyone.get(value) - 1
}

// giveTags finds the versions of writes that were answered without a usable tag:
// those that show their contents, and a version without a tag for each other.
func (r *resolver) giveTags() {
	if len(r.untagged) == 0 {
		return
	}
	for _, v := range r.open {
		x := &r.versions[v]
		if x.value == 0 || r.remembered(x.tag) >= 0 {
			continue
		}
		if w := r.writers.get(x.value) - 1; w >= 0 && effectOf(&r.ops[w]) == wrote && !r.tells(r.ops[w].Tag) && !r.settled[w] {
			r.join(v, w)
		}
	}
	for _, w := range r.untagged {
		if r.settled[w] {
			continue
		}
		r.join(r.newVersion(history.None), w)
		if r.ops[w].Value == 0 {
			r.vague = "a write was answered with neither a tag nor known contents, so that nobody can tell who saw it"
		}
	}
}

// readWithoutTags attributes reads that are known by their contents only.
func (r *resolver) readWithoutTags() {
	if len(r.unnamed) == 0 {
		return
	}
	byValue := newTable(len(r.versions))
	for v := range r.versions {
		if x := &r.versions[v]; x.value != 0 && byValue.get(x.value) == 0 {
			byValue.put(x.value, int32(v))
		}
	}
	for _, i := range r.unnamed {
		e := &r.ops[i]
		v := byValue.get(e.Value)
		if v == 0 {
			v = r.newVersion(history.None)
			byValue.put(e.Value, v)
			r.open = append(r.open, v)
		}
		r.see(v, i, e)
	}
}

// find looks for the writer of a version.
func (r *resolver) find(v int32) {
	x := &r.versions[v]
	w := r.writerOf(x.value)
	if w < 0 {
		w = r.foretold(x.tag)
	}
	if w < 0 {
		r.estrange(v)
		return
	}
	switch effect := effectOf(&r.ops[w]); {
	case r.remembered(x.tag) >= 0:
		r.estrange(v) // adopt reports it, unless its writer is still to come
	case r.isOver(w) && !r.anonymous():
		if x.tag != history.None && r.ops[w].Tag != history.None {
			r.reportTwoTags(v, w)
		} else {
			r.reportForgotten(v, w)
		}
		r.excuse(v)
	case effect == may && !r.settled[w] && !r.isOver(w) && r.o.flaw != ignoreUnknown:
		r.settle(v, w)
	case effect != wrote && effect != may && r.o.flaw == everyRefusal:
		r.settle(v, w)
	case effect != wrote && effect != may:
		r.reportRefusedApplied(v, w)
		r.excuse(v)
	case r.anonymous():
		// Contents may stay when a version changes, as with metadata, and a write
		// that says nothing of contents has no outcome.
		r.estrange(v)
	case effect == may && !r.settled[w]:
		r.reportPhantom(v)
		r.excuse(v)
	default:
		r.reportTwoTags(v, w)
		r.excuse(v)
	}
}

// estrange leaves a version to adopt.
func (r *resolver) estrange(v int32) {
	r.alien[v] = true
	r.aliens = append(r.aliens, v)
}

// settle says that the write w made version v, whatever it was answered.
func (r *resolver) settle(v, w int32) {
	e := r.ops[w]
	e.Return = never
	r.own(v, w, &e)
	r.join(v, w)
}

// join puts the version v behind what its write w named, which must have been
// current then.
func (r *resolver) join(v, w int32) {
	r.settled[w] = true
	e := &r.ops[w]
	if r.versions[v].writer != w {
		r.own(v, w, e)
	}
	r.follow(w, e, v)
	if names(e) && r.tells(e.If) {
		r.open = append(r.open, r.version(e.If))
	}
}

// foretold finds the write of unknown outcome that would have been given a tag. Of
// several the one sent first allows most.
func (r *resolver) foretold(tag history.Token) int32 {
	found := int32(-1)
	for _, w := range r.promised[tag] {
		if !r.settled[w] && (found < 0 || r.ops[w].Invoke < r.ops[found].Invoke) {
			found = w
		}
	}
	return found
}

// anonymous tells whether there is a write of unknown outcome and contents, or was.
func (r *resolver) anonymous() bool {
	for _, w := range r.mays {
		if blank(&r.ops[w]) && !r.settled[w] {
			return true
		}
	}
	return r.blank
}

// blank tells whether it is not known what an event wrote.
func blank(e *history.Event) bool { return e.Value == 0 && e.Op != history.Delete }

// excuse keeps a version that was reported from being held against the history
// again.
func (j *judge) excuse(v int32) {
	j.versions[v].writer, j.versions[v].born = excused, always
	j.heads = append(j.heads, head{-1, v})
}

// unsettled are the writes of unknown outcome that nobody saw.
func (r *resolver) unsettled() []int32 {
	rest := r.mays[:0]
	for _, w := range r.mays {
		if !r.settled[w] {
			rest = append(rest, w)
		}
	}
	return rest
}
