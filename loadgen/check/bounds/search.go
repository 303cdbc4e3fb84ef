package bounds

import (
	"iter"
	"slices"

	"ifmatch/loadgen/check/finding"
)

// limits are how far a search of effort 1 goes. Histories without operations of
// unknown outcome stay far below them.
type limits struct {
	worlds       int // worlds kept between two operations
	tried        int // worlds looked at for one operation
	spans        int // past states kept in a world
	long         int // operations on a way before it is cut
	short        int // operations that a cut leaves on the way at least
	lost         int // operations on a way that could not be cut, before the way is given up
	retraceLimit int // comparisons for one object on ways that are retraced, before nothing is retraced any more
	cells        int // cells of the zones of worlds found for one operation, 8 bytes each, at any effort
	blame        int // operations gone over to find culprits, before no more culprits are looked for
}

var usual = limits{worlds: 32, tried: 512, spans: 48, long: 4096, short: 1024, lost: 1 << 16, retraceLimit: 1 << 24, cells: 1 << 24, blame: 1 << 19}

// Search explains the operations on one object, in the order of their return.
type Search[S comparable] struct {
	machine Machine[S]
	Lenient Machine[S] // allows more: what it forbids, too, is a worse failure; may be nil
	fail    func(Failure[S])
	shared  *Pool
	own     Pool
	worlds  []*world[S]
	feed    feed
	// explained is the return of the last operation.
	explained int64
	// short is true if the last operation left too much to try or to keep. unproved is true
	// if that happened in a full search, so that a failure proves nothing.
	short, unproved bool
	// Operations invoked up to anchored are not judged, because an impossible operation
	// set the state at that time.
	anchored int64
	tried    []*world[S]
	tries    int
	cells    int // of the zones of the worlds found for the last operation
	retraced int // of all ways that were retraced
	queue    []*world[S]
	next     []*world[S]
	effort   int
	limits   limits
	// full means that operations of unknown outcome are tried wherever they fit. Otherwise
	// they are tried only where nothing explains an answer without them. lazy is true while
	// an explanation without them is looked for.
	full, lazy bool
	trail      trail[S]
	guesses    int   // times that the search went on from states that may allow too much
	watermark  int64 // of the Advance under way
	// recent are changes that were explained: at least those that overlap an operation
	// that was not.
	recent []*Op
	tape   tape[S]
	strict bool // an impossible answer suggests nothing
	blamed int  // operations gone over to find culprits

	// Limit bounds the search; nil: it is not bounded. Operations after it was reached are not explained.
	Limit *finding.Limit
	watch finding.Watch // since the operation under way
	ended bool          // the limit was reached
}

// New begins a search in a known state. It calls fail for each failure when it finds it.
// The Maybes of shared, which may be nil, may take effect on several objects. Effort says
// how many possibilities are kept side by side before some are given up. The time of the
// search grows faster than effort.
func New[S comparable](m Machine[S], initial S, shared *Pool, effort int, fail func(Failure[S])) *Search[S] {
	if shared == nil {
		shared = &Pool{}
	}
	s := &Search[S]{machine: m, fail: fail, shared: shared, effort: effort, limits: usual}
	s.Reset(initial)
	return s
}

// Reset begins a new search, for another object under the same rules. Operations that
// were added before may be used again.
func (s *Search[S]) Reset(initial S) {
	w := &world[S]{now: initial, zone: nowhere(), floor: -far}
	clear(s.worlds)
	clear(s.next[:cap(s.next)])
	*s = Search[S]{
		machine: s.machine, Lenient: s.Lenient, fail: s.fail, shared: s.shared, effort: s.effort, limits: s.limits, anchored: -far,
		Limit: s.Limit, ended: s.ended, worlds: append(s.worlds[:0], w), next: s.next[:0], tried: s.tried[:0], queue: s.queue[:0], feed: s.feed, recent: s.recent[:0], tape: s.tape,
	}
	s.feed.reset()
	s.tape.rewind(s.worlds)
}

// Add takes operations in any order, but none invoked before the watermark of an earlier
// Advance.
func (s *Search[S]) Add(ops ...*Op) {
	for _, o := range ops {
		if o.Maybe {
			s.own.Add(o)
			continue
		}
		s.feed.add(o)
	}
}

