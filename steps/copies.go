package steps

import (
	"context"
	"fmt"
	"slices"

	"ifmatch/steps/cell"
	"ifmatch/steps/ops"
)

// copying is an asynchronous copy that was pending when it was last heard of: the
// request for it, and the destination before.
type copying struct {
	act    *act
	before *ops.State
}

// copiesStayPending lets asynchronous copies take as long as the story wants.
func (w *world) copiesStayPending(ctx context.Context) error {
	if w.session.Control == nil {
		return miswritten("a pending copy needs @needs.pending-copy")
	}
	if err := w.session.Control.HoldCopies(ctx, true); err != nil {
		return blocked("hold copies pending", err)
	}
	return nil
}

// copiesFinish ends that. What a copy asked for is from then on what its
// destination is held to, whatever was refused in the meantime.
func (w *world) copiesFinish(ctx context.Context) error {
	if w.session.Control == nil {
		return miswritten("a pending copy needs @needs.pending-copy")
	}
	w.changed()
	if err := w.session.Control.HoldCopies(ctx, false); err != nil {
		return unknown("let pending copies finish", err)
	}
	for _, t := range w.things {
		if t.copying == nil {
			continue
		}
		done := *t.copying.act
		done.resp.Header = done.resp.Header.Clone()
		done.resp.Header.Set("x-ms-copy-status", "success")
		// The stamp of its start is no longer the destination's. BLOB-ETAG-26
		done.resp.Header.Del("ETag")
		done.resp.Header.Del("Last-Modified")
		t.act, t.before, t.known, t.copying = &done, t.copying.before, slices.Clone(t.etags), nil
	}
	return nil
}

// noteCopy takes down that a copy onto t was started or given up.
func (t *thing) noteCopy(ac *act) {
	switch ac.op.Name {
	case "Copy Blob":
		t.copyID, t.copying = ac.resp.Header.Get("x-ms-copy-id"), nil
		if ac.resp.Header.Get("x-ms-copy-status") == "pending" {
			t.copying = &copying{ac, t.before}
		}
	case "Abort Copy Blob":
		t.copying = nil
	}
}

// pendingCopy starts a copy that stays pending until the scenario ends, or says
// that it finishes.
func (w *world) pendingCopy(ctx context.Context, t *thing, lease string) error {
	if w.things["source"] == nil {
		src, err := w.newThing(string(t.res.Kind), "source")
		if err != nil {
			return err
		}
		if err := w.create(ctx, src); err != nil {
			return err
		}
		w.things["source"] = src
	}
	src := w.things["source"]
	req := ops.Request{Source: &src.res}
	if lease != "" {
		if err := w.create(ctx, t); err != nil {
			return err
		}
		if err := w.lease(ctx, t, cell.LeaseState{Name: "Leased", ID: lease, Duration: "ever"}); err != nil {
			return err
		}
		req.LeaseID = ptr(w.leases[lease])
	}
	var err error
	if req.SourceState, err = w.read(ctx, src); err != nil {
		return err
	}
	if t.before, err = w.read(ctx, t); err != nil {
		return err
	}
	if err := w.copiesStayPending(ctx); err != nil {
		return err
	}
	resp, err := w.prepare(ctx, "Copy Blob", t, req)
	if err != nil {
		return err
	}
	if st := resp.Header.Get("x-ms-copy-status"); st != "pending" {
		return fmt.Errorf("the copy is %q, not pending", st)
	}
	op, _ := ops.Lookup("Copy Blob")
	t.noteCopy(&act{op: op, req: req, resp: resp, thing: t})
	return nil
}
