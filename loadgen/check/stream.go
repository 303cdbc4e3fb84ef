package check

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"time"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// Stream is History for a run that goes on. Its memory depends on the operations in flight, and
// on the number of resources: many share what one may keep. Only one goroutine may use it.
type Stream struct {
	book      *history.Dictionary
	o         Options
	whole     bool // all events are added before any is judged
	shelf     shelf
	tally     *tally
	limit     *finding.Limit
	spent     time.Duration // in the calls of the Stream
	parts     []*part
	of        map[string]*part // partitions by the names that their entities share
	byKey     []*part
	marked    int64   // the last watermark
	dirty     []*part // parts that the next watermark may concern
	undecided int     // events of the parts that are not decided
}

// What a part is used for shows only as the run goes on, and the checks that apply must see
// all of it. So a part is decided late: when it has decideEvents events, or when all
// undecided parts together hold so many that memory counts, and it has seen decideMarks
// watermarks. A part that is never decided is judged as a whole.
const (
	decideEvents    = 4096
	decideUndecided = 1 << 16
	decideMarks     = 2
)

// lateUse is why a check that did not see a part from the start has no verdict.
const lateUse = "it was first used in this way late in the run: check the recorded history"

// NewStream begins the check of a run whose keys and tokens are in book.
func NewStream(book *history.Dictionary, o Options) *Stream {
	o.Undecided = cmp.Or(o.Undecided, decideUndecided)
	s := &Stream{book: book, o: o, tally: newTally(book, o), of: map[string]*part{}}
	if o.Limit >= 0 {
		s.limit = finding.NewLimit(cmp.Or(o.Limit, finding.LimitTime), finding.LimitMemory)
	}
	return s
}

// NewWhole is NewStream for a history of about so many events, all of which are added before any is judged.
func NewWhole(book *history.Dictionary, o Options, events int) *Stream {
	s := NewStream(book, o)
	s.whole, s.shelf.expected = true, events
	return s
}

// Add takes events in any order, but none invoked before a watermark that was marked. It
// keeps no reference to the batch, unless that is a whole history.
func (s *Stream) Add(batch []history.Event) {
	start := time.Now()
	defer func() { s.spent += time.Since(start) }()
	s.put(s.tally.count(batch))
}

// put gives events to their parts.
func (s *Stream) put(batch []history.Event) {
	for i := range batch {
		p := s.part(batch[i].Key)
		p.use.note(&batch[i], p.entities)
		if s.whole {
			continue
		}
		s.touch(p)
		p.pending = append(p.pending, batch[i])
		if p.of == nil {
			s.undecided++
		}
	}
	switch {
	case !s.whole:
	case len(s.parts) == 1 && len(batch) == s.shelf.expected:
		s.parts[0].pending = batch // it is not changed, because there is nothing to sort
	default:
		for i := range batch {
			s.shelf.put(s.part(batch[i].Key), &batch[i])
		}
	}
}

// touch notes that the next watermark may concern a part.
func (s *Stream) touch(p *part) {
	if !p.dirty {
		p.dirty = true
		s.dirty = append(s.dirty, p)
	}
}

// part finds the part for the events of a key.
func (s *Stream) part(key uint32) *part {
	for int(key) >= len(s.byKey) {
		s.byKey = append(s.byKey, nil)
	}
	if p := s.byKey[key]; p != nil {
		return p
	}
	if s.tally.out.Keys++; bits.OnesCount(uint(s.tally.out.Keys)) == 1 { // even resources at rest keep too much now
		for _, p := range s.parts {
			s.touch(p)
		}
	}
	name := s.book.KeyText(key)
	partition, entity := PartitionOf(name)
	p := s.of[partition]
	if p == nil {
		p = &part{name: name, entities: entity}
		s.parts = append(s.parts, p)
		if entity {
			p.name, s.of[partition] = partition+")", p
		}
	}
	s.byKey[key] = p
	return p
}

// PartitionOf cuts the row off the name of an entity:
// "table /t(PartitionKey='p0'" of "table /t(PartitionKey='p0',RowKey='r3')".
// Quotes inside a key are doubled.
func PartitionOf(key string) (string, bool) {
	const begin = "(PartitionKey='"
	at := strings.Index(key, begin)
	if at < 0 || !strings.HasPrefix(key, "table ") {
		return "", false
	}
	for i := at + len(begin); i < len(key); i++ {
		switch {
		case key[i] != '\'':
		case strings.HasPrefix(key[i:], "''"):
			i++
		default:
			return key[:i+1], strings.HasPrefix(key[i+1:], ",RowKey='")
		}
	}
	return "", false
}