// Explained is the return of the last operation that was explained.
func (s *Search[S]) Explained() int64 { return s.explained }

// Maybes are the operations of unknown outcome that were added and not pruned.
func (s *Search[S]) Maybes() iter.Seq[*Op] { return s.own.all }

// Reclass moves an operation of unknown outcome to another class.
func (s *Search[S]) Reclass(o *Op, c Class) {
	s.own.Prune(func(p *Op) bool { return p == o })
	o.Class = c
	s.own.Add(o)
}

// Prune drops the Maybes for which dead is true: the caller assumes that they no longer
// take effect. The caller itself drops them from a shared pool, after this call.
func (s *Search[S]) Prune(dead func(*Op) bool) {
	for _, pool := range s.pools() {
		for op := range pool.all {
			if s.trail.base != nil && dead(op) {
				s.trail.retired = append(s.trail.retired, retired{op, s.explained})
			}
		}
	}
	s.own.Prune(dead)
	for _, w := range s.worlds {
		if slices.ContainsFunc(w.used, dead) {
			w.used = slices.DeleteFunc(slices.Clone(w.used), dead)
		}
	}
}

// Guesses is how often the search went on from states that may allow too much. If it is
// not 0, the search proves no history valid.
func (s *Search[S]) Guesses() int { return s.guesses }

// Idle reports whether every operation has been explained.
func (s *Search[S]) Idle() bool { return len(s.feed.added) == 0 && s.feed.at == len(s.feed.byReturn) }

// Now lists the states that the object may be in.
func (s *Search[S]) Now() []S {
	var out []S
	for _, w := range s.worlds {
		out = append(out, w.now)
	}
	return out
}

// States lists the states that the object may be in, or may have been in while an
// operation that is still to be explained was in flight.
func (s *Search[S]) States() []S { return states(nil, s.worlds) }

// states appends the states of worlds to out.
func states[S comparable](out []S, worlds []*world[S]) []S {
	for _, w := range worlds {
		for _, past := range w.spans {
			out = append(out, past.state)
		}
		out = append(out, w.now)
	}
	return out
}

// Roots lists the states of States, and those from which part of the way may be retraced.
func (s *Search[S]) Roots() []S {
	return states(s.States(), s.trail.base)
}

// Earliest is when the first operation of unknown outcome was invoked that such a retrace
// may use: a Maybe, or one pruned since.
func (s *Search[S]) Earliest() int64 {
	t := s.own.earliest()
	for _, r := range s.trail.retired {
		t = min(t, r.op.Event.Invoke)
	}
	return t
}

// Lapses is how often the clock ran out, in one of the worlds that explain the history.
func (s *Search[S]) Lapses() int { return s.worlds[0].lapses }

// pools are the two pools that hold Maybes.
func (s *Search[S]) pools() [2]*Pool { return [2]*Pool{&s.own, s.shared} }

// earliest is when the first Maybe was invoked.
func (s *Search[S]) earliest() int64 { return min(s.own.earliest(), s.shared.earliest()) }

// shorten drops the oldest states of a world that remembers too many, because one
// operation lasted very long. It changes a copy, because a way may begin with the world.
func (s *Search[S]) shorten(w *world[S]) *world[S] {
	most := s.limits.spans * s.effort
	if len(w.spans) <= most {
		return w
	}
	s.short = true
	v := *w
	for len(v.spans) > most {
		v.drop()
	}
	return &v
}

// perhaps is an operation that may have taken effect at any instant at which o could, or
// not at all.
func perhaps(o *Op) *Op {
	return &Op{Event: o.Event, After: o.After, By: o.By, Maybe: true, Changes: true}
}

// trail is the way, that is the operations explained since something was first left out.
type trail[S comparable] struct {
	base  []*world[S] // all worlds at its beginning; nil: nothing has been left out yet
	log   []*Op       // operations explained since, in order
	prior []*Op       // changes explained before that may overlap an operation of log
	// certain is false if base is the state that one operation told, regardless of what
	// came before it. Such a base allows too much, never too little.
	certain bool
	maybes  []*Op     // operations that overlap the beginning, and may have taken effect on either side of it
	retired []retired // Maybes that were pruned since
}

type retired struct {
	op *Op
	at int64
}
