package file

import (
	"context"

	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
)

// kinds are shares, directories and files.
func kinds() []*scenario.Kind {
	return []*scenario.Kind{
		{
			Word: kindShare, Label: kindShare, Means: "the share that the scenario's files lie in, or one with a name of its own",
			Name: func(w *scenario.World, name string) scenario.Resource {
				if name != "" {
					name = "-" + name
				}
				return Address{Kind: kindShare, Share: w.Name + name}
			},
			Own: own, Givens: shareGivens(), Create: "Create Share", Delete: "Delete Share", Learn: "Get Share Properties",
			Read: snapshot(readShare), Reads: []string{"Get Share Properties"}, Ignores: []scenario.Field{scenario.FieldLease, FieldEntries, scenario.FieldETag, scenario.FieldLastModified},
			Foreign: account.ForeignETag, Remove: remove, SAS: policySAS, Answered: answered,
			Lease: &scenario.Lease{Operations: "Lease Share ", Probe: "Get Share Properties", Modify: modify},
		},
		{
			Word: kindDirectory, Label: kindDirectory, In: kindShare, Means: "a directory in the root of the scenario's share",
			Name: name(kindDirectory, ""), Own: own, Givens: directoryGivens(), Create: "Create Directory", Learn: "Get Directory Properties",
			Read: snapshot(readDirectory), Reads: []string{"Get Directory Properties"}, Foreign: account.ForeignETag, Answered: answered,
		},
		{
			Word: kindFile, Label: kindFile, In: kindShare, Means: "a file of 1,024 bytes in the root of the scenario's share, the first half of them written",
			Name: name(kindFile, ".bin"), Own: own, Givens: fileGivens(), Create: "Create File", Learn: "Get File",
			Read: snapshot(readFile), Reads: []string{"Get File"}, Ignores: []scenario.Field{scenario.FieldLease}, Foreign: account.ForeignETag,
			Lease: &scenario.Lease{Operations: "Lease File ", Probe: "Get File Properties", Endless: true},
			Holds: holds, Answered: answered,
		},
	}
}

// name makes the address of what lies in the root of the share.
func name(kind, ending string) func(*scenario.World, string) scenario.Resource {
	return func(w *scenario.World, name string) scenario.Resource {
		if name == "" {
			name = kind
		}
		return Address{Kind: kind, Share: w.Name, Path: name + ending}
	}
}

func own(_ *scenario.World, r scenario.Resource) (any, scenario.State) {
	none := missing(r.(Address))
	return nil, &none
}

// modify gives a share one version more.
func modify(ctx context.Context, w *scenario.World, t *scenario.Thing) error {
	return made(making{"Set Share Metadata", Request{Base: meta("3")}})(ctx, w, t)
}