// Mark tells the stream that no event added later was invoked before the watermark. Open,
// with which a recording ends, is not a time, so Mark leaves the rest to Close. Otherwise a
// check would forget every operation without an answer as too old.
func (s *Stream) Mark(watermark int64) {
	start := time.Now()
	defer func() { s.spent += time.Since(start) }()
	if watermark == history.Open || watermark == s.marked { // it tells nothing new
		return
	}
	s.marked = watermark
	s.limit.Renew()
	events, watermark := s.tally.restarts.release(watermark)
	s.put(events)
	work := s.dirty
	s.dirty = nil
	var due []*part
	for _, p := range work {
		p.marks++
		full := len(p.pending) >= decideEvents || s.undecided > s.o.Undecided && p.marks >= decideMarks
		switch {
		case p.of != nil:
			due = append(due, p)
		case full || s.o.Undecided < 0:
			due = append(due, p)
			s.undecided -= len(p.pending)
		}
	}
	parallel(s.o, due, func(p *part) {
		s.feed(p)
		for _, t := range p.tracks {
			t.Mark(watermark)
		}
	})
	for _, p := range work {
		if p.dirty = len(p.pending) > 0 || p.unsettled(); p.dirty {
			s.dirty = append(s.dirty, p)
		}
	}
}

// Close ends the check. If complete is false, why says what is missing.
func (s *Stream) Close(complete bool, why string) Verdict {
	start := time.Now()
	rest, _ := s.tally.restarts.release(history.Open)
	s.put(rest)
	s.shelf.sort(s.parts)
	s.tally.complete = complete
	parallel(s.o, s.parts, s.feed)
	var ends []*track
	for _, p := range s.parts {
		ends = append(ends, p.tracks...)
	}
	slices.SortStableFunc(ends, func(a, b *track) int { return cmp.Compare(b.size, a.size) }) // the longest first
	parallel(s.o, ends, func(t *track) {
		r := t.Close()
		if !t.of.calls(t.kind) {
			r = finding.Result{State: finding.Undecided, Operations: r.Operations, Why: lateUse}
		}
		r.More = r.More || !s.whole && t.kind.ends && r.State == finding.Invalid
		if t.result = &r; s.o.Witness != nil && r.State == finding.Valid {
			t.tell()
		}
	})
	for _, t := range ends {
		s.tally.add(t.name, t.kind, *t.result)
	}
	for _, p := range s.parts {
		for _, k := range p.late() {
			s.tally.add(p.name, k, finding.Result{State: finding.Undecided, Why: lateUse})
		}
	}
	return s.tally.verdict(why, s.spent+time.Since(start))
}

// tell tells the order that was found, if the check has not told it.
func (t *track) tell() {
	switch whole, ok := t.stream.(*once); {
	case ok && t.kind.order != nil:
		t.kind.order(t.about, whole.ops)
	case !ok || !t.kind.orders:
		t.about.o.Witness(t.name, t.kind.name, nil)
	}
}

// begin begins the checks that apply to a use.
func (s *Stream) begin(p *part, name string, u use) (out []*track) {
	about := &subject{name: name, book: s.book, o: s.o, limit: s.limit, streams: &s.tally.out.Keys, whole: s.whole, complete: s.tally.complete || !s.whole}
	for _, k := range kinds {
		if k.applies(u) {
			out = append(out, &track{kind: k, about: about, of: p, name: name, stream: k.begin(about)})
		}
	}
	return out
}

// feed gives the pending events to the checks. The first feed decides whether the entities of
// a partition are judged apart.
func (s *Stream) feed(p *part) {
	if p.of == nil {
		p.of, p.byEntity = map[uint32][]*track{}, p.entities && !p.use.grouped
	}
	if !p.byEntity {
		s.give(p, 0, p.pending)
	} else {
		entities := map[uint32][]history.Event{}
		for _, e := range p.pending {
			entities[e.Key] = append(entities[e.Key], e)
		}
		for key, events := range entities {
			s.give(p, key, events)
		}
	}
	if p.pending = p.pending[:0]; s.whole || cap(p.pending) > 4*decideEvents/len(s.parts) { // as after the first feed
		p.pending = nil
	}
}

// give gives events to the checks of a part, or of one entity. The first ones choose the checks,
// by what the part or entity has been used for until then.
func (s *Stream) give(p *part, entity uint32, events []history.Event) {
	tracks, ok := p.of[entity]
	if !ok {
		name, u := p.name, p.use
		if p.byEntity {
			name, u = s.book.KeyText(entity), use{}
			for i := range events {
				u.note(&events[i], false)
			}
		}
		tracks = s.begin(p, name, u)
		p.of[entity], p.tracks = tracks, append(p.tracks, tracks...)
	}
	for _, t := range tracks {
		t.size += len(events)
		t.Add(events)
	}
}

// Events checks events that were not read from a file. If complete is false, why says
// what is missing.
func Events(book *history.Dictionary, events []history.Event, complete bool, why string, o Options) Verdict {
	s := NewWhole(book, o, len(events))
	s.Add(events)
	return s.Close(complete, why)
}

// History checks a history.
func History(h *history.History, o Options) Verdict {
	return Events(h.Book, h.Events, h.Complete, h.Why, o)
}
