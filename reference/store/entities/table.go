package entities

import (
	"time"

	"ifmatch/reference/document"
)

// Table is one version of a table.
type Table struct {
	Name     string // with the case used at its creation
	Policies []document.Policy

	// DeletedAt makes the version a tombstone: the name is still taken, but the table is gone.
	// // TABLE-TBL-05 TABLE-TBL-06
	DeletedAt time.Time

	life       uint64             // number of the table among all that the store ever had
	partitions *places[Partition] // one map per life of the table: a deletion abandons it
}

// Deleted reports whether the version is a tombstone.
func (t *Table) Deleted() bool { return !t.DeletedAt.IsZero() }
