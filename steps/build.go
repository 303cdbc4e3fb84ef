package steps

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ifmatch/steps/cell"
	"ifmatch/steps/ops"
)

// build brings t into state. Every existing resource has two versions behind it,
// so that there is a stale ETag.
func (w *world) build(ctx context.Context, t *thing, state string) error {
	switch {
	case state == "does not exist":
		return w.provide(ctx, t)
	case state == "exists":
		if err := w.create(ctx, t); err != nil {
			return err
		}
		return w.provide(ctx, t)
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
	case state == "was deleted":
		if err := w.create(ctx, t); err != nil {
			return err
		}
		name := "Delete Blob"
		if t.res.Kind == ops.Container {
			name = "Delete Container"
		}
		_, err := w.prepare(ctx, name, t, ops.Request{})
		return err
	case state == "receives a pending copy":
		return w.pendingCopy(ctx, t, "")
	case state == "receives a pending copy under an infinite lease A":
		return w.pendingCopy(ctx, t, "A")
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
	return miswritten("%q is no state that can be prepared", state)
}

// create makes a resource with two versions.
func (w *world) create(ctx context.Context, t *thing) error {
	type stage struct {
		op  string
		req ops.Request
	}
	var stages []stage
	switch t.res.Kind {
	case ops.Container:
		stages = []stage{{"Create Container", ops.Request{}}, {"Set Container Metadata", ops.Request{Metadata: map[string]string{"version": "2"}}}}
	case ops.BlockBlob:
		stages = []stage{{"Put Blob", ops.Request{Body: []byte("first version"), ContentType: "text/plain"}},
			{"Put Blob", ops.Request{Body: []byte("second version of the content"), ContentType: "text/plain", Metadata: map[string]string{"version": "2"}}}}
	case ops.PageBlob:
		stages = []stage{{"Put Blob", ops.Request{Size: ptr(int64(2048)), ContentType: "text/plain", Metadata: map[string]string{"version": "2"}}},
			{"Put Page", ops.Request{Body: []byte(strings.Repeat("2", 512)), Offset: 0, Count: 512}}}
	case ops.AppendBlob:
		stages = []stage{{"Put Blob", ops.Request{ContentType: "text/plain", Metadata: map[string]string{"version": "2"}}},
			{"Append Block", ops.Request{Body: []byte("second version;")}}}
	}
	for _, s := range stages {
		if _, err := w.prepare(ctx, s.op, t, s.req); err != nil {
			return err
		}
	}
	w.cleanUpLater(t)
	return nil
}

// cleanUpLater deletes the container at the end; blobs go with it.
func (w *world) cleanUpLater(t *thing) {
	if t.res.Kind != ops.Container {
		return
	}
	w.undo = append(w.undo, func(ctx context.Context) { _ = removeContainer(ctx, w.keeper, t.res.Container) })
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
	wantExists := !slices.Contains([]string{"does not exist", "was deleted", "has only uncommitted blocks", "belongs to a missing container"}, state)
	if st.Exists != wantExists {
		return blocked(doing, fmt.Errorf("afterwards it %s", map[bool]string{true: "exists", false: "does not exist"}[st.Exists]))
	}
	if !st.Exists {
		return nil
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
