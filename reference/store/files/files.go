// Package files is the storage of the File service: shares, their directories and files, and the open handles.
//
// A share has one lock, which guards its version, its tree and its table of open handles together. Every change checks
// and acts while holding it, whatever the protocol. Versions are immutable, so a version found under the lock can be
// read without it.
//
// The package knows no protocol: the function passed in decides which change is permitted.
package files

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ifmatch/reference/clock"
	"ifmatch/reference/etag"
	"ifmatch/reference/handles"
	"ifmatch/reference/journal"
	"ifmatch/reference/store/buried"
)

// Errors for things that do not exist.
var (
	ErrNoShare    = errors.New("the share does not exist")
	ErrNoSnapshot = errors.New("the share has no such snapshot")
)

// Store keeps shares. Memory implements it; decorators may wrap it.
type Store interface {
	// Share returns the current version of a share: nil if there never was one, a tombstone after a deletion.
	Share(name string) *Share
	// UpdateShare lets change make a new version of a share from the current one, and publishes it. The current version
	// is nil if there never was one, and a tombstone after a deletion. If change fails, nothing happens.
	UpdateShare(name string, change ShareChange) (*Share, error)
	// ListShares visits the shares and the tombstones in the order of their names, starting at the given name or after
	// it, until visit returns false.
	ListShares(from string, visit func(name string, s *Share) bool)

	// Read lets look read the files of a share, or of one of its snapshots. It must neither change nor keep the tree.
	Read(share, snapshot string, look func(t *Tree) error) error
	// Change lets change modify the files of a share. Modifications are not undone, so change must check everything
	// before it modifies anything.
	Change(share string, change func(t *Tree, at Moment) error) error
}

// ShareChange makes the next version of a share. It must not modify the old one.
type ShareChange func(old *Share, at Moment) (*Share, error)

// Moment is the time of a change, taken while the share is locked.
type Moment struct {
	Now    time.Time
	stamps *etag.Source
	tree   *Tree
}

// Stamp issues the stamp of a new version.
func (m Moment) Stamp() etag.Stamp { return m.stamps.Next(m.Now) }

// Snapshot returns a snapshot of the share and its files.
func (m Moment) Snapshot(name string, s *Share) Snapshot { return Snapshot{name, s, m.tree.clone()} }

// Memory is a Store that keeps everything in memory.
type Memory struct {
	clock  clock.Clock
	stamps etag.Source
	ids    atomic.Uint64
	log    *journal.Log // where changes are kept; nil: nowhere

	mu     sync.RWMutex // guards only the map
	shares map[string]*slot
}

// slot holds the share of one name. It is never removed.
type slot struct {
	mu    sync.RWMutex
	share *Share // nil: there never was one
	tree  *Tree  // one per life of the share

	marked []handles.FileID // files that waited for their deletion, while changes are restored
}

// New returns an empty store that uses the clock.
func New(c clock.Clock) *Memory { return &Memory{clock: c, shares: make(map[string]*slot)} }

var _ Store = (*Memory)(nil)

func (m *Memory) slot(name string) *slot {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.shares[name]
}

// Share returns the current version of a share, or nil if there never was one.
func (m *Memory) Share(name string) *Share {
	s := m.slot(name)
	if s == nil {
		return nil
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.share
}

// ensureSlot returns the slot of a name, which it makes if there is none.
func (m *Memory) ensureSlot(name string) *slot {
	if s := m.slot(name); s != nil {
		return s
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.shares[name]
	if s == nil {
		s = new(slot)
		m.shares[name] = s
	}
	return s
}

func (s *slot) living() *Share {
	if s.share == nil || s.share.Deleted() {
		return nil
	}
	return s.share
}

// UpdateShare publishes a new version of a share.
func (m *Memory) UpdateShare(name string, change ShareChange) (*Share, error) {
	s := m.ensureSlot(name)
	s.mu.Lock()
	defer s.mu.Unlock()
	m.log.Begin()
	defer m.log.End()
	at := Moment{m.clock.Now(), &m.stamps, s.tree}
	next, err := change(s.share, at)
	if err != nil {
		return nil, err
	}
	old, begins := s.share, s.living() == nil && !next.Deleted() && next.again == nil
	if begins {
		s.tree = newTree(&File{Stamp: at.Stamp(), SMB: SMB{Attributes: Directory, Created: at.Now, LastWrite: at.Now, Changed: at.Now}}, &m.ids)
	}
	again := next.again
	switch next.again = nil; {
	case next.Deleted():
		s.tree = nil
	case again != nil:
		s.tree = again.What.tree
	}
	s.share = next
	m.keepShare(name, s, old, again, begins)
	return next, nil
}

// ListShares visits the shares and the tombstones in the order of their names.
func (m *Memory) ListShares(from string, visit func(name string, s *Share) bool) {
	m.mu.RLock()
	var names []string
	for name := range m.shares {
		if name >= from {
			names = append(names, name)
		}
	}
	m.mu.RUnlock()
	slices.Sort(names)
	for _, name := range names {
		if s := m.Share(name); s != nil && !visit(name, s) {
			return
		}
	}
}

// Read lets look read the files of a share or a snapshot.
func (m *Memory) Read(share, snapshot string, look func(t *Tree) error) error {
	s := m.slot(share)
	if s == nil {
		return ErrNoShare
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	living := s.living()
	if living == nil {
		return ErrNoShare
	}
	tree := s.tree
	if snapshot != "" {
		found := living.Snapshot(snapshot)
		if found == nil {
			return ErrNoSnapshot
		}
		tree = found.tree
	}
	return look(tree)
}

// Change lets change modify the files of a share.
func (m *Memory) Change(share string, change func(t *Tree, at Moment) error) error {
	s := m.slot(share)
	if s == nil {
		return ErrNoShare
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	m.log.Begin()
	defer m.log.End()
	if s.living() == nil {
		return ErrNoShare
	}
	defer m.keepTree(share, s.tree) // whatever change returns, for nothing that it modified is undone
	return change(s.tree, Moment{m.clock.Now(), &m.stamps, s.tree})
}

// keepShare appends a version of a share, after the one before it.
func (m *Memory) keepShare(name string, s *slot, old *Share, again *buried.One[Life], begins bool) {
	if m.log == nil {
		return
	}
	var root *File
	if begins {
		root = s.tree.root.File
	}
	r := record{Name: name}
	if again != nil {
		r.Again, old = again.Version, again.What.share
	}
	if begins || again != nil {
		s.tree.kept = new(keptTree)
	}
	m.log.Append(r.ofShare(s.share, old, root))
}

// keepTree appends what a change has modified in the files of a share.
func (m *Memory) keepTree(name string, t *Tree) {
	k := t.kept
	if m.log == nil || k == nil {
		return
	}
	if k.marked(t.Handles.Pending()); len(k.changes) == 0 {
		return
	}
	m.log.Append(journal.Encode(record{Name: name, Changes: k.changes}, k.data...))
	k.changes, k.data = nil, nil
}
