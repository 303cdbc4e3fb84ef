// Package queue is the room of the Queue service: queues and messages, the states in which
// scenarios find them, every operation over the official SDK, what requests and responses of
// the service can carry, and the sentences that only queues have.
package queue

import (
	"time"

	"ifmatch/internal/target"
	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// kinds are the account, queues and messages.
func kinds() []*scenario.Kind {
	return []*scenario.Kind{
		account.Kind("Queue", func(s account.Settings) scenario.Request { return &Request{Settings: s} }),
		{
			Word: "queue", Label: "queue", Means: "a queue of the account",
			Name: func(w *scenario.World, name string) scenario.Address { return Address{Queue: w.Called(name)} },
			Own:  own, Givens: queueStates(), Create: "Create Queue", Delete: "Delete Queue", Taken: 30 * time.Second, // QUEUE-LIFE-02
			Read: sdk.Reader(true, readQueue), Reads: []string{"Get Queue Metadata", "Peek Messages"}, Ignores: []scenario.Field{FieldMessages}, Remove: remove,
			Foreign: account.ForeignETag, SAS: policySAS, Look: look, Answered: shows, Turn: turn,
		},
		{
			Word: "message", Label: "message", In: "queue", Means: "a message in the scenario's queue; until its visibility timeout ends, no read shows it",
			Name: func(w *scenario.World, _ string) scenario.Address { return Address{Queue: w.Name} },
			Own:  own, Givens: messageStates(), Create: "Put Message",
			Read: sdk.Reader(true, readMessage), Reads: []string{"Peek Messages"}, Misread: misread, Foreign: account.ForeignETag, Turn: turn, Token: newest,
		},
	}
}

// New makes the room.
func New() scenario.Service {
	return scenario.Service{Name: target.Queue, Open: sdk.Opening(target.Queue, newClient), Lexicon: scenario.Lexicon{
		Kinds: kinds(), Operations: operations(), Terms: terms(), Subjects: subjects(), Phrases: phrases(), Hooks: hooks(), Pairs: pairs(),
		// The prefix keeps the answer short: no queue has such a name.
		Greeting: scenario.Greeting{Operation: "List Queues", Of: account.Address{}, Request: func() scenario.Request { return &Request{Prefix: "ifmatch-preflight"} }},

		Leftovers: scenario.LeftoversOf("queue", names, func(name string) scenario.Address { return Address{Queue: name} }, remove),
	}}
}
