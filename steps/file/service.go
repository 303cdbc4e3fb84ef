// Package file is the room of the File service: shares, directories and files, the states in
// which scenarios find them, every operation over the official SDK, what requests and
// responses of the service can carry, and the sentences that only files have.
package file

import (
	"ifmatch/internal/target"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// New makes the room.
func New() scenario.Service {
	return scenario.Service{Name: target.File, Open: sdk.Opening(target.File, newClient), Lexicon: scenario.Lexicon{
		Kinds: kinds(), Operations: operations(), Terms: terms(), Subjects: subjects(), Phrases: phrases(), Moments: moments(), Pairs: pairs(),
		Uses: uses, Account: seeAccount,
		// The prefix keeps the answer short: no share has such a name.
		Greeting: scenario.Greeting{Operation: "List Shares", Of: Address{Kind: kindAccount}, Request: func() scenario.Request { return &Request{Prefix: "ifmatch-preflight"} }},

		Leftovers: scenario.LeftoversOf(kindShare, names, func(name string) scenario.Address { return Address{Kind: kindShare, Share: name} }, remove),
	}}
}
