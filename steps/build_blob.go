package steps

import (
	"context"
	"fmt"
	"slices"

	"ifmatch/steps/ops"
)

// kindFor is the kind of blob that every operation sent to it in this scenario can
// address: a block blob unless one of them cannot. Empty if there is none.
func (w *world) kindFor(label string) ops.Kind {
	for _, k := range ops.Blobs {
		if !slices.ContainsFunc(w.sent(label), func(op ops.Operation) bool { return !onContainer(op) && !slices.Contains(op.Kinds, k) }) {
			return k
		}
	}
	return ""
}

// snapshot makes a snapshot of t, which sentences address as "snapshot". It has
// the versions of t behind it.
func (w *world) snapshot(ctx context.Context, t *thing) error {
	resp, err := w.prepare(ctx, "Snapshot Blob", t, ops.Request{})
	if err != nil {
		return err
	}
	s := &thing{label: "snapshot", res: t.res, etags: slices.Clone(t.etags)}
	if s.res.Snapshot = resp.Header.Get("x-ms-snapshot"); s.res.Snapshot == "" {
		return fmt.Errorf("Snapshot Blob returned no x-ms-snapshot")
	}
	w.things[s.label] = s
	return nil
}

// provide makes what the operations of this scenario need besides t itself: the
// blocks that a list commits, the source of a copy. It must be there before a
// lease is, and before the state "before" is read.
func (w *world) provide(ctx context.Context, t *thing) error {
	if t.res.Kind == ops.Container || t.label == "source" {
		return nil
	}
	for _, op := range w.sent(t.label) {
		if op.Prepare == nil || op.Source && w.things["source"] != nil {
			continue
		}
		req := op.Complete(t.res, ops.Request{})
		if err := op.Prepare(ctx, w.keeper, t.res, &req); err != nil {
			return err
		}
	}
	return nil
}
