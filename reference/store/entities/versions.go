package entities

import (
	"sync"
	"sync/atomic"
	"time"

	"ifmatch/reference/document"
	"ifmatch/reference/journal"
	"ifmatch/reference/store/ordered"
)

// versions is a sorted map from names to versions, with a lock per name. The zero versions is empty.
type versions[T any] struct {
	coming sync.Mutex // held while an entry is added or removed
	sorted atomic.Pointer[ordered.Map[*entry[T]]]
	log    *journal.Log // gets the records that an update returns
}

// entry holds the versions of one name.
type entry[T any] struct {
	writer  sync.Mutex
	gone    bool // guarded by writer; no longer in the map, look the name up again
	version atomic.Pointer[T]
}

func (s *versions[T]) all() ordered.Map[*entry[T]] {
	if m := s.sorted.Load(); m != nil {
		return *m
	}
	return ordered.Map[*entry[T]]{}
}

func (s *versions[T]) load(name string) *T {
	if at, found := s.all().Get(name); found {
		return at.version.Load()
	}
	return nil
}

// walk visits the versions in the order of their names.
func (s *versions[T]) walk(from string, visit func(name string, v *T) bool) {
	s.all().Ascend(from, func(name string, at *entry[T]) bool {
		v := at.version.Load()
		return v == nil || visit(name, v)
	})
}

// update publishes the version that change makes from the current one; nil removes the name. Record makes its record, if
// there is a log.
func (s *versions[T]) update(name string, change func(*T) (*T, error), record func(next *T) journal.Record) (*T, error) {
	for {
		if next, done, err := s.tryUpdate(s.ensure(name), name, change, record); done {
			return next, err
		}
	}
}

func (s *versions[T]) ensure(name string) *entry[T] {
	if at, found := s.all().Get(name); found {
		return at
	}
	s.coming.Lock()
	defer s.coming.Unlock()
	m := s.all()
	if at, found := m.Get(name); found {
		return at
	}
	at := new(entry[T])
	m = m.With(name, at)
	s.sorted.Store(&m)
	return at
}

func (s *versions[T]) tryUpdate(at *entry[T], name string, change func(*T) (*T, error), record func(next *T) journal.Record) (next *T, done bool, err error) {
	at.writer.Lock()
	defer func() {
		if !at.gone && at.version.Load() == nil {
			at.gone = true
			s.remove(name)
		}
		at.writer.Unlock()
	}()
	if at.gone {
		return nil, false, nil
	}
	next, err = change(at.version.Load())
	if err != nil {
		return nil, true, err
	}
	if s.log != nil {
		r := record(next)
		s.log.Begin()
		defer s.log.End()
		s.log.Append(r) // before readers can see the version
	}
	at.version.Store(next)
	return next, true, nil
}

func (s *versions[T]) remove(name string) {
	s.coming.Lock()
	defer s.coming.Unlock()
	m := s.all().Without(name)
	s.sorted.Store(&m)
}

// Table is one version of a table.
type Table struct {
	Name     string // with the case used at its creation
	Policies []document.Policy

	// DeletedAt makes the version a tombstone: the name is still taken, but the table is gone.
	// // TABLE-TBL-05 TABLE-TBL-06
	DeletedAt time.Time

	life       uint64               // number of the table among all that the store ever had
	partitions *versions[Partition] // one map per life of the table: a deletion abandons it
}

// Deleted reports whether the version is a tombstone.
func (t *Table) Deleted() bool { return !t.DeletedAt.IsZero() }
