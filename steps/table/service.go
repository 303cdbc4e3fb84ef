// Package table is the room of the Table service: tables and entities, the states in which
// scenarios find them, every operation over the official SDK, what requests and responses of
// the service can carry, and the sentences that only tables have.
package table

import (
	"net/http"

	"ifmatch/internal/target"
	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// New makes the room.
func New() scenario.Service { return service{} }

type service struct{}

// Name is the name of the service.
func (service) Name() target.Service { return target.Table }

// Lexicon is the service's part of the language.
func (service) Lexicon() scenario.Lexicon {
	one := int32(1)
	return scenario.Lexicon{
		Kinds: kinds(), Operations: operations(), Terms: terms(), Subjects: subjects(), Phrases: phrases(), Moments: moments(),
		Greeting:  scenario.Greeting{Operation: "Query Tables", Of: account.Address{}, Request: func() scenario.Request { return &Request{Top: &one} }},
		Leftovers: scenario.LeftoversOf("table", ours, func(name string) scenario.Address { return Address{Table: name} }, remove),
	}
}

// Open makes a client of the service.
func (service) Open(s *target.Session, transport http.RoundTripper, a scenario.Access) (scenario.Client, error) {
	return newClient(sdk.Connect(s, target.Table, transport, a)), nil
}
