package transaction

import (
	"slices"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/table"
	"ifmatch/loadgen/history"
)

// partition is the check of one partition.
type partition struct {
	o      Options
	ops    []history.Event
	nodes  []node
	nodeOf []int32 // node of an event
	more   []int32 // next event of the same node, or none
	versions
	refusals
	// Of a Stream only. The first ops are anchors, which stand for forgotten transactions,
	// and past is the versions before them. Events returned at the watermark or later may
	// show versions whose write is still to come.
	anchors   int
	past      past
	watermark int64

	out       finding.Result
	kept      []finding.Violation // violations of the ways in which the history could not be explained
	tries     int
	undecided string
	unjudged  bool // something was not judged about an insert or delete of unknown outcome
}

func (p *partition) broken() bool { return p.out.State == finding.Invalid }

// keep holds a violation back until it is known that no way explains the history.
func (p *partition) keep(v finding.Violation) {
	if len(p.kept) < finding.Described {
		p.kept = append(p.kept, v)
	}
}

// fate is what became of a node.
type fate uint8

// node is what takes effect at one instant: an entity group transaction, a page of a query,
// or an event that stands alone.
type node struct {
	inv, ret int64
	first    int32 // first event; partition.more leads to the others
	size     int32
	fate     fate
	sight    int32 // event that proves that a write of unknown outcome took effect
}

// fate is what became of the node of an event.
func (p *partition) fate(event int32) fate { return p.nodes[p.nodeOf[event]].fate }

// writes reports whether the event writes, if it takes effect.
func writes(e *history.Event) bool {
	return e.Op == history.Write || e.Op == history.Swap || e.Op == history.Create || e.Op == history.Delete
}

// fateOf is the fate that an event tells alone.
func fateOf(e *history.Event) fate {
	switch {
	case e.Op == history.Read && (e.Outcome == history.Won || e.Outcome == history.Absent):
		return saw
	case !writes(e):
		return ignored
	case e.Outcome == history.Won:
		return applied
	case e.Outcome.Uncertain():
		return optional
	}
	return refused
}

// none is the index of nothing.
const none int32 = -1

const (
	ignored  fate = iota // an uncertain read, or an operation of another kind
	saw                  // a read or a page
	refused              // writes that were refused, and changed nothing
	optional             // writes of unknown outcome that nobody saw
	applied              // writes that took effect
)

// versions is who wrote, saw and replaced each version. A version is the index of the event
// that wrote it.
type versions struct {
	entities []entity
	entityOf map[uint32]int32
	byValue  *table.Table
	byTag    *table.Table
	tag      []history.Token // tag of a version, once it is known
	next     []int32         // write that replaced a version
	prev     []int32         // version that a write replaced
	readers  []int32         // first event that saw a version
	also     []int32         // next event that saw the same version
	seenAs   []int32         // version that a read saw
	rivals   [][3]int32      // versions, and two writes that replaced each
	twice    map[name]bool   // tags that two versions have: what else is odd about them has that cause
}

// name is a value or a tag of one entity. Other entities may have the same.
type name struct {
	what uint64
	key  uint32
}

// entity is what concerns all versions of one entity.
type entity struct {
	heads   []int32 // writes that name no version: inserts, and overwrites or deletes of whatever is there
	deletes int     // deletes that took effect
	deleted int32   // the last of them
	// unansweredWrite is when the first write of unknown outcome that names no version was invoked,
	// unansweredDelete the same of the first delete of unknown outcome.
	unansweredWrite, unansweredDelete int64
}

func nones(n int) []int32 { return slices.Repeat([]int32{none}, n) }

// refusals is what writes that changed nothing, and reads that found nothing, prove.
type refusals struct {
	refusal []int32          // first event that was refused because a version had been replaced
	again   []int32          // next event that was refused for the same version
	extra   map[int32][]pair // further edges out of a node, between events
	// pending are the versions that nobody is known to have replaced by name, although a
	// write was refused for that. The reason is a write of unknown outcome, or the write
	// that begins the next chain.
	pending   []int32
	waiting   map[int32]bool    // whether a version is pending
	optionals map[int32][]int32 // events of optional nodes by the version that they name
	// unreasoned are the violations of refusals that nothing explains, and accused the
	// versions that these named.
	unreasoned []finding.Violation
	accused    map[int32]bool
}

// pair is an edge between two events.
type pair struct{ from, to int32 }

// past is the versions that were replaced before everything still to come.
type past struct {
	byTag   map[name]*replacement
	byValue map[name]*replacement
	order   map[uint32][]*replacement // by entity, oldest first
}

// replacement is a version, and the write that replaced it.
type replacement struct{ version, by history.Event }

// why is what an edge of the graph rests on.
type why uint8

const (
	replaced why = iota // the write at its end replaced the version written at its start
	sawIt               // the event at its end saw the version written at its start
	before              // the event at its start saw the version replaced at its end
	noticed             // the event at its end was refused because of the write at its start
	present             // one found the entity there, or gone, because of the other
	earlier             // the node at its start was answered before the other was sent
)

// edge says that one node takes effect before another.
type edge struct {
	to       int32 // node
	why      why
	from, at int32 // the events that show it, in the two nodes; none for an edge of time
}

// of is the replacement of the version that an event shows; nil if none is remembered.
func (a *past) of(e *history.Event) *replacement {
	tag := e.Tag
	if writes(e) {
		tag = e.If
	}
	if r := a.byTag[name{uint64(tag), e.Key}]; r != nil && tag != history.None {
		return r
	}
	if e.Op == history.Read && e.Value != 0 {
		return a.byValue[name{e.Value, e.Key}]
	}
	return nil
}
