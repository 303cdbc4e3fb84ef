package check

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// Stream is History for a run that goes on: its memory depends on the number of
// resources and on what is in flight. It is used by one goroutine.
type Stream struct {
	book   *history.Dictionary
	o      Options
	spent  time.Duration     // in the calls of the Stream
	places map[string]*place // partitions by the names that their entities share
	byKey  []*place
	dirty  []*place // that the next watermark may concern
	held   int      // events of the places that are not decided
	total  int64
	told   answers
	keys   int

	restarts restarts // of the target
}

// place is a resource, or a partition of a table: whether its entities are judged
// together shows only when some events are there.
type place struct {
	name     string
	entities bool // a partition
	dirty    bool // among the dirty ones of the Stream
	pending  []history.Event
	marks    int  // seen
	due      bool // to be fed at this watermark
	decided  bool
	use      use
	tracks   []*track
	byKey    map[uint32][]*track // of a partition whose entities are judged alone
}

// track is one check of one resource.
type track struct {
	kind *kind
	name string
	stream
}

// What a place is used for shows only as the run goes on, and the checks that apply
// must see all of it. So a place is decided late: when it has so many events, or when
// those of all undecided places are so many that memory counts, and then not before
// a few watermarks have passed. One that is never decided is judged as a whole.
const (
	decideEvents = 4096
	decideHeld   = 1 << 16
	decideMarks  = 2
)

// lateUse is why a check that should have seen a place from the start has no verdict.
const lateUse = "it was first used in this way late in the run: check the recorded history"

// NewStream begins to check a run whose keys and tokens book knows.
func NewStream(book *history.Dictionary, o Options) *Stream {
	if o.Held == 0 {
		o.Held = decideHeld
	}
	return &Stream{book: book, o: o, places: map[string]*place{}, restarts: restarts{book: book}}
}

// Add takes events, in any order as long as none was invoked before a watermark
// that was passed. It keeps no part of the batch.
func (s *Stream) Add(batch []history.Event) {
	start := time.Now()
	defer func() { s.spent += time.Since(start) }()
	batch = s.restarts.take(batch)
	s.total += int64(len(batch))
	s.told.count(batch)
	for i := range batch {
		p := s.place(batch[i].Key)
		if !p.dirty {
			p.dirty = true
			s.dirty = append(s.dirty, p)
		}
		p.pending = append(p.pending, batch[i])
		if !p.decided {
			s.held++
		}
	}
}

// place finds where the events of a key go.
func (s *Stream) place(key uint32) *place {
	for int(key) >= len(s.byKey) {
		s.byKey = append(s.byKey, nil)
	}
	if p := s.byKey[key]; p != nil {
		return p
	}
	s.keys++
	name := s.book.KeyText(key)
	p := &place{name: name}
	if partition, ok := partitionOf(name); ok {
		if known := s.places[partition]; known != nil {
			p = known
		} else {
			p.name, p.entities = partition+")", true
			s.places[partition] = p
		}
	}
	s.byKey[key] = p
	return p
}

// Mark says that no event added later was invoked before the watermark. Open, with
// which a recording ends, is no time: what is left to do then is up to Close. A
// check that took it for one would forget, as too old, whatever was not answered.
func (s *Stream) Mark(watermark int64) {
	start := time.Now()
	defer func() { s.spent += time.Since(start) }()
	if watermark == history.Open {
		return
	}
	work := s.dirty
	s.dirty = nil
	for _, p := range work {
		p.marks++
		full := len(p.pending) >= decideEvents || s.held > s.o.Held && p.marks >= decideMarks
		if p.due = p.decided || full || s.o.Held < 0; p.due && !p.decided {
			s.held -= len(p.pending)
		}
	}
	s.parallel(work, func(p *place) {
		if !p.due {
			return
		}
		if !p.decided {
			p.decide(s)
		}
		p.feed(s)
		for _, t := range p.all() {
			t.Mark(watermark)
		}
	})
	for _, p := range work {
		if p.dirty = len(p.pending) > 0 || p.unsettled(); p.dirty {
			s.dirty = append(s.dirty, p)
		}
	}
}

// unsettled tells whether a check of the place waits for time to pass.
func (p *place) unsettled() bool {
	return slices.ContainsFunc(p.tracks, func(t *track) bool {
		w, ok := t.stream.(settler)
		return ok && !w.Settled()
	})
}

