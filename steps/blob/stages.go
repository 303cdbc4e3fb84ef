package blob

import (
	"context"
	"strings"

	"ifmatch/steps/blob/ops"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
)

// making is one operation that makes a version of a resource.
type making struct {
	op  string
	req ops.Request
}

// stages are the operations that give a resource two versions.
func stages(r ops.Address) []making {
	body := func(s string) scenario.Base { return scenario.Base{Body: []byte(s)} }
	switch r.Kind {
	case ops.Container:
		return []making{{"Create Container", ops.Request{}}, {"Set Container Metadata", ops.Request{Base: metadata("2")}}}
	case ops.PageBlob:
		return []making{{"Put Blob", ops.Request{Size: new(int64(2048)), ContentType: "text/plain", Base: metadata("2")}},
			{"Put Page", ops.Request{Base: body(strings.Repeat("2", 512)), Offset: 0, Count: 512}}}
	case ops.AppendBlob:
		return []making{{"Put Blob", ops.Request{ContentType: "text/plain", Base: metadata("2")}},
			{"Append Block", ops.Request{Base: body("second version;")}}}
	}
	second := metadata("2")
	second.Body = []byte("second version of the content")
	return []making{{"Put Blob", ops.Request{Base: body("first version"), ContentType: "text/plain"}},
		{"Put Blob", ops.Request{Base: second, ContentType: "text/plain"}}}
}

// create makes a resource with two versions.
func create(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
	for i, s := range stages(t.Address.(ops.Address)) {
		err := perform.Doing(s.op, s.req)(ctx, w, t)
		if err != nil && i > 0 {
			err = w.Findings.GoOnWithout(t, err, scenario.FieldETag) // then there is only one version
		}
		if err != nil {
			return err
		}
	}
	return nil
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
