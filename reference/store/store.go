// Package store holds the mutable state of the Blob service.
//
// Every resource is an immutable version behind an atomic pointer. A reader loads the pointer and never waits. A writer
// takes the resource's lock, checks the current version, and publishes a new one with one pointer swap. A reader
// therefore sees one whole committed version, regardless of concurrent writers. A write that was answered is visible to
// every later reader. // BLOB-GEN-04 BLOB-GEN-05 BLOB-CONS-01 BLOB-CONS-05
//
// The package knows no protocol: the function passed to an update decides which change is permitted.
package store

import "errors"

// ErrNoContainer means that the container of a blob does not exist, or is being deleted.
var ErrNoContainer = errors.New("the container does not exist")

// Blobs is the storage of the Blob service. Memory implements it; decorators may wrap it.
type Blobs interface {
	// Container returns the current version of a container, or nil if there is none.
	Container(name string) *Container
	// UpdateContainer lets change make a new version of the container from the current one, and publishes it. The
	// current version is nil if there never was one, and a tombstone after a deletion. If change fails, nothing
	// happens.
	UpdateContainer(name string, change ContainerChange) (*Container, error)
	// ListContainers visits the containers and the tombstones in the order of their names, starting at the given name or
	// after it, until visit returns false.
	ListContainers(from string, visit func(name string, c *Container) bool)

	// Blob returns the current version of a blob, or nil if there is none.
	Blob(container, name string) (*Blob, error)
	// UpdateBlob lets change make a new version of the blob from the current one (nil if there is none) and publishes
	// it; a nil version deletes the blob. If change fails, nothing happens.
	UpdateBlob(container, name string, change BlobChange) (*Blob, error)
	// List visits the blobs of a container in the order of their names, as ListContainers does.
	List(container, from string, visit func(name string, b *Blob) bool) error

	// UpdateDeleted is UpdateBlob for a change that also sees blobs of which only the trash is left.
	UpdateDeleted(container, name string, change BlobChange) (*Blob, error)
	// ListDeleted is List, and also visits blobs of which only the trash is left.
	ListDeleted(container, from string, visit func(name string, b *Blob) bool) error
}

// ContainerChange makes the next version of a container. It must not modify the old one.
type ContainerChange func(old *Container, at Moment) (*Container, error)

// BlobChange makes the next version of a blob. It must not modify the old one.
type BlobChange func(old *Blob, at Moment) (*Blob, error)

var _ Blobs = (*Memory)(nil)

// Container returns the current version of a container, or nil if there is none.
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
			m.enliven(next, m.lives.Add(1))
		}
		return next, err
	})
}

// ListContainers visits the containers and the tombstones in the order of their names.
func (m *Memory) ListContainers(from string, visit func(name string, c *Container) bool) {
	m.containers.walk(from, visit)
}

// Blob returns the current version of a blob, or nil if there is none.
func (m *Memory) Blob(container, name string) (*Blob, error) {
	c := m.Container(container)
	if c == nil {
		return nil, ErrNoContainer
	}
	return visible(c.blobs.load(name)), nil
}

// UpdateBlob publishes a new version of a blob. If the container is deleted meanwhile, the blob goes with it: the
// update then counts as having happened just before.
func (m *Memory) UpdateBlob(container, name string, change BlobChange) (*Blob, error) {
	c := m.Container(container)
	if c == nil {
		return nil, ErrNoContainer
	}
	next, err := c.blobs.update(name, func(old *Blob) (*Blob, error) {
		at := m.moment()
		next, err := change(visible(old), at)
		if err != nil {
			return nil, err
		}
		return withTrash(old, next, at), nil
	})
	return visible(next), err
}

// UpdateDeleted publishes a new version of a blob, which may be gone.
func (m *Memory) UpdateDeleted(container, name string, change BlobChange) (*Blob, error) {
	c := m.Container(container)
	if c == nil {
		return nil, ErrNoContainer
	}
	return c.blobs.update(name, func(old *Blob) (*Blob, error) { return change(old, m.moment()) })
}

// List visits the blobs of a container in the order of their names. // BLOB-CONS-03
func (m *Memory) List(container, from string, visit func(name string, b *Blob) bool) error {
	return m.ListDeleted(container, from, func(name string, b *Blob) bool { return b.Gone || visit(name, b) })
}

// ListDeleted visits the blobs of a container in the order of their names, also those that are gone.
func (m *Memory) ListDeleted(container, from string, visit func(name string, b *Blob) bool) error {
	c := m.Container(container)
	if c == nil {
		return ErrNoContainer
	}
	c.blobs.walk(from, visit)
	return nil
}