// Close ends the check. complete tells that nothing is missing; else why says what
// is.
func (s *Stream) Close(complete bool, why string) Verdict {
	start := time.Now()
	var all []*place
	seen := map[*place]bool{}
	for _, p := range s.byKey {
		if p != nil && !seen[p] {
			seen[p] = true
			all = append(all, p)
		}
	}
	results := make(map[*track]finding.Result)
	var mu sync.Mutex
	s.parallel(all, func(p *place) {
		if !p.decided {
			p.decide(s)
		}
		p.feed(s)
		for _, t := range p.all() {
			r := t.Close()
			if !p.calls(t.kind) {
				r = finding.Result{State: finding.Undecided, Operations: r.Operations, Why: lateUse}
			}
			r.More = r.More || t.kind.ends && r.State == finding.Invalid
			if !complete {
				r = withhold(r)
			}
			mu.Lock()
			results[t] = r
			mu.Unlock()
		}
	})
	y := newTally(s.o)
	y.restarts = s.restarts
	y.out.Operations, y.out.Keys, y.answers = s.total, s.keys, s.told
	for _, p := range all {
		for _, t := range p.all() {
			y.add(t.name, t.kind, results[t])
		}
		for _, k := range p.late() {
			y.add(p.name, k, finding.Result{State: finding.Undecided, Why: lateUse})
		}
	}
	s.restarts.vanished(y.addWhole(complete))
	return y.verdict(complete, why, s.spent+time.Since(start))
}

// parallel does something for every place, on several processors.
func (s *Stream) parallel(places []*place, do func(*place)) {
	s.o.Each(len(places), func() func(int) { return func(i int) { do(places[i]) } })
}

// decide chooses the checks of a place by what it has been used for.
func (p *place) decide(s *Stream) {
	p.decided = true
	for i := range p.pending {
		p.use.note(&p.pending[i])
	}
	p.use.grouped = p.use.grouped && p.entities
	if p.entities && !p.use.grouped {
		p.byKey = map[uint32][]*track{}
		return
	}
	p.tracks = s.tracks(p.name, p.use)
}

// tracks begins the checks that apply to a use.
func (s *Stream) tracks(name string, u use) []*track {
	var out []*track
	for _, k := range kinds {
		if k.applies(u) {
			out = append(out, &track{k, name, k.stream(&subject{name: name, book: s.book, use: u, o: s.o, complete: true})})
		}
	}
	return out
}

// feed hands the pending events to the checks.
func (p *place) feed(s *Stream) {
	for i := range p.pending {
		p.use.note(&p.pending[i])
	}
	p.use.grouped = p.use.grouped && p.entities
	if p.byKey == nil {
		for _, t := range p.tracks {
			t.Add(p.pending)
		}
		p.pending = p.pending[:0]
		return
	}
	slices.SortStableFunc(p.pending, func(a, b history.Event) int { return cmp.Compare(a.Key, b.Key) })
	for len(p.pending) > 0 {
		key, n := p.pending[0].Key, 0
		for n < len(p.pending) && p.pending[n].Key == key {
			n++
		}
		known, ok := p.byKey[key]
		if !ok {
			var u use
			for i := range p.pending[:n] {
				u.note(&p.pending[i])
			}
			u.grouped = false
			known = s.tracks(s.book.KeyText(key), u)
			p.byKey[key] = known
		}
		for _, t := range known {
			t.Add(p.pending[:n])
		}
		p.pending = p.pending[n:]
	}
	p.pending = nil
}

// all are the checks of the place, and of its entities.
func (p *place) all() []*track {
	out := slices.Clone(p.tracks)
	for _, key := range slices.Sorted(maps.Keys(p.byKey)) {
		out = append(out, p.byKey[key]...)
	}
	return out
}

// calls tells whether what the place was used for in the end still calls for a
// check. Of one that it does not, such as that of a blob's versions once something is
// appended, the verdict means nothing: it did not understand what it was shown.
func (p *place) calls(k *kind) bool {
	return p.byKey != nil && !p.use.grouped || p.byKey == nil && k.applies(p.use)
}

// late are the checks that the place turned out to need after it was decided.
func (p *place) late() []*kind {
	var out []*kind
	for _, k := range kinds {
		begun := p.byKey != nil && !p.use.grouped || slices.ContainsFunc(p.tracks, func(t *track) bool { return t.kind == k })
		if k.applies(p.use) && !begun {
			out = append(out, k)
		}
	}
	return out
}
