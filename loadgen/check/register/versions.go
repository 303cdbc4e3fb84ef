package register

import (
	"math"

	"ifmatch/loadgen/history"
)

// Times that bound nothing.
const (
	always = math.MinInt64
	never  = math.MaxInt64
)

// version is one state of the resource. Version 0 stands for none.
type version struct {
	tag       history.Token // None if nobody told it
	value     uint64        // its contents; 0: nobody told them
	born      int64         // Invoke of its writer
	lastRead  int64         // latest Invoke of what saw it
	firstSeen int64         // earliest Return of its writer and of what saw it
	writer    int32         // the event that wrote it, or one of the constants
	next      int32         // the version that replaced it by name; ^event of the delete that did; 0: none
	shown     int32         // the event that told the value
}

// Writers that are no events.
const (
	unwritten int32 = -1 - iota // nobody, as far as is known
	before                      // it was there at the beginning
	someone                     // some write of unknown outcome
	coming                      // a write that is yet to be told of
	excused                     // nobody; that was reported, and is not to be held against it twice
)

// head is a write that follows whatever was there, so that it begins a chain.
type head struct {
	op      int32 // its event; below zero: the version's writer is no event
	version int32 // 0: it is a delete
}

// refusal is an observation of what was not current, during [from, to].
type refusal struct {
	from, to int64
	version  int32
	op       int32
}

// collect reads all events once (step 1). A tag that two writes were given
// identifies neither, so after such a find it starts over without those tags.
func (j *judge) collect() {
	for {
		j.reset()
		for i := range j.ops[:j.memory] {
			if j.aside == nil || !j.aside[int32(i)] {
				j.take(int32(i), &j.ops[i])
			}
		}
		if len(j.twice) == 0 || j.o.flaw == trustTags {
			return
		}
		if j.shared == nil {
			j.shared = map[history.Token]bool{}
		}
		for _, pair := range j.twice {
			j.shared[j.ops[pair[1]].Tag] = true
			j.reportTagTwice(pair[0], pair[1])
		}
	}
}

func (j *judge) reset() {
	if j.versions == nil {
		j.versions = make([]version, 0, len(j.ops)/3+16)
	}
	j.versions = append(j.versions[:0], version{writer: unwritten, shown: unwritten})
	j.byTag = newTable(len(j.ops) / 4)
	j.heads, j.refusals, j.absents, j.presents = j.heads[:0], j.refusals[:0], j.absents[:0], j.presents[:0]
	j.untagged, j.unnamed, j.mays, j.wild, j.twice = j.untagged[:0], j.unnamed[:0], j.mays[:0], j.wild[:0], j.twice[:0]
	j.bounds, j.chains, j.optional = j.bounds[:0], j.chains[:0], options{}
	j.vague, j.path, j.unready = "", nil, false
	if j.start.tag != history.None {
		x := &j.versions[j.version(j.start.tag)]
		x.writer, x.born, x.value, x.shown = before, always, j.start.value, j.start.op
	}
}

// version is the number of the version that a tag stands for.
func (j *judge) version(tag history.Token) int32 {
	s := j.byTag.find(uint64(tag))
	if s.key != 0 {
		return s.id
	}
	v := j.newVersion(tag)
	j.byTag.put(uint64(tag), v)
	return v
}

func (j *judge) newVersion(tag history.Token) int32 {
	j.versions = append(j.versions, version{tag: tag, lastRead: always, firstSeen: never, writer: unwritten, shown: unwritten})
	return int32(len(j.versions) - 1)
}

// tells tells whether a tag identifies a version.
func (j *judge) tells(tag history.Token) bool {
	return tag != history.None && (j.shared == nil || !j.shared[tag])
}

func (j *judge) take(i int32, e *history.Event) {
	switch effectOf(e) {
	case sight:
		if j.promised(e) && e.Tag != history.None && e.Tag != e.If {
			j.reportConditionIgnored(i)
		}
		if j.tells(e.Tag) {
			j.see(j.version(e.Tag), i, e)
		} else if e.Value != 0 {
			j.unnamed = append(j.unnamed, i)
		}
	case sawThere:
		j.presents = append(j.presents, refusal{from: e.Invoke, to: e.Return, op: i})
	case sawGone:
		j.absents = append(j.absents, refusal{from: e.Invoke, to: e.Return, op: i})
	case sawOther:
		if j.tells(e.If) {
			j.refusals = append(j.refusals, refusal{e.Invoke, e.Return, j.version(e.If), i})
		}
	case torn:
		if j.o.flaw != ignoreTorn {
			j.reportTorn(i)
		}
	case may:
		j.mays = append(j.mays, i)
	case wrote:
		j.write(i, e)
	}
}

// promised tells whether a read named a version that it should have been given or
// else refused. Nothing promises that of entities and containers.
func (j *judge) promised(e *history.Event) bool {
	return e.If != history.None && e.Flags&history.IfNoneMatch == 0 && (j.o.Kind == Blob || j.o.Kind == AppendBlob)
}

// see notes that an event saw a version.
func (j *judge) see(v, i int32, e *history.Event) {
	x := &j.versions[v]
	x.lastRead = max(x.lastRead, e.Invoke)
	x.firstSeen = min(x.firstSeen, e.Return)
	if e.Value != 0 && x.value != e.Value {
		j.tellValue(v, i, e.Value)
	}
}

// tellValue notes what a version contains, and reports that it was told otherwise
// before.
func (j *judge) tellValue(v, i int32, value uint64) {
	x := &j.versions[v]
	if x.value == 0 {
		x.value, x.shown = value, i
	} else if x.value != value && j.o.flaw != ignoreValues {
		j.reportTwoContents(v, i)
	}
}

// write notes a write that took effect.
func (j *judge) write(i int32, e *history.Event) {
	if e.Op == history.Delete {
		j.follow(i, e, 0)
		return
	}
	if !j.tells(e.Tag) {
		j.untagged = append(j.untagged, i)
		return
	}
	if w := j.remembered(e.Tag); w >= 0 {
		j.twice = append(j.twice, [2]int32{w, i})
		return
	}
	v := j.version(e.Tag)
	x := &j.versions[v]
	switch {
	case x.writer != unwritten:
		j.twice = append(j.twice, [2]int32{x.writer, i})
		return
	case e.Tag == e.If:
		j.twice = append(j.twice, [2]int32{unwritten, i})
		return
	}
	j.own(v, i, e)
	j.follow(i, e, v)
}

// own makes an event the writer of a version.
func (j *judge) own(v, i int32, e *history.Event) {
	x := &j.versions[v]
	x.writer, x.born = i, e.Invoke
	x.firstSeen = min(x.firstSeen, e.Return)
	if e.Value != 0 && x.value != e.Value {
		j.tellValue(v, i, e.Value)
	}
}

// follow puts what a write made, a version or with 0 nothing, behind what it
// named.
func (j *judge) follow(i int32, e *history.Event, v int32) {
	if !names(e) || !j.tells(e.If) {
		j.heads = append(j.heads, head{i, v})
		return
	}
	p := &j.versions[j.version(e.If)]
	if p.next != 0 {
		// Both replaced it, so at least one did so wrongly. To find out what else is
		// wrong the second is taken for an unconditional write.
		j.reportLostUpdate(e.If, j.replacer(p.next), i)
		j.heads = append(j.heads, head{i, v})
		return
	}
	p.next = v
	if v == 0 {
		p.next = ^i
	}
}

// replacer is the event behind a version's next.
func (j *judge) replacer(next int32) int32 {
	if next < 0 {
		return ^next
	}
	return j.versions[next].writer
}
