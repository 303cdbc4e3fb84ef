package entities

import (
	"strings"
	"time"

	"ifmatch/reference/edm"
	"ifmatch/reference/journal"
)

// record is a change in the form that a journal keeps: of a table, or of entities in one partition, all in one step.
type record struct {
	Life uint64 `json:",omitempty"` // of the table; 0: its tombstone

	Name  string `json:",omitempty"`
	Table *Table `json:",omitempty"`

	Partition string      `json:",omitempty"`
	Rows      []rowRecord `json:",omitempty"`

	Latest *time.Time `json:",omitempty"` // of all stamps
}

// rowRecord is an entity without its partition. Without a Timestamp it is removed.
type rowRecord struct {
	Row        string
	Timestamp  time.Time        `json:",omitzero"`
	ETag       string           `json:",omitempty"`
	Properties []propertyRecord `json:",omitempty"`
}

type propertyRecord struct {
	Name string
	Type edm.Type
	Text []byte `json:",omitempty"`
	Bits uint64 `json:",omitempty"`
}

func tableRecord(name string, t *Table) journal.Record {
	return journal.Encode(record{Life: t.life, Name: strings.ToLower(name), Table: t})
}

func rowOf(e *Entity) rowRecord {
	r := rowRecord{Row: e.Row, Timestamp: e.Timestamp, ETag: e.ETag}
	for _, p := range e.Properties {
		kind, text, bits := p.Value.Parts()
		r.Properties = append(r.Properties, propertyRecord{p.Name, kind, []byte(text), bits})
	}
	return r
}

func (r rowRecord) entity(partition string) *Entity {
	e := &Entity{Partition: partition, Row: r.Row, Timestamp: r.Timestamp, ETag: r.ETag}
	for _, p := range r.Properties {
		e.Properties = append(e.Properties, Property{p.Name, edm.Made(p.Type, string(p.Text), p.Bits)})
	}
	return e
}

// record returns the record of a draft that is being published.
func (d *Draft) record(life uint64) journal.Record {
	r := record{Life: life, Partition: d.key}
	for _, row := range d.touched {
		if e := d.Entity(row); e != nil {
			r.Rows = append(r.Rows, rowOf(e))
		} else {
			r.Rows = append(r.Rows, rowRecord{Row: row})
		}
	}
	return journal.Encode(r)
}
