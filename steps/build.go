package steps

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ifmatch/steps/cell"
	"ifmatch/steps/ops"
)

// build brings t into state. Every existing resource of which it can be so has two
// versions behind it, so that there is a stale ETag.
func (w *world) build(ctx context.Context, t *thing, state string) error {
	switch {
	case t.res.Kind == ops.Account:
		return w.buildAccount(ctx, t, state)
	case t.res.Kind == ops.Message:
		return w.buildMessage(ctx, t, state)
	case state == "does not exist":
		return w.provide(ctx, t)
	case state == "exists":
		if err := w.create(ctx, t); err != nil {
			return err
		}
		return w.provide(ctx, t)
	case state == "was deleted":
		if err := w.create(ctx, t); err != nil {
			return err
		}
		_, err := w.prepare(ctx, deletion(t.res.Kind), t, ops.Request{})
		return err
	case t.res.Kind == ops.Table:
		return w.buildTable(ctx, t, state)
	case t.res.Kind == ops.Entity:
		return w.buildEntity(ctx, t, state)
	case t.res.Kind == ops.Queue:
		return w.buildQueue(ctx, t, state)
	case strings.HasPrefix(state, "is "):
		ls, err := cell.ParseLeaseState(strings.TrimPrefix(state, "is "))
		if err != nil {
			return miswritten("%v", err)
		}
		if err := w.create(ctx, t); err != nil {
			return err
		}
		if err := w.provide(ctx, t); err != nil {
			return err
		}
		return w.lease(ctx, t, ls)
	}
	return w.buildBlob(ctx, t, state)
}

// deletion names the operation that deletes a resource.
func deletion(k ops.Kind) string {
	switch k {
	case ops.Container:
		return "Delete Container"
	case ops.Table:
		return "Delete Table"
	case ops.Entity:
		return "Delete Entity"
	case ops.Queue:
		return "Delete Queue"
	}
	return "Delete Blob"
}

// making is one operation of a set-up.
type making struct {
	op  string
	req ops.Request
}

// stages are the operations that give a resource two versions.
func stages(k ops.Kind) []making {
	switch k {
	case ops.Container:
		return []making{{"Create Container", ops.Request{}}, {"Set Container Metadata", ops.Request{Metadata: map[string]string{"version": "2"}}}}
	case ops.Table:
		return []making{{"Create Table", ops.Request{}}}
	case ops.Queue:
		return []making{{"Create Queue", ops.Request{}}, {"Set Queue Metadata", ops.Request{Metadata: map[string]string{"version": "2"}}}}
	}
	return blobStages(k)
}

// create makes a resource with two versions.
func (w *world) create(ctx context.Context, t *thing) error {
	if t.res.Kind == ops.Entity {
		return w.twice(ctx, t, secondEntity)
	}
	for _, s := range stages(t.res.Kind) {
		if _, err := w.prepare(ctx, s.op, t, s.req); err != nil {
			return err
		}
	}
	return nil
}

// cleanUpLater deletes the container, table or queue at the end; what lies in it goes with
// it. It is said as soon as the name is known: whoever creates it, or fails half way.
func (w *world) cleanUpLater(t *thing) {
	switch t.res.Kind {
	case ops.Container:
		w.undo = append(w.undo, func(ctx context.Context) { _ = removeContainer(ctx, w.keeper, t.res.Container) })
	case ops.Table:
		w.undo = append(w.undo, func(ctx context.Context) { _ = removeTable(ctx, w.keeper, t.res.Table) })
	case ops.Queue:
		w.undo = append(w.undo, func(ctx context.Context) { _ = removeQueue(ctx, w.keeper, t.res.Queue) })
	}
}

// prepare performs one operation that must succeed.
func (w *world) prepare(ctx context.Context, name string, t *thing, req ops.Request) (ops.Response, error) {
	op, ok := ops.Lookup(name)
	if !ok {
		return ops.Response{}, miswritten("no operation is called %q", name)
	}
	w.changed()
	sent := w.time.clock.Now()
	resp, err := op.Do(ctx, w.keeper, t.res, req)
	if err != nil {
		return resp, fmt.Errorf("%s got no answer: %w", name, err)
	}
	if resp.Status < 200 || resp.Status > 299 {
		return resp, fmt.Errorf("%s was answered %s", name, describe(resp))
	}
	t.claimed = resp.Header.Get("ETag")
	t.note(t.claimed)
	if v, ok := req.Metadata["version"]; ok || op.Name == "Put Blob" || op.Name == "Copy Blob" {
		t.version = v
	}
	if k := t.res.Kind; k == ops.Table || k == ops.Entity || k == ops.Queue {
		t.made = op.After(t.made, req, resp)
	}
	w.startTimers(op, t, req, resp, sent, w.time.clock.Now())
	return resp, nil
}

// modify gives t one version more.
func (w *world) modify(ctx context.Context, t *thing) error {
	name := map[bool]string{true: "Set Container Metadata", false: "Set Blob Metadata"}[t.res.Kind == ops.Container]
	_, err := w.prepare(ctx, name, t, ops.Request{Metadata: map[string]string{"version": "3"}})
	return err
}

// verify reads what was built, so that a server which says yes to everything
// blocks the case instead of passing it.
func (w *world) verify(ctx context.Context, t *thing, doing, state string) error {
	st, err := w.read(ctx, t)
	if err != nil {
		return blocked(doing, fmt.Errorf("read it back: %w", err))
	}
	if err := w.time.judge(); err != nil {
		return err // what was built may have ended by now
	}
	if slices.Contains([]ops.Kind{ops.Account, ops.Queue, ops.Message}, t.res.Kind) {
		return w.verifyQueue(t, doing, *st)
	}
	wantExists := !slices.Contains([]string{"does not exist", "was deleted", "has only uncommitted blocks", "belongs to a missing container"}, state)
	if st.Exists != wantExists {
		return blocked(doing, fmt.Errorf("afterwards it %s", map[bool]string{true: "exists", false: "does not exist"}[st.Exists]))
	}
	if !st.Exists {
		return nil
	}
	if k := t.res.Kind; k == ops.Table || k == ops.Entity {
		return w.verifyRows(t, doing, *st)
	}
	if st.ETag == "" || t.claimed != "" && st.ETag != t.claimed {
		return blocked(doing, fmt.Errorf("afterwards its ETag is %q, not the %q that was answered", st.ETag, t.claimed))
	}
	if got := st.Metadata["version"]; t.version != "" && got != t.version {
		return blocked(doing, fmt.Errorf("afterwards its metadata holds version %q, not the %q that was set", got, t.version))
	}
	if rest, ok := strings.CutPrefix(state, "is "); ok {
		ls, _ := cell.ParseLeaseState(rest)
		if got := leaseShown(*st); got != shownState(standing(ls, t.res.Kind)) {
			return blocked(doing, fmt.Errorf("afterwards its lease is %s", got))
		}
	}
	return nil
}
