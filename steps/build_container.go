package steps

import (
	"context"
	"slices"
	"strings"

	"ifmatch/steps/ops"
)

// enclosing makes the container that a blob lies in. Where the story is not about
// it, it gets one version and no second look: no blob could be made without it.
func (w *world) enclosing(ctx context.Context) error {
	if slices.ContainsFunc(w.cs.Steps, func(s string) bool { return strings.Contains(s, "container") }) {
		return w.aResource(ctx, "container", "", "exists")
	}
	c, err := w.newThing("container", "")
	if err != nil {
		return err
	}
	w.things[c.label] = c
	resp, err := w.prepare(ctx, "Create Container", c, ops.Request{})
	if err != nil {
		return blocked("prepare a container", err)
	}
	c.note(resp.Header.Get("ETag"))
	w.cleanUpLater(c)
	return nil
}
