package weather

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ifmatch/reference/operation"
)

// Sky decides what happens to requests. Its methods may be called concurrently; a nil Sky disturbs nothing.
type Sky struct {
	table    atomic.Pointer[table] // nil: clear
	met      atomic.Uint64         // requests counted since the first Spec
	scripted atomic.Int32          // events of Next whose request has not come yet
	counts   [kinds]atomic.Int64

	mu     sync.Mutex
	script []scripted
}

// Event is what happens to one request.
type Event struct {
	Kind    Kind
	Held    time.Duration // for a Stall or StallAnswer
	Applied bool          // for a Reset: the service gets the request before the reset
}

// table is a Spec with its rules sorted by operation.
type table struct {
	spec Spec
	of   [operation.Count][]Rule
}

type scripted struct {
	kind Kind
	held time.Duration
	of   operation.Operation
}

// New returns a Sky for a Spec that Parse returned or Check approved.
func New(s Spec) *Sky {
	sky := &Sky{}
	sky.Set(s)
	return sky
}

// Set replaces the Spec. It keeps the events of Next whose request has not come yet.
func (s *Sky) Set(spec Spec) {
	if len(spec.Rules) == 0 {
		s.table.Store(nil)
		return
	}
	t := &table{spec: spec}
	for o := range t.of {
		for _, r := range spec.Rules {
			if r.Share > 0 && r.about(operation.Operation(o)) {
				t.of[o] = append(t.of[o], r)
			}
		}
	}
	s.table.Store(t)
}

// Spec returns the current Spec.
func (s *Sky) Spec() Spec {
	if t := s.table.Load(); t != nil {
		return t.spec
	}
	return Spec{}
}

// Next disturbs the next request for an operation, regardless of the Spec. The operation is given by Microsoft's name,
// such as "Put Blob". Several calls for one operation take effect one after the other.
func (s *Sky) Next(k Kind, name string) error {
	for o := range operation.Operation(operation.Count) {
		if o == operation.Unrecognized || o.String() != name {
			continue
		}
		if k == Clear || k >= kinds || !k.Applies(o) {
			return fmt.Errorf("weather: %s cannot happen to %s", k, name)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.script = append(s.script, scripted{k, k.Held(), o})
		s.scripted.Store(int32(len(s.script)))
		return nil
	}
	if name == "" {
		return errors.New("weather: no operation is named; names are Microsoft's, such as Put Blob or Lease Blob acquire")
	}
	return fmt.Errorf("weather: there is no operation %q; names are Microsoft's, such as Put Blob or Lease Blob acquire", name)
}

// Waiting returns the number of events of Next whose request has not come yet.
func (s *Sky) Waiting() int { return int(s.scripted.Load()) }

// Meet decides what happens to a request for an operation.
func (s *Sky) Meet(o operation.Operation) Event {
	if s == nil {
		return Event{}
	}
	if s.scripted.Load() > 0 {
		if e, found := s.take(o); found {
			return e
		}
	}
	t := s.table.Load()
	if t == nil {
		return Event{}
	}
	n := s.met.Add(1)
	if o >= operation.Count {
		o = operation.Unrecognized
	}
	e := t.meet(n, o)
	s.counts[e.Kind].Add(1)
	return e
}

// take removes and returns the first event that Next requested for this operation, if there is one.
func (s *Sky) take(o operation.Operation) (Event, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.script, func(next scripted) bool { return next.of == o })
	if i < 0 {
		return Event{}, false
	}
	next := s.script[i]
	s.script = slices.Delete(s.script, i, i+1)
	s.scripted.Store(int32(len(s.script)))
	s.counts[next.kind].Add(1)
	return Event{Kind: next.kind, Held: next.held, Applied: true}, true
}

// meet decides what happens to the n-th request. The result depends only on the seed, n and the operation, not on how
// requests of several connections come to be numbered.
func (t *table) meet(n uint64, o operation.Operation) Event {
	rules := t.of[o]
	if len(rules) == 0 {
		return Event{}
	}
	dice := rand.NewPCG(t.spec.Seed, n)
	at := float64(dice.Uint64()>>11) / (1 << 53)
	for _, r := range rules {
		if at < r.Share {
			held := r.Held
			if held == 0 {
				held = r.Kind.Held()
			}
			return Event{Kind: r.Kind, Held: held, Applied: dice.Uint64()&1 == 1}
		}
		at -= r.Share
	}
	return Event{}
}

// Met returns how often each kind has happened. Clear counts the requests left alone while there was a Spec.
func (s *Sky) Met() map[Kind]int64 {
	out := map[Kind]int64{}
	for k := range s.counts {
		if n := s.counts[k].Load(); n > 0 {
			out[Kind(k)] = n
		}
	}
	return out
}
