package steps

import (
	"context"
	"slices"
	"strings"

	"ifmatch/steps/ops"
)

// enclosing makes the container that a blob lies in, or the table of an entity, or the queue of a message.
// Where the story is not about it, it gets one version and no second look: nothing
// could be made in it if it were not there.
func (w *world) enclosing(ctx context.Context, kind string) error {
	if slices.ContainsFunc(w.cs.Steps, func(s string) bool { return strings.Contains(s, kind) }) {
		return w.aResource(ctx, kind, "", "exists")
	}
	c, err := w.newThing(kind, "")
	if err != nil {
		return err
	}
	w.things[c.label] = c
	w.cleanUpLater(c)
	resp, err := w.prepare(ctx, map[ops.Kind]string{ops.Container: "Create Container", ops.Table: "Create Table", ops.Queue: "Create Queue"}[c.res.Kind], c, ops.Request{})
	if err != nil {
		return blocked("prepare a "+kind, err)
	}
	c.note(resp.Header.Get("ETag"))
	return nil
}
