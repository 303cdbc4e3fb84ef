package blob

import (
	"context"
	"fmt"
	"slices"

	"ifmatch/steps/blob/ops"
	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/verdict"
)

// stayPending keeps asynchronous copies pending for as long as the story wants.
func stayPending(ctx context.Context, w *scenario.World) error {
	if w.Session.Control == nil {
		return verdict.Miswritten("a pending copy needs @needs.pending-copy")
	}
	if err := w.Session.Control.HoldCopies(ctx, true); err != nil {
		return verdict.Blocked("hold copies pending", err)
	}
	return nil
}

// finishCopies lets pending copies finish. From then on, each destination is judged by what its
// copy asked for, even if other requests were refused meanwhile.
func finishCopies(ctx context.Context, w *scenario.World) error {
	if w.Session.Control == nil {
		return verdict.Miswritten("a pending copy needs @needs.pending-copy")
	}
	w.Resources.Changed()
	if err := w.Session.Control.HoldCopies(ctx, false); err != nil {
		return verdict.Unknown("let pending copies finish", err)
	}
	for _, t := range w.Resources {
		n := of(t)
		if n.copying == nil {
			continue
		}
		done := *n.copying
		done.Resp.Header = done.Resp.Header.Clone()
		done.Resp.Header.Set("x-ms-copy-status", "success")
		// The stamp from the start of the copy is no longer the destination's. BLOB-ETAG-26
		done.Resp.Header.Del("ETag")
		done.Resp.Header.Del("Last-Modified")
		t.Act, t.Before, t.Known, n.copying = &done, done.Before, slices.Clone(t.ETags), nil
	}
	return nil
}

// noteCopy records that a copy was started or aborted.
func noteCopy(ac *scenario.Act) {
	n := of(ac.Resource)
	switch ac.Op.Name {
	case "Copy Blob":
		n.copyID, n.copying = ac.Resp.Header.Get("x-ms-copy-id"), nil
		if ac.Resp.Header.Get("x-ms-copy-status") == "pending" {
			n.copying = ac
		}
	case "Abort Copy Blob":
		n.copying = nil
	}
}

// pending starts a copy that stays pending until the scenario finishes it or ends. If id is not
// empty, the destination is under an infinite lease with that id.
func pending(id string) perform.Build {
	return func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		src, err := source(ctx, w, t)
		if err != nil {
			return err
		}
		req := &ops.Request{Source: new(src.Address.(ops.Address))}
		if id != "" {
			if err := create(ctx, w, t); err != nil {
				return err
			}
			if err := lease.Bring(ctx, w, t, lease.State{Name: "Leased", ID: id, Duration: lease.Infinite}); err != nil {
				return err
			}
			req.LeaseID = new(w.IDs[id])
		}
		st, err := w.Read(ctx, src)
		if err != nil {
			return err
		}
		req.SourceState = st.(*ops.State)
		if t.Before, err = w.Read(ctx, t); err != nil {
			return err
		}
		if err := stayPending(ctx, w); err != nil {
			return err
		}
		resp, err := perform.Prepare(ctx, w, "Copy Blob", t, req)
		if err != nil {
			return err
		}
		if st := resp.Header.Get("x-ms-copy-status"); st != "pending" {
			return fmt.Errorf("the copy is %q, not pending", st)
		}
		return nil
	}
}

// source is the source of the scenario's copies; it is made with t's kind if there is none yet.
func source(ctx context.Context, w *scenario.World, t *scenario.Resource) (*scenario.Resource, error) {
	if src := w.Resources.Get("source"); src != nil {
		return src, nil
	}
	src, err := w.NewResource(t.Kind, "source")
	if err != nil {
		return nil, err
	}
	if err := create(ctx, w, src); err != nil {
		return nil, err
	}
	w.Resources.Add(src)
	return src, nil
}
