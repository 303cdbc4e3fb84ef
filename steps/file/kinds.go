// Package file is the room of the File service: shares, directories and files, the states in
// which scenarios find them, every operation over the official SDK, what requests and
// responses of the service can carry, and the sentences that only files have.
package file

import (
	"cmp"
	"time"

	"ifmatch/internal/target"
	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/sdk"
)

// kinds are shares, directories and files.
func kinds() []*scenario.Kind {
	return []*scenario.Kind{
		{
			Word: kindShare, Label: kindShare, Means: "the share of the scenario's files, or one with a name of its own",
			Name: func(w *scenario.World, name string) scenario.Address {
				return Address{Kind: kindShare, Share: w.Called(name)}
			},
			Own: own, Givens: shareGivens(), Create: "Create Share", Delete: "Delete Share", Taken: 30 * time.Second, // FILE-DEL-21
			Read: sdk.Reader(true, readShare), Reads: []string{"Get Share Properties"}, Ignores: []scenario.Field{scenario.FieldLease, FieldEntries, scenario.FieldETag, scenario.FieldLastModified},
			Foreign: account.ForeignETag, Remove: remove, SAS: policySAS, Answered: answered, Turn: turn,
			Lease: &scenario.Lease{Operations: "Lease Share ", Probe: "Get Share Properties", Modify: perform.Doing("Set Share Metadata", Request{Base: meta("3")})},
		},
		{
			Word: kindDirectory, Label: kindDirectory, In: kindShare, Means: "a directory in the root of the scenario's share",
			Name: name(kindDirectory, ""), Own: own, Givens: directoryGivens(), Create: "Create Directory",
			Read: sdk.Reader(true, readDirectory), Reads: []string{"Get Directory Properties"}, Glance: &scenario.Glance{Operation: entryList}, Foreign: account.ForeignETag, Answered: answered, Turn: turn,
		},
		{
			Word: kindFile, Label: kindFile, In: kindShare, Timeless: true, Means: "a file of 1,024 bytes in the root of the scenario's share, the first half of them written",
			Name: name(kindFile, ".bin"), Own: own, Givens: fileGivens(), Create: "Create File",
			Read: sdk.Reader(true, readFile), Reads: []string{"Get File"}, Glance: &scenario.Glance{Operation: entryList}, Ignores: []scenario.Field{scenario.FieldLease}, Foreign: account.ForeignETag,
			Lease: &scenario.Lease{Operations: "Lease File ", Probe: "Get File Properties", Endless: true},
			Holds: holds, Answered: answered, Turn: turn,
		},
	}
}

// name makes the address of a resource in the root of the share.
func name(kind, ending string) func(*scenario.World, string) scenario.Address {
	return func(w *scenario.World, name string) scenario.Address {
		own, share := scenario.Place(name)
		return Address{Kind: kind, Share: w.Called(share), Path: cmp.Or(own, kind) + ending}
	}
}

func own(_ *scenario.World, r scenario.Address) (any, scenario.State) {
	return nil, missing(r.(Address))
}

// New makes the room.
func New() scenario.Service {
	return scenario.Service{Name: target.File, Open: sdk.Opening(target.File, newClient), Lexicon: scenario.Lexicon{
		Kinds: kinds(), Operations: operations(), Terms: terms(), Subjects: subjects(), Phrases: phrases(), Hooks: hooks(), Pairs: pairs(),
		Uses: uses, Account: seeAccount,
		// The prefix keeps the answer short: no share has such a name.
		Greeting: scenario.Greeting{Operation: "List Shares", Of: Address{Kind: kindAccount}, Request: func() scenario.Request { return &Request{Prefix: "ifmatch-preflight"} }},

		Leftovers: scenario.LeftoversOf(kindShare, names, func(name string) scenario.Address { return Address{Kind: kindShare, Share: name} }, remove),
	}}
}
