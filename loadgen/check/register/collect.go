package register

import (
	"slices"

	"ifmatch/loadgen/history"
)

// collect reads all events once (step 1).
func (j *judge) collect() {
	j.recall()
	j.versions = append(slices.Grow(j.versions, len(j.ops)/3+16), version{writer: unwritten, shown: unwritten, first: -1, last: -1})
	j.byTag, j.lengths = j.byTag.Empty(len(j.ops)/4), map[history.Token]int32{}
	j.refusals = slices.Grow(j.refusals, len(j.ops)/2) // grown step by step, it would leave several times its size to the collector
	if j.start.tag != history.None {
		x := &j.versions[j.version(j.start.tag)]
		x.writer, x.born, x.value, x.shown = before, always, j.start.value, j.start.op
	}
	for i := range j.ops[:j.memory] {
		j.take(int32(i), &j.ops[i])
	}
}

// version returns the number of the version with a tag, and makes the version if it is new.
func (j *judge) version(tag history.Token) int32 {
	if v := j.byTag.Get(0, uint64(tag)); v >= 0 {
		return v
	}
	v := j.newVersion(tag)
	j.byTag.Set(0, uint64(tag), v)
	return v
}

func (j *judge) newVersion(tag history.Token) int32 {
	j.versions = append(j.versions, version{tag: tag, lastRead: always, firstSeen: never, writer: unwritten, shown: unwritten, first: -1, last: -1})
	return int32(len(j.versions) - 1)
}

func (j *judge) take(i int32, e *history.Event) {
	switch effectOf(e) {
	case sight:
		if j.promised(e) && e.Tag != e.If {
			j.clash(i)
		}
		if e.Tag == history.None {
			j.unusual("a read was answered without an ETag")
			return
		}
		j.see(j.version(e.Tag), i, e)
	case sawThere:
		j.presents = append(j.presents, refusal{from: e.Invoke, to: e.Return, op: i})
	case sawGone:
		j.absents = append(j.absents, refusal{from: e.Invoke, to: e.Return, op: i})
	case sawOther:
		j.refusals = append(j.refusals, refusal{e.Invoke, e.Return, j.version(e.If), i})
	case torn:
		j.clash(i)
	case may:
		if e.Op != history.Delete && e.Value == 0 && e.Tag == history.None {
			j.unusual("a write with unknown contents was not answered")
			return
		}
		j.mays = append(j.mays, i)
	case wrote:
		j.write(i, e)
	}
}

// unusual notes an answer that no workload records. Somebody else may then have written as
// well, so the verdict stays open.
func (j *judge) unusual(what string) { j.openWorld, j.unproved = true, what }

// promised reports whether a read named a version with If-Match, so that it must show that
// version or be refused. Nothing promises this for entities and containers.
func (j *judge) promised(e *history.Event) bool {
	return e.If != history.None && e.Tag != history.None && e.Flags&history.IfNoneMatch == 0 && (j.o.Kind == Blob || j.o.Kind == AppendBlob)
}

// see notes that an event saw a version.
func (j *judge) see(v, i int32, e *history.Event) {
	x := &j.versions[v]
	if e.Invoke > x.lastRead {
		x.lastRead, x.last = e.Invoke, i
	}
	x.seen(i, e.Return)
	j.tell(v, i, e.Value)
	j.label(v, i)
}

// label notes the ETag of a length of an append blob. Two for one length, or one for two, are a conflict.
func (j *judge) label(v, i int32) {
	etag := j.ops[i].Lease
	if j.o.Kind != AppendBlob || etag == history.None {
		return
	}
	x := &j.versions[v]
	switch other, ok := j.lengths[etag]; {
	case ok && other != v:
		j.clash(j.versions[other].labelled-1, i)
	case x.labelled == 0:
		x.labelled, j.lengths[etag] = i+1, v
	case j.ops[x.labelled-1].Lease != etag:
		j.clash(x.labelled-1, i)
	}
}

// seen notes when the version was shown by an event, or made by it.
func (x *version) seen(i int32, at int64) {
	if at < x.firstSeen {
		x.firstSeen, x.first = at, i
	}
}

// tell notes the contents of a version. Contents that differ from those known before are a
// conflict.
func (j *judge) tell(v, i int32, value uint64) {
	switch x := &j.versions[v]; {
	case value == 0 || x.value == value:
	case x.value == 0:
		x.value, x.shown = value, i
	default:
		j.clash(x.shown, i)
	}
}

// write notes a write that took effect.
func (j *judge) write(i int32, e *history.Event) {
	if e.Op == history.Delete {
		j.follow(i, e, 0)
		return
	}
	if e.Tag == history.None {
		j.unusual("a write was answered without an ETag")
		return
	}
	if e.Flags&history.Torn != 0 { // a block at another place than the append asked for
		j.clash(i)
		return
	}
	if w := j.remembered(e.Tag); w >= 0 {
		j.reused(w, i)
		return
	}
	v := j.version(e.Tag)
	switch x := &j.versions[v]; {
	case x.writer == before:
		j.reused(j.start.op, i)
	case x.writer != unwritten:
		j.reused(x.writer, i)
	case e.Tag == e.If:
		j.reused(i)
	default:
		j.own(v, i, e)
		j.follow(i, e, v)
	}
}

// reused notes that writes made two versions with one tag.
func (j *judge) reused(ops ...int32) {
	j.clash(ops...)
	j.conflicts[len(j.conflicts)-1].tag = true
}

// own makes an event the writer of a version.
func (j *judge) own(v, i int32, e *history.Event) {
	x := &j.versions[v]
	x.writer, x.born = i, e.Invoke
	x.seen(i, e.Return)
	j.tell(v, i, e.Value)
	j.label(v, i)
}

// follow puts the result of a write, version v or nothing if v is 0, after the version that
// the write named. Two writes that replaced one version are a conflict.
func (j *judge) follow(i int32, e *history.Event, v int32) {
	if !names(e) {
		j.heads = append(j.heads, head{i, v})
		return
	}
	p := &j.versions[j.version(e.If)]
	if p.next != 0 {
		j.clash(i, j.replacer(p.next))
		j.heads = append(j.heads, head{i, v})
		return
	}
	p.next = v
	if v == 0 {
		p.next = ^i
	}
}

// replacer returns the event that a version's next refers to.
func (j *judge) replacer(next int32) int32 {
	if next < 0 {
		return ^next
	}
	return j.versions[next].writer
}
