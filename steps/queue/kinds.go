package queue

import (
	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
)

// kinds are the account, queues and messages.
func kinds() []*scenario.Kind {
	return []*scenario.Kind{
		account.Kind("Queue", func(s account.Settings) scenario.Request { return &Request{Settings: s} }),
		{
			Word: "queue", Label: "queue", Means: "a queue of the account",
			Name: func(w *scenario.World, name string) scenario.Address { return Address{Queue: w.Called(name)} },
			Own: func(_ *scenario.World, r scenario.Address) (any, scenario.State) {
				made := missing(r)
				return &held{}, &made
			},
			Givens: queueStates(), Create: "Create Queue", Delete: "Delete Queue", Learn: "Get Queue Metadata",
			Read: snapshot(readQueue), Reads: []string{"Get Queue Metadata", "Peek Messages"}, Ignores: []scenario.Field{FieldMessages}, Remove: remove,
			Foreign: account.ForeignETag, SAS: policySAS,
		},
		{
			Word: "message", Label: "message", In: "queue", Means: "a message in the scenario's queue; until its visibility timeout ends, no read shows it",
			Name: func(w *scenario.World, _ string) scenario.Address { return Address{Queue: w.Name} },
			Own: func(_ *scenario.World, r scenario.Address) (any, scenario.State) {
				made := missing(r)
				return &receipts{}, &made
			},
			Givens: messageStates(), Create: "Put Message",
			Read: snapshot(readMessage), Reads: []string{"Peek Messages"}, Foreign: account.ForeignETag,
		},
	}
}
