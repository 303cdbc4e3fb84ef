package blob

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"ifmatch/steps/account"
	"ifmatch/steps/blob/ops"
	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
)

// kinds are the account, the container and the three kinds of blob. "A blob" is the first blob kind
// that every operation sent to it in the scenario can address.
func kinds() []*scenario.Kind {
	container := &scenario.Kind{
		Word: ops.Container, Label: "container", Means: "the container of the scenario's blobs, or one with a name of its own",
		Name: func(w *scenario.World, name string) scenario.Address {
			return ops.Address{Kind: ops.Container, Container: w.Called(name)}
		},
		Own: own, Ignores: []scenario.Field{scenario.FieldLease}, Givens: existing("Delete Container", "Set Container Metadata"), Create: "Create Container", Delete: "Delete Container", Taken: 30 * time.Second,
		Read: read, Reads: []string{"Get Container Properties"}, Foreign: account.ForeignETag,
		Remove:   ops.RemoveContainer,
		SAS:      ops.PolicySAS,
		Versions: versions, Look: look, Answered: answered, Turn: turn, Listed: inLists("List Containers"),
		Lease: &scenario.Lease{Operations: "Lease Container ", Probe: "Get Container Properties", Modify: perform.Doing("Set Container Metadata", ops.Request{Base: metadata("3")})},
	}
	blob := func(word, means string) *scenario.Kind {
		return &scenario.Kind{
			Word: word, Label: "blob", In: ops.Container, Means: means,
			Name: func(w *scenario.World, name string) scenario.Address {
				own, container := scenario.Place(name)
				return ops.Address{Kind: word, Container: w.Called(container), Blob: cmp.Or(own, "blob") + ".bin"}
			},
			Own: own, Givens: blobGivens(), Create: "Put Blob",
			Read: read, Reads: []string{"Get Blob"}, Glance: &scenario.Glance{Operation: "List Blobs", Fields: []scenario.Field{ops.FieldSnapshots, ops.FieldTier}}, Ignores: []scenario.Field{scenario.FieldLease, ops.FieldUncommitted, ops.FieldSnapshots}, Foreign: account.ForeignETag,
			Lease: &scenario.Lease{Operations: "Lease Blob ", Probe: "Get Blob Properties", Modify: perform.Doing("Set Blob Metadata", ops.Request{Base: metadata("3")}), Forgotten: true},
			Number: &scenario.Number{
				Put:   "Put Blob",
				In:    func(resp scenario.Response) string { return string(resp.Body) },
				Shown: func(st scenario.State) string { return string(stateOf(st).Content) },
				Write: func(n int) scenario.Request { return content(strconv.Itoa(n)) },
			},
			Versions: versions, Look: look,
			Holds: holds, Answered: answered, Turn: turn, Listed: inLists("List Blobs", ops.FieldSnapshots, ops.FieldTier),
		}
	}
	three := []*scenario.Kind{
		blob(ops.BlockBlob, "a block blob"),
		blob(ops.PageBlob, "a page blob of 2,048 bytes, the first 512 of them written"),
		blob(ops.AppendBlob, "an append blob with one appended block"),
	}
	any := blob("blob", "the first of block blob, page blob and append blob that supports every operation sent to it")
	any.Pick = func(w *scenario.World, label string) *scenario.Kind { return fitting(w, label, three) }
	properties := account.Kind("Blob", func(s account.Settings) scenario.Request { return &ops.Request{Settings: s} })
	return slices.Concat([]*scenario.Kind{properties, container, any}, three)
}

// inLists is what a list shows of each resource.
func inLists(operation string, more ...scenario.Field) map[string][]scenario.Field {
	return map[string][]scenario.Field{operation: append(more, scenario.FieldExistence, scenario.FieldMetadata, scenario.FieldETag, scenario.FieldLease, lease.FieldTaken)}
}

// fitting is the first kind of blob that every operation sent to it in this scenario can
// address; nil if there is none.
func fitting(w *scenario.World, label string, three []*scenario.Kind) *scenario.Kind {
	for _, k := range three {
		if !slices.ContainsFunc(w.Case.Sent(label), func(name string) bool {
			op := w.Language.Must(name)
			return op.On == "blob" && !slices.Contains(op.Kinds, k.Word)
		}) {
			return k
		}
	}
	return nil
}

func read(ctx context.Context, w *scenario.World, c scenario.Client, r scenario.Address) (scenario.State, error) {
	return ops.Read(ctx, c.(*ops.Client), r.(ops.Address), tagged(w.Case))
}
