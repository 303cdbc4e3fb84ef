// Package table is the room of the Table service: tables and entities, the states in which
// scenarios find them, every operation over the official SDK, what requests and responses of
// the service can carry, and the sentences that only tables have.
package table

import (
	"ifmatch/internal/target"
	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// New makes the room.
func New() scenario.Service {
	return scenario.Service{Name: target.Table, Open: sdk.Opening(target.Table, newClient), Lexicon: scenario.Lexicon{
		Kinds: kinds(), Operations: operations(), Terms: terms(), Subjects: subjects(), Phrases: phrases(), Moments: moments(), Pairs: pairs(),
		Greeting:  scenario.Greeting{Operation: "Query Tables", Of: account.Address{}, Request: func() scenario.Request { return &Request{Top: new(int32(1))} }},
		Leftovers: scenario.LeftoversOf("table", ours, func(name string) scenario.Address { return Address{Table: name} }, remove),
	}}
}
