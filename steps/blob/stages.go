package blob

import (
	"context"
	"strings"

	"ifmatch/steps/blob/ops"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
)

// create makes a resource with two versions.
func create(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
	put := func(req ops.Request) perform.Build {
		req.ContentType = "text/plain"
		return perform.Doing("Put Blob", req)
	}
	second := *content("second version of the content")
	second.Metadata = metadata("2").Metadata
	versions := []perform.Build{put(*content("first version")), put(second)}
	switch t.Address.(ops.Address).Kind {
	case ops.Container:
		versions = []perform.Build{perform.Doing("Create Container", ops.Request{}), perform.Doing("Set Container Metadata", ops.Request{Base: metadata("2")})}
	case ops.PageBlob:
		page := *content(strings.Repeat("2", 512))
		page.Count = 512
		versions = []perform.Build{put(ops.Request{Size: new(int64(2048)), Base: metadata("2")}), perform.Doing("Put Page", page)}
	case ops.AppendBlob:
		versions = []perform.Build{put(ops.Request{Base: metadata("2")}), perform.Doing("Append Block", *content("second version;"))}
	}
	return perform.Versions(versions...)(ctx, w, t)
}

// providing is create, then provide.
var providing = perform.Then(create, provide)

// provide makes what the operations of this scenario need in addition to t itself: the blocks
// that a list commits, the source of a copy. It must exist before a lease is taken and before
// the state "before" is read.
func provide(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
	if t.Kind.In == "" || t.Label == "source" {
		return nil
	}
	c := w.Keeper.Client(t.Kind.Service)
	for _, name := range w.Case.Sent(t.Label) {
		op := w.Language.Must(name)
		if op.Prepare == nil || op.Source && w.Resources.Get("source") != nil {
			continue
		}
		if err := op.Prepare(ctx, c, t.Address, op.Request()); err != nil {
			return err
		}
	}
	return nil
}
