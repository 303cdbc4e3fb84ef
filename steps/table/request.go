package table

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"strings"

	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// Address is the address of a table, or of an entity in one. A table's Partition is the one in
// which transactions on it work.
type Address struct{ Table, Partition, Row string }

// String is the path within the account.
func (a Address) String() string {
	if a.Row == "" {
		return a.Table
	}
	return a.Table + "(" + a.Partition + "," + a.Row + ")"
}

// key identifies a row within its table.
func (a Address) key() string { return a.Partition + "/" + a.Row }

// partition is the PartitionKey of a scenario's entities; elsewhere is that of the few that must
// be in another partition.
const partition, elsewhere = "partition", "elsewhere"

// tableName turns the name of a scenario, or a prefix of one, into a table name. Table names
// consist of letters and digits, and begin with a letter. A capital replaces each dash, so
// that a name that begins with "ifmatch-" differs from one that begins with "ifmatch".
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
	// NextPartition and NextRow continue a query, NextTable a list of tables.
	NextPartition, NextRow, NextTable string
	Actions                           []Action // the operations of a transaction
	ByHand                            bool     // the transaction is written by rawBatch, not by the SDK
	Settings                          account.Settings
}

// Action is one operation of an entity group transaction.
type Action struct {
	Operation    string // "Insert Entity", "Update Entity", "Merge Entity", "Delete Entity", "Insert Or Replace Entity", "Insert Or Merge Entity", "Get Entity"
	Partition    string // empty: the transaction's own
	Row          string
	IfMatch      *string
	Entity       map[string]any
	OwnChangeSet bool // begins a further change set of the same batch
}

// on is the entity that the action addresses, in a transaction on r.
func (a Action) on(r Address) Address {
	return Address{Table: r.Table, Partition: cmp.Or(a.Partition, r.Partition), Row: a.Row}
}

// entityJSON is the body of a write: keys and properties.
func entityJSON(r Address, properties map[string]any) []byte {
	m := map[string]any{}
	maps.Copy(m, properties)
	m["PartitionKey"], m["RowKey"] = r.Partition, r.Row
	b, _ := json.Marshal(m) // scenarios hold strings and numbers only
	return b
}

// quoteKey doubles single quotes, as OData literals require.
func quoteKey(s string) string { return strings.ReplaceAll(s, "'", "''") }

// client is a client of the Table service.
type client = sdk.Service[*aztables.ServiceClient]

func newClient(c *sdk.Connection) *client {
	options := &aztables.ClientOptions{ClientOptions: c.Options("X-Ms-Date")}
	return sdk.NewService(c, options, aztables.NewSharedKeyCredential, aztables.NewServiceClientWithSharedKey, aztables.NewServiceClientWithNoCredential)
}

// setServiceProperties sends the elements that scenarios set, and no others.
// TABLE-TBL-09
func setServiceProperties(s *aztables.ServiceClient, ctx context.Context, p *aztables.ServiceProperties) (aztables.SetPropertiesResponse, error) {
	return s.SetProperties(ctx, *p, nil)
}
