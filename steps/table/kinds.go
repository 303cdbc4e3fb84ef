// Package table is the room of the Table service: tables and entities, the states in which
// scenarios find them, every operation over the official SDK, what requests and responses of
// the service can carry, and the sentences that only tables have.
package table

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"ifmatch/internal/target"
	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
	"ifmatch/steps/verdict"
)

// kinds are the account, tables and entities.
func kinds() []*scenario.Kind {
	made := func(_ *scenario.World, r scenario.Address) (any, scenario.State) { return nil, blank(r.(Address)) }
	return []*scenario.Kind{
		account.Kind("Table", func(s account.Settings) scenario.Request { return &Request{Settings: s} }),
		{
			Word: "table", Label: "table", Means: "a table of the account",
			Name: func(w *scenario.World, name string) scenario.Address {
				return Address{Table: tableName(w.Name) + name, Partition: partition}
			},
			Own: made, Givens: tableStates(), Create: "Create Table", Delete: "Delete Table", Taken: 40 * time.Second, // TABLE-TBL-05
			Read: sdk.Reader(false, readTable), Reads: []string{"Query Entities"}, Remove: remove, Foreign: account.ForeignETag, Answered: shows,
		},
		{
			Word: "entity", Label: "entity", In: "table", Means: "an entity in the scenario's table; its name is its RowKey",
			Name: func(w *scenario.World, name string) scenario.Address {
				row, key := scenario.Place(name)
				return Address{Table: tableName(w.Name), Partition: cmp.Or(key, partition), Row: cmp.Or(row, "entity")}
			},
			Own: made, Givens: entityStates(), Create: "Insert Entity",
			Read: sdk.Reader(false, readEntity), Reads: []string{"Get Entity", "Query Entities"},
			Foreign: func(random uint64) string {
				return fmt.Sprintf(`W/"datetime'1970-01-01T00%%3A00%%3A00.%07dZ'"`, random%1e6*10+1)
			},
			Number: numbers(), Versions: versions(), Look: look, Holds: holds, Answered: shows, Listed: map[string][]scenario.Field{query: {scenario.FieldExistence, scenario.FieldProperties, scenario.FieldETag}},
		},
	}
}

// holds judges that an entity is the result of an accepted write on its state before.
func holds(ctx context.Context, w *scenario.World, t *scenario.Resource, wrote *scenario.Act) error {
	if wrote.Before == nil {
		return verdict.Miswritten("the %s before the write is not known", t.Label)
	}
	st, err := w.Again(ctx, t)
	if err != nil {
		return verdict.Unknown("read the "+t.Label, err)
	}
	return t.Differs("holds something else", scenario.Compare(wrote.Op.After(wrote.Before, wrote.Req, wrote.Resp), st))
}

// New makes the room.
func New() scenario.Service {
	return scenario.Service{Name: target.Table, Open: sdk.Opening(target.Table, newClient), Lexicon: scenario.Lexicon{
		Kinds: kinds(), Operations: operations(), Terms: terms(), Subjects: subjects(), Phrases: phrases(), Hooks: hooks(), Pairs: pairs(),
		Greeting:  scenario.Greeting{Operation: "Query Tables", Of: account.Address{}, Request: func() scenario.Request { return &Request{Top: new(int32(1))} }},
		Leftovers: scenario.LeftoversOf("table", ours, func(name string) scenario.Address { return Address{Table: name} }, remove),
	}}
}
