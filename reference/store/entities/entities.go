// Package entities is the storage of the Table service: tables of partitions of entities.
//
// A partition is the unit of isolation. It is an immutable version behind an atomic pointer. A query loads the pointer
// and sees one whole committed version of the partition, however long it reads. A writer, of one entity or of a
// transaction of a hundred, takes the partition's lock, checks, and publishes once. Versions share their unchanged
// parts, so a write to a large partition costs little more than to a small one.
// // TABLE-OCC-13 TABLE-OCC-14 TABLE-QRY-09
//
// The package knows no protocol: the function passed to an update decides which change is permitted.
package entities

import (
	"errors"
	"strings"
	"sync/atomic"
	"time"

	"ifmatch/reference/clock"
	"ifmatch/reference/etag"
	"ifmatch/reference/journal"
)

// ErrNoTable means that the table of an entity does not exist, or is being deleted.
var ErrNoTable = errors.New("the table does not exist")

// Store is the storage of the Table service. Memory implements it; decorators may wrap it. Names of tables are not
// case-sensitive.
type Store interface {
	// Table returns the current version of a table, or nil if there is none.
	Table(name string) *Table
	// UpdateTable lets change make a new version of the table from the current one, and publishes it. The current
	// version is nil if there never was one, and a tombstone after a deletion. If change fails, nothing happens.
	UpdateTable(name string, change TableChange) (*Table, error)
	// ListTables visits the tables in the order of their lower-case names, starting at the given name or after it,
	// until visit returns false.
	ListTables(from string, visit func(t *Table) bool)

	// Partition returns the current version of a partition, which is empty if there is none.
	Partition(table, key string) (Partition, error)
	// UpdatePartition lets change draft a new version of the partition, and publishes it in one step. If change fails,
	// nothing happens.
	UpdatePartition(table, key string, change Change) error
	// ListPartitions visits the current versions of the partitions that have entities, in the order of their keys,
	// starting at the given key or after it, until visit returns false.
	ListPartitions(table, from string, visit func(key string, p Partition) bool) error
}

// TableChange makes the next version of a table. It must not modify the old one.
type TableChange func(old *Table, now time.Time) (*Table, error)

// Change drafts the next version of a partition.
type Change func(d *Draft) error

// Memory is a Store that keeps everything in memory.
type Memory struct {
	clock  clock.Clock
	stamps etag.Source
	tables versions[Table]
	lives  atomic.Uint64     // number of the newest table
	log    *journal.Log      // where changes are kept; nil: nowhere
	living map[uint64]*Table // by their numbers, while changes are restored
}

// New returns an empty store that uses the clock.
func New(c clock.Clock) *Memory { return &Memory{clock: c} }

var _ Store = (*Memory)(nil)

// Table returns the current version of a table, or nil if there is none.
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
			next.life = m.lives.Add(1)
			next.partitions = &versions[Partition]{log: m.log}
		}
		return next, err
	}, func(next *Table) journal.Record { return tableRecord(name, next) })
}

// ListTables visits the tables in the order of their names.
func (m *Memory) ListTables(from string, visit func(t *Table) bool) {
	m.tables.walk(strings.ToLower(from), func(_ string, t *Table) bool { return t.Deleted() || visit(t) })
}

// Partition returns the current version of a partition.
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

// UpdatePartition publishes a new version of a partition. If the table is deleted meanwhile, its entities go with it:
// the update then counts as having happened just before.
func (m *Memory) UpdatePartition(table, key string, change Change) error {
	t := m.Table(table)
	if t == nil {
		return ErrNoTable
	}
	var d Draft
	_, err := t.partitions.update(key, func(old *Partition) (*Partition, error) {
		d = Draft{key: key, now: m.clock.Now(), stamps: &m.stamps}
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
	}, func(*Partition) journal.Record { return d.record(t.life) })
	return err
}

// ListPartitions visits the partitions in the order of their keys. It loads each when its turn comes: there is no
// snapshot over several partitions. // TABLE-QRY-10
func (m *Memory) ListPartitions(table, from string, visit func(key string, p Partition) bool) error {
	t := m.Table(table)
	if t == nil {
		return ErrNoTable
	}
	t.partitions.walk(from, func(key string, p *Partition) bool { return visit(key, *p) })
	return nil
}
