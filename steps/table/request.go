package table

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
)

// Address is that of a table, or of an entity in one. A table's Partition is the one
// that transactions on it work in.
type Address struct{ Table, Partition, Row string }

// String is the path within the account.
func (a Address) String() string {
	if a.Row == "" {
		return a.Table
	}
	return a.Table + "(" + a.Partition + "," + a.Row + ")"
}

// key is what rows are known by within their table.
func (a Address) key() string { return a.Partition + "/" + a.Row }

// partition is the PartitionKey of a scenario's entities, elsewhere that of the
// few that must be in another.
const partition, elsewhere = "partition", "elsewhere"

// tableName turns the name of a scenario, or the beginning of one, into that of a
// table. Tables are called by letters and digits alone, the first a letter; a
// capital stands for each dash, so that what was begun by "ifmatch-" can be told
// from what was begun by "ifmatch".
func tableName(name string) string {
	name = strings.ReplaceAll(name, "-", "X")
	if name != "" && (name[0] < 'a' || name[0] > 'z') {
		name = "T" + name
	}
	return name
}

// Request is what a client asks the Table service for.
type Request struct {
	scenario.Base
	Entity         map[string]any // the properties to write, without keys
	Filter, Select string
	Top            *int32
	MetadataLevel  string // none, minimal or full; empty: the SDK's own
	// NextPartition and NextRow go on with a query, NextTable with a list of tables.
	NextPartition, NextRow, NextTable string
	Actions                           []Action // the operations of a transaction
	Settings                          account.Settings
}

// Exact lists no headers: those of the Table service are all in the Base.
func (*Request) Exact() []scenario.Header { return nil }

// Action is one operation of an entity group transaction.
type Action struct {
	Operation string // "Insert Entity", "Update Entity", "Merge Entity", "Delete Entity", "Insert Or Replace Entity", "Insert Or Merge Entity", "Get Entity"
	Partition string // empty: the transaction's own
	Row       string
	IfMatch   *string
	Entity    map[string]any
	Apart     bool // begins another change set of the same batch
}

// on is the entity that the action is about, in a transaction on r.
func (a Action) on(r Address) Address {
	row := Address{Table: r.Table, Partition: a.Partition, Row: a.Row}
	if row.Partition == "" {
		row.Partition = r.Partition
	}
	return row
}

// entityJSON is the body of a write: keys and properties.
func entityJSON(r Address, properties map[string]any) []byte {
	m := maps.Clone(properties)
	if m == nil {
		m = map[string]any{}
	}
	m["PartitionKey"], m["RowKey"] = r.Partition, r.Row
	b, err := json.Marshal(m)
	if err != nil {
		panic(fmt.Sprintf("entity of %s: %v", r, err)) // scenarios hold strings and numbers only
	}
	return b
}

// quoteKey doubles single quotes, as OData literals want them.
func quoteKey(s string) string { return strings.ReplaceAll(s, "'", "''") }
