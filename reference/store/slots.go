package store

import (
	"slices"
	"sync"
	"sync/atomic"

	"ifmatch/reference/journal"
)

// slots is a map from names to versions, with a lock per name and ordered lists. The zero slots is empty.
type slots[T any] struct {
	m sync.Map // string → *slot[T]
	// moment is held shared while a version is published, and exclusively by a list. A list therefore shows the state
	// of one moment. The next page misses nothing before the first name that this page did not show.
	moment sync.RWMutex
	// changes counts the slots added and removed. The sorted names can be reused while it stays the same.
	changes atomic.Int64
	sorted  atomic.Pointer[sortedNames]
	// log gets the record of each version, made from the one before it; either may be nil.
	log    *journal.Log
	record func(name string, old, next *T) journal.Record
}

// slot holds the version of one name.
type slot[T any] struct {
	mu      sync.Mutex // held by the writer
	removed bool       // guarded by mu; no longer in the map, look the name up again
	version atomic.Pointer[T]
}

type sortedNames struct {
	changes int64
	names   []string
}

func (s *slots[T]) load(name string) *T {
	if v, ok := s.m.Load(name); ok {
		return v.(*slot[T]).version.Load()
	}
	return nil
}

// update publishes the version that change makes from the current one. It removes a slot that is empty afterwards.
func (s *slots[T]) update(name string, change func(*T) (*T, error)) (*T, error) {
	for {
		if next, done, err := s.tryUpdate(s.slot(name), name, change); done {
			return next, err
		}
	}
}

func (s *slots[T]) slot(name string) *slot[T] {
	if v, ok := s.m.Load(name); ok {
		return v.(*slot[T])
	}
	v, loaded := s.m.LoadOrStore(name, new(slot[T]))
	if !loaded {
		s.changes.Add(1) // after the name can be found and before its version can be seen, so that no list misses it
	}
	return v.(*slot[T])
}

func (s *slots[T]) tryUpdate(at *slot[T], name string, change func(*T) (*T, error)) (next *T, done bool, err error) {
	at.mu.Lock()
	defer func() {
		if !at.removed && at.version.Load() == nil {
			at.removed = true
			s.m.CompareAndDelete(name, at)
			s.changes.Add(1)
		}
		at.mu.Unlock()
	}()
	if at.removed {
		return nil, false, nil
	}
	old := at.version.Load()
	next, err = change(old)
	if err != nil {
		return nil, true, err
	}
	s.publish(at, name, old, next)
	return next, true, nil
}

// publish lets readers see a version, after its record is in the log.
func (s *slots[T]) publish(at *slot[T], name string, old, next *T) {
	if s.log != nil && old != next {
		r := s.record(name, old, next)
		s.log.Begin()
		defer s.log.End()
		s.log.Append(r)
	}
	s.moment.RLock()
	at.version.Store(next)
	s.moment.RUnlock()
}

// walk visits the versions of one moment in the order of their names. Nothing can be published meanwhile, so visit must
// not update.
func (s *slots[T]) walk(from string, visit func(name string, v *T) bool) {
	s.moment.Lock()
	defer s.moment.Unlock()
	names := s.names()
	i, _ := slices.BinarySearch(names, from)
	for _, name := range names[i:] {
		if v := s.load(name); v != nil && !visit(name, v) {
			return
		}
	}
}

func (s *slots[T]) names() []string {
	changes := s.changes.Load()
	if kept := s.sorted.Load(); kept != nil && kept.changes == changes {
		return kept.names
	}
	var names []string
	s.m.Range(func(name, _ any) bool {
		names = append(names, name.(string))
		return true
	})
	slices.Sort(names)
	s.sorted.Store(&sortedNames{changes, names})
	return names
}

// each visits the versions in no order. It takes no lock: the caller keeps changes away.
func (s *slots[T]) each(visit func(name string, v *T)) {
	s.m.Range(func(name, at any) bool {
		if v := at.(*slot[T]).version.Load(); v != nil {
			visit(name.(string), v)
		}
		return true
	})
}
