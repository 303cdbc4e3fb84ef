package entities

import (
	"time"

	"ifmatch/reference/edm"
	"ifmatch/reference/etag"
	"ifmatch/reference/store/ordered"
)

// Entity is one version of an entity.
type Entity struct {
	Partition, Row string
	Timestamp      time.Time
	ETag           string // made from Timestamp
	Properties     []Property
}

// Property is a property of an entity other than its keys and its Timestamp. Names are case-sensitive and unique.
type Property struct {
	Name  string
	Value edm.Value
}

// Property finds the value of a property, including the keys and the Timestamp.
func (e *Entity) Property(name string) (edm.Value, bool) {
	switch name {
	case "PartitionKey":
		return edm.OfString(e.Partition), true
	case "RowKey":
		return edm.OfString(e.Row), true
	case "Timestamp":
		return edm.OfTime(e.Timestamp), true
	}
	for i := range e.Properties {
		if e.Properties[i].Name == name {
			return e.Properties[i].Value, true
		}
	}
	return edm.Value{}, false
}

// Partition is one version of a partition. The zero Partition is empty.
type Partition struct{ rows ordered.Map[*Entity] }

// Len returns the number of entities.
func (p Partition) Len() int { return p.rows.Len() }

// Entity finds an entity by its row key, or returns nil if there is none.
func (p Partition) Entity(row string) *Entity {
	e, _ := p.rows.Get(row)
	return e
}

// Ascend visits the entities in the order of their row keys, starting at the given key or after it, until visit returns
// false.
func (p Partition) Ascend(from string, visit func(e *Entity) bool) {
	p.rows.Ascend(from, func(_ string, e *Entity) bool { return visit(e) })
}

// Draft is the next version of a partition while it is being made. Readers cannot see it before it is published.
type Draft struct {
	key     string
	version Partition
	now     time.Time
	stamps  *etag.Source
	touched []string // the rows put or deleted
}

// Now returns the time of the change.
func (d *Draft) Now() time.Time { return d.now }

// Version returns the partition with the changes drafted so far.
func (d *Draft) Version() Partition { return d.version }

// Entity finds an entity in the draft, or returns nil if there is none.
func (d *Draft) Entity(row string) *Entity { return d.version.Entity(row) }

// Put adds or replaces an entity. The draft keeps the pointer, so the entity must not be changed afterwards.
func (d *Draft) Put(e *Entity) {
	d.version.rows = d.version.rows.With(e.Row, e)
	d.touched = append(d.touched, e.Row)
}

// Delete removes an entity.
func (d *Draft) Delete(row string) {
	d.version.rows = d.version.rows.Without(row)
	d.touched = append(d.touched, row)
}

// Stamp gives an entity of this partition the Timestamp and ETag of a new version. They are later than all that the
// store issued before, even when the clock stands still. // TABLE-ETAG-05 TABLE-ETAG-09
func (d *Draft) Stamp(e *Entity) {
	e.Partition = d.key
	e.Timestamp = d.stamps.Instant(d.now)
	e.ETag = etag.Entity(e.Timestamp)
}
