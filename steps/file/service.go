// Package file is the room of the File service: shares, directories and files, the states in
// which scenarios find them, every operation over the official SDK, what requests and
// responses of the service can carry, and the sentences that only files have.
package file

import (
	"net/http"

	"ifmatch/internal/target"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// New makes the room.
func New() scenario.Service { return room{} }

type room struct{}

// Name is the name of the service.
func (room) Name() target.Service { return target.File }

// Lexicon is the service's part of the language.
func (room) Lexicon() scenario.Lexicon {
	return scenario.Lexicon{
		Kinds: kinds(), Operations: operations(), Terms: terms(), Subjects: subjects(), Phrases: phrases(), Moments: moments(),
		Uses: uses,
		// The prefix keeps the answer short: no share has such a name.
		Greeting: scenario.Greeting{Operation: "List Shares", Of: Address{Kind: kindAccount}, Request: func() scenario.Request { return &Request{Prefix: "ifmatch-preflight"} }},

		Leftovers: scenario.LeftoversOf(kindShare, names, func(name string) scenario.Address { return Address{Kind: kindShare, Share: name} }, remove),
	}
}

// Open makes a client of the service.
func (room) Open(s *target.Session, transport http.RoundTripper, a scenario.Access) (scenario.Client, error) {
	return newClient(sdk.Connect(s, target.File, transport, a)), nil
}
