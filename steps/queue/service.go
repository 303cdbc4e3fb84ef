// Package queue is the room of the Queue service: queues and messages, the states in which
// scenarios find them, every operation over the official SDK, what requests and responses of
// the service can carry, and the sentences that only queues have.
package queue

import (
	"ifmatch/internal/target"
	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// New makes the room.
func New() scenario.Service {
	return scenario.Service{Name: target.Queue, Open: sdk.Opening(target.Queue, newClient), Lexicon: scenario.Lexicon{
		Kinds: kinds(), Operations: operations(), Terms: terms(), Subjects: subjects(), Phrases: phrases(), Moments: moments(), Pairs: pairs(),
		// The prefix keeps the answer short: no queue has such a name.
		Greeting: scenario.Greeting{Operation: "List Queues", Of: account.Address{}, Request: func() scenario.Request { return &Request{Prefix: "ifmatch-preflight"} }},

		Leftovers: scenario.LeftoversOf("queue", names, func(name string) scenario.Address { return Address{Queue: name} }, remove),
	}}
}
