package blob

import (
	"context"
	"strings"

	"ifmatch/steps/blob/ops"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
)

// stages give a resource two versions.
func stages(r ops.Address) []perform.Build {
	body := func(s string) scenario.Base { return scenario.Base{Body: []byte(s)} }
	put := func(req ops.Request) perform.Build {
		req.ContentType = "text/plain"
		return perform.Doing("Put Blob", req)
	}
	switch r.Kind {
	case ops.Container:
		return []perform.Build{perform.Doing("Create Container", ops.Request{}), perform.Doing("Set Container Metadata", ops.Request{Base: metadata("2")})}
	case ops.PageBlob:
		return []perform.Build{put(ops.Request{Size: new(int64(2048)), Base: metadata("2")}),
			perform.Doing("Put Page", ops.Request{Base: body(strings.Repeat("2", 512)), Offset: 0, Count: 512})}
	case ops.AppendBlob:
		return []perform.Build{put(ops.Request{Base: metadata("2")}), perform.Doing("Append Block", ops.Request{Base: body("second version;")})}
	}
	second := metadata("2")
	second.Body = []byte("second version of the content")
	return []perform.Build{put(ops.Request{Base: body("first version")}), put(ops.Request{Base: second})}
}

// create makes a resource with two versions.
func create(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
	return perform.Versions(stages(t.Address.(ops.Address))...)(ctx, w, t)
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
	c := w.Keeper.Client(t.Kind.Service())
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

// modify gives a resource one more version.
func modify(operation string) perform.Build {
	return perform.Doing(operation, ops.Request{Base: metadata("3")})
}
