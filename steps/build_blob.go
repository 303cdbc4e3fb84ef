package steps

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ifmatch/steps/ops"
)

// kindFor is the kind of blob that every operation sent to it in this scenario can
// address: a block blob unless one of them cannot. Empty if there is none.
func (w *world) kindFor(label string) ops.Kind {
	for _, k := range ops.Blobs {
		if !slices.ContainsFunc(w.sent(label), func(op ops.Operation) bool { return placeOf(op) == "blob" && !slices.Contains(op.Kinds, k) }) {
			return k
		}
	}
	return ""
}

// buildBlob brings a blob into a state that only blobs have.
func (w *world) buildBlob(ctx context.Context, t *thing, state string) error {
	switch {
	case strings.HasPrefix(state, `holds "`):
		if err := w.create(ctx, t); err != nil {
			return err
		}
		_, err := w.prepare(ctx, "Put Blob", t, ops.Request{Body: []byte(unquote(strings.TrimPrefix(state, "holds ")))})
		return err
	case state == "belongs to a missing container":
		t.res.Container += "-missing"
		return nil
	case state == "has tags":
		if err := w.create(ctx, t); err != nil {
			return err
		}
		if err := w.provide(ctx, t); err != nil {
			return err
		}
		_, err := w.prepare(ctx, "Set Blob Tags", t, ops.Request{Tags: map[string]string{"colour": "blue", "grade": "5"}})
		return err
	case state == "has a snapshot":
		if err := w.create(ctx, t); err != nil {
			return err
		}
		if err := w.provide(ctx, t); err != nil {
			return err
		}
		return w.snapshot(ctx, t)
	case strings.HasPrefix(state, "has sequence number "):
		req := ops.Request{SequenceAction: "update"}
		if err := number(strings.TrimPrefix(state, "has sequence number "), &req.SequenceNumber); err != nil {
			return err
		}
		if err := w.create(ctx, t); err != nil {
			return err
		}
		if err := w.provide(ctx, t); err != nil {
			return err
		}
		_, err := w.prepare(ctx, "Set Blob Properties", t, req)
		return err
	case state == "has only uncommitted blocks":
		if _, err := w.prepare(ctx, "Put Block", t, ops.Request{}); err != nil {
			return err
		}
		return w.provide(ctx, t)
	case state == "receives a pending copy":
		return w.pendingCopy(ctx, t, "")
	case state == "receives a pending copy under an infinite lease A":
		return w.pendingCopy(ctx, t, "A")
	}
	return miswritten("%q is no state that can be prepared", state)
}

// blobStages are the operations that give a blob two versions.
func blobStages(k ops.Kind) []making {
	switch k {
	case ops.PageBlob:
		return []making{{"Put Blob", ops.Request{Size: ptr(int64(2048)), ContentType: "text/plain", Metadata: map[string]string{"version": "2"}}},
			{"Put Page", ops.Request{Body: []byte(strings.Repeat("2", 512)), Offset: 0, Count: 512}}}
	case ops.AppendBlob:
		return []making{{"Put Blob", ops.Request{ContentType: "text/plain", Metadata: map[string]string{"version": "2"}}},
			{"Append Block", ops.Request{Body: []byte("second version;")}}}
	}
	return []making{{"Put Blob", ops.Request{Body: []byte("first version"), ContentType: "text/plain"}},
		{"Put Blob", ops.Request{Body: []byte("second version of the content"), ContentType: "text/plain", Metadata: map[string]string{"version": "2"}}}}
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
		return fmt.Errorf("the answer to Snapshot Blob has no x-ms-snapshot")
	}
	w.things[s.label] = s
	return nil
}

// provide makes what the operations of this scenario need besides t itself: the
// blocks that a list commits, the source of a copy. It must be there before a
// lease is, and before the state "before" is read.
func (w *world) provide(ctx context.Context, t *thing) error {
	if encloses(t.res.Kind) != "container" || t.label == "source" {
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
