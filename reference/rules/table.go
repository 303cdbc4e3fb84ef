package rules

import (
	"time"

	op "ifmatch/reference/operation"
)

// Table holds the rules for tables and entities.
type Table struct {
	// Entities holds the rule of each operation on one entity, alone or in a transaction.
	Entities [op.Count]Entity

	// Untagged marks the operations on resources that have no ETag. For these, any entity tag condition is an error.
	// // TABLE-COND-16
	Untagged [op.Count]bool

	// UpsertSince is the first version of the protocol in which a write without If-Match is an upsert. // TABLE-VERB-10
	UpsertSince string

	Limits TableLimits
}

// Entity is the documented rule of an operation on one entity.
type Entity struct {
	IfMatch Match
	// NoneMatch makes If-None-Match an error; otherwise it is ignored. // TABLE-COND-13 TABLE-COND-14
	NoneMatch bool
	Absent    Absent
	Present   Present
	Effect    Effect
	// Stamped makes the response carry the ETag.
	Stamped bool
	// Restamps gives the entity a new Timestamp and ETag on success.
	Restamps bool
}

// Match is how an operation treats If-Match.
type Match uint8

// The meanings.
const (
	Unheeded Match = iota // ignored
	Heeded                // must be the entity's ETag, or *
	Demanded              // as before, and must be given: 400
)

// Absent is what an operation does if there is no entity with the keys.
type Absent uint8

// The answers.
const (
	Fails Absent = iota // 404
	Adds                // creates it
)

// Present is what an operation does if there is an entity with the keys.
type Present uint8

// The answers.
const (
	Changes   Present = iota // if the condition holds
	Conflicts                // 409
)

// Effect is what happens to an entity.
type Effect uint8

// The effects.
const (
	Replaces Effect = iota // properties that are not given are removed // TABLE-VERB-13
	Merges                 // properties that are not given are kept // TABLE-VERB-14
	Removes
)

// TableLimits are the limits of requests to the Table service.
type TableLimits struct {
	Body        int64 // bytes of the JSON form of one entity
	Transaction int64 // bytes of an entity group transaction
	Operations  int   // operations in one change set
	Entity      int   // bytes of an entity, as the service counts them
	Property    int   // bytes of a String in UTF-16 or of a Binary
	Properties  int   // properties of an entity, without the three that all have
	Name        int   // characters of a property's name
	Key         int   // bytes of a key in UTF-16
	Page        int   // entities, or tables, per page of a query
	Comparisons int   // comparisons in one filter
	QueryTime   time.Duration
	TablePurges time.Duration // how long the name of a deleted table cannot be used
}

// table is the article's table of seven operations, with what the reference pages say about them and about requests
// without If-Match.
func table() Table {
	t := Table{
		UpsertSince: "2011-08-18",
		Limits: TableLimits{
			Body:        4 << 20,
			Transaction: 4 << 20, // TABLE-BATCH-16
			Operations:  100,     // TABLE-BATCH-14 TABLE-BATCH-15
			Entity:      1 << 20,
			Property:    64 << 10,
			Properties:  252,
			Name:        255,
			Key:         1 << 10,
			Page:        1000,
			Comparisons: 15,
			QueryTime:   5 * time.Second,
			TablePurges: 40 * time.Second, // TABLE-TBL-05
		},
	}
	t.Entities[op.GetEntity] = Entity{Stamped: true} // TABLE-OPS-01

	written := Entity{Stamped: true, Restamps: true}
	written.Absent, written.Present = Adds, Conflicts
	t.Entities[op.InsertEntity] = written // TABLE-OPS-02 TABLE-COND-08 TABLE-VERB-12

	written.Present, written.NoneMatch = Changes, true
	t.Entities[op.InsertOrReplaceEntity] = written // TABLE-OPS-06 TABLE-VERB-01 TABLE-OCC-12
	written.Effect = Merges
	t.Entities[op.InsertOrMergeEntity] = written // TABLE-OPS-07 TABLE-VERB-02 TABLE-VERB-03

	written.IfMatch, written.Absent = Heeded, Fails
	t.Entities[op.MergeEntity] = written // TABLE-OPS-04 TABLE-COND-02 TABLE-COND-05 TABLE-VERB-06
	written.Effect = Replaces
	t.Entities[op.UpdateEntity] = written // TABLE-OPS-03 TABLE-COND-01 TABLE-COND-04 TABLE-VERB-05

	t.Entities[op.DeleteEntity] = Entity{IfMatch: Demanded, NoneMatch: true, Effect: Removes} // TABLE-OPS-05 TABLE-COND-03 TABLE-COND-06 TABLE-VERB-04 TABLE-VERB-07

	for _, o := range []op.Operation{op.QueryTables, op.CreateTable, op.DeleteTable} {
		t.Untagged[o] = true // TABLE-OCC-02 TABLE-COND-16
	}
	return t
}
