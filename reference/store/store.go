// Package store is the only mutable state of the reference server.
//
// Every resource is an immutable version behind an atomic pointer. A reader loads the pointer and never waits; a
// writer takes the resource's lock, checks what it must check against the current version, and publishes a new one
// with one pointer swap. So a reader sees one committed version, whole, whatever writers do at the same time, and
// what a writer was told it did is what every later reader sees. // BLOB-GEN-04 BLOB-GEN-05 BLOB-CONS-01 BLOB-CONS-05
//
// The package knows no protocol: which change is permitted is decided by the function that is passed to an update.
package store

import (
	"errors"
	"time"

	"ifmatch/reference/clock"
	"ifmatch/reference/etag"
)

// ErrNoContainer means that the container of a blob does not exist, or is being deleted.
var ErrNoContainer = errors.New("the container does not exist")

// Blobs is what the Blob service keeps. Memory is the implementation; a decorator may stand before it.
type Blobs interface {
	// Container is the current version of a container, nil if there is none.
	Container(name string) *Container
	// UpdateContainer lets change make a new version of the container from the current one (nil if there never was
	// one; a tombstone after a deletion) and publishes it. If change fails, nothing happens.
	UpdateContainer(name string, change ContainerChange) (*Container, error)
	// ListContainers visits the containers in the order of their names, from the first that is not before the given one,
	// until visit returns false.
	ListContainers(from string, visit func(name string, c *Container) bool)

	// Blob is the current version of a blob, nil if there is none.
	Blob(container, name string) (*Blob, error)
	// UpdateBlob lets change make a new version of the blob from the current one (nil if there is none) and publishes
	// it; a nil version deletes the blob. If change fails, nothing happens.
	UpdateBlob(container, name string, change BlobChange) (*Blob, error)
	// List visits the blobs of a container in the order of their names, as ListContainers does.
	List(container, from string, visit func(name string, b *Blob) bool) error
}

// ContainerChange makes the next version of a container; it must leave the old one alone.
type ContainerChange func(old *Container, at Moment) (*Container, error)

// BlobChange makes the next version of a blob; it must leave the old one alone.
type BlobChange func(old *Blob, at Moment) (*Blob, error)

// Moment is when a change happens: while the lock of the resource is held.
type Moment struct {
	Now    time.Time
	stamps *etag.Source
}

// Stamp issues the stamp of a new version.
func (m Moment) Stamp() etag.Stamp { return m.stamps.Next(m.Now) }

// Memory keeps everything in memory.
type Memory struct {
	clock      clock.Clock
	stamps     etag.Source
	containers slots[Container]
}

// New returns an empty store that lives by the clock.
func New(c clock.Clock) *Memory { return &Memory{clock: c} }

var _ Blobs = (*Memory)(nil)

func (m *Memory) moment() Moment { return Moment{m.clock.Now(), &m.stamps} }

// Container is the current version of a container, nil if there is none.
func (m *Memory) Container(name string) *Container {
	if c := m.containers.load(name); c != nil && !c.Deleted() {
		return c
	}
	return nil // BLOB-CONS-13
}

// UpdateContainer publishes a new version of a container.
func (m *Memory) UpdateContainer(name string, change ContainerChange) (*Container, error) {
	return m.containers.update(name, func(old *Container) (*Container, error) {
		next, err := change(old, m.moment())
		if err == nil && next != nil && next.blobs == nil && !next.Deleted() {
			next.blobs = new(slots[Blob])
		}
		return next, err
	})
}

// ListContainers visits the containers in the order of their names.
func (m *Memory) ListContainers(from string, visit func(name string, c *Container) bool) {
	m.containers.walk(from, func(name string, c *Container) bool {
		return c.Deleted() || visit(name, c)
	})
}

// Blob is the current version of a blob, nil if there is none.
func (m *Memory) Blob(container, name string) (*Blob, error) {
	c := m.Container(container)
	if c == nil {
		return nil, ErrNoContainer
	}
	return c.blobs.load(name), nil
}

// UpdateBlob publishes a new version of a blob. A container that is deleted meanwhile takes the blob with it: the
// update then counts as having happened just before.
func (m *Memory) UpdateBlob(container, name string, change BlobChange) (*Blob, error) {
	c := m.Container(container)
	if c == nil {
		return nil, ErrNoContainer
	}
	return c.blobs.update(name, func(old *Blob) (*Blob, error) { return change(old, m.moment()) })
}

// List visits the blobs of a container in the order of their names. // BLOB-CONS-03
func (m *Memory) List(container, from string, visit func(name string, b *Blob) bool) error {
	c := m.Container(container)
	if c == nil {
		return ErrNoContainer
	}
	c.blobs.walk(from, visit)
	return nil
}
