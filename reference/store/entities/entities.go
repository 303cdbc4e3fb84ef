// Package entities is what the Table service keeps: tables of partitions of entities.
//
// A partition is the unit of isolation. It is an immutable version behind an atomic pointer: a query loads the pointer
// and sees one committed version of the partition, whole, however long it reads; a writer, of one entity or of a
// transaction of a hundred, takes the partition's lock, checks, and publishes once. Versions share what did not change,
// so a large partition costs no more than a small one. // TABLE-OCC-13 TABLE-OCC-14 TABLE-QRY-09
//
// The package knows no protocol: which change is permitted is decided by the function that is passed to an update.
package entities

import (
	"errors"
	"strings"
	"time"

	"ifmatch/reference/clock"
	"ifmatch/reference/document"
	"ifmatch/reference/etag"
)

// ErrNoTable means that the table of an entity does not exist, or is being deleted.
var ErrNoTable = errors.New("the table does not exist")

// Store is what the Table service keeps. Memory is the implementation; a decorator may stand before it. Names of
// tables are the same in upper and lower case.
type Store interface {
	// Table is the current version of a table, nil if there is none.
	Table(name string) *Table
	// UpdateTable lets change make a new version of the table from the current one (nil if there never was one; a
	// tombstone after a deletion) and publishes it. If change fails, nothing happens.
	UpdateTable(name string, change TableChange) (*Table, error)
	// ListTables visits the tables in the order of their names in lower case, from the first that is not before the
	// given one, until visit returns false.
	ListTables(from string, visit func(t *Table) bool)

	// Partition is the current version of a partition, empty if there is none.
	Partition(table, key string) (Partition, error)
	// UpdatePartition lets change draft a new version of the partition and publishes it, in one step. If change fails,
	// nothing happens.
	UpdatePartition(table, key string, change Change) error
	// ListPartitions visits the current versions of the partitions that have entities, in the order of their keys, from
	// the first that is not before the given one, until visit returns false.
	ListPartitions(table, from string, visit func(key string, p Partition) bool) error
}

// TableChange makes the next version of a table; it must leave the old one alone.
type TableChange func(old *Table, now time.Time) (*Table, error)

// Change drafts the next version of a partition.
type Change func(d *Draft) error

// Table is one version of a table.
type Table struct {
	Name     string // as it was created
	Policies []document.Policy

	// DeletedAt makes the version a tombstone: the name is taken, but nothing is there. // TABLE-TBL-05 TABLE-TBL-06
	DeletedAt time.Time

	partitions *places[Partition] // one per life of the table: a deletion leaves it behind
}

// Deleted reports whether the version is a tombstone.
func (t *Table) Deleted() bool { return !t.DeletedAt.IsZero() }

// Memory keeps everything in memory.
type Memory struct {
	clock  clock.Clock
	stamps etag.Source
	tables places[Table]
}

// New returns an empty store that lives by the clock.
func New(c clock.Clock) *Memory { return &Memory{clock: c} }

var _ Store = (*Memory)(nil)

// Table is the current version of a table, nil if there is none.
func (m *Memory) Table(name string) *Table {
	if t := m.tables.load(strings.ToLower(name)); t != nil && !t.Deleted() {
		return t
	}
	return nil
}

// UpdateTable publishes a new version of a table.
func (m *Memory) UpdateTable(name string, change TableChange) (*Table, error) {
	return m.tables.update(strings.ToLower(name), func(old *Table) (*Table, error) {
		next, err := change(old, m.clock.Now())
		if err == nil && next != nil && next.partitions == nil && !next.Deleted() {
			next.partitions = new(places[Partition])
		}
		return next, err
	})
}

// ListTables visits the tables in the order of their names.
func (m *Memory) ListTables(from string, visit func(t *Table) bool) {
	m.tables.walk(strings.ToLower(from), func(_ string, t *Table) bool { return t.Deleted() || visit(t) })
}

// Partition is the current version of a partition.
func (m *Memory) Partition(table, key string) (Partition, error) {
	t := m.Table(table)
	if t == nil {
		return Partition{}, ErrNoTable
	}
	if p := t.partitions.load(key); p != nil {
		return *p, nil
	}
	return Partition{}, nil
}

// UpdatePartition publishes a new version of a partition. A table that is deleted meanwhile takes its entities with
// it: the update then counts as having happened just before.
func (m *Memory) UpdatePartition(table, key string, change Change) error {
	t := m.Table(table)
	if t == nil {
		return ErrNoTable
	}
	_, err := t.partitions.update(key, func(old *Partition) (*Partition, error) {
		d := Draft{key: key, now: m.clock.Now(), stamps: &m.stamps}
		if old != nil {
			d.version = *old
		}
		if err := change(&d); err != nil {
			return nil, err
		}
		if d.version.Len() == 0 {
			return nil, nil
		}
		return &d.version, nil
	})
	return err
}

// ListPartitions visits the partitions in the order of their keys. Each is seen as it is when its turn comes: there is
// no snapshot over several partitions. // TABLE-QRY-10
func (m *Memory) ListPartitions(table, from string, visit func(key string, p Partition) bool) error {
	t := m.Table(table)
	if t == nil {
		return ErrNoTable
	}
	t.partitions.walk(from, func(key string, p *Partition) bool { return visit(key, *p) })
	return nil
}
