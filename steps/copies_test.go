package steps

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports"
	"ifmatch/steps/ops"
)

// holder notes what it was told of copies.
type holder struct {
	told []bool
	err  error
}

func (h *holder) HoldCopies(_ context.Context, hold bool) error {
	h.told = append(h.told, hold)
	return h.err
}

// copied is a copy onto the blob that Ann asked for, in that status.
func copied(t *testing.T, status string) (w *world, blob *thing) {
	t.Helper()
	w, ann, blob := stage(t)
	w.session.Control, w.time = &holder{}, newTimeline(w.session.Clock)
	op, _ := ops.Lookup("Copy Blob")
	blob.before = &ops.State{Resource: blob.res, Exists: true, ETag: `"0x2"`, Content: []byte("old"), Properties: map[string]string{}}
	blob.known = []string{`"0x1"`, `"0x2"`}
	w.remember(ann, &act{op: op, thing: blob, req: ops.Request{SourceState: &ops.State{Content: []byte("copied")}},
		resp: ops.Response{Status: 202, Header: http.Header{"Etag": {`"0x3"`}, "X-Ms-Copy-Id": {"7"}, "X-Ms-Copy-Status": {status}}}})
	return w, blob
}

// expected is what the blob is held to by its last act.
func expected(blob *thing) ops.State {
	before := *blob.before
	before.Seen = blob.older()
	return blob.act.op.After(before, blob.act.req, blob.act.resp)
}

func TestACopyIsHeldToWhatItAskedForOnceItFinishes(t *testing.T) {
	t.Parallel()
	w, blob := copied(t, "pending")
	if blob.copyID != "7" || blob.copying == nil {
		t.Fatalf("after a pending copy, its id is %q and it is noted as %v", blob.copyID, blob.copying)
	}
	// Somebody is refused in the meantime.
	put, _ := ops.Lookup("Put Blob")
	blob.before = &ops.State{ETag: `"0x3"`}
	w.remember(&actor{name: "Bob", seen: map[*thing]memory{}}, &act{op: put, thing: blob, resp: ops.Response{Status: 409}})
	if err := w.copiesFinish(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := expected(blob)
	if string(got.Content) != "copied" || got.Properties["x-ms-copy-status"] != "success" || got.ETag != ops.NewETag {
		t.Errorf("the blob is held to %q with %v under %s", got.Content, got.Properties, got.ETag)
	}
	if d := cmp.Diff([]string{`"0x1"`, `"0x3"`, `"0x2"`}, got.Seen); d != "" {
		t.Errorf("ETags that may not come back -want +got:\n%s", d)
	}
	if blob.copying != nil || blob.now != nil {
		t.Error("the copy still counts as pending, or what was read before counts as current")
	}
}

func TestWhatWasAbortedOrHasFinishedDoesNotFinishAgain(t *testing.T) {
	t.Parallel()
	w, blob := copied(t, "success")
	if blob.copying != nil {
		t.Error("a copy that has finished counts as pending")
	}
	last := blob.act
	if err := w.copiesFinish(t.Context()); err != nil || blob.act != last {
		t.Errorf("letting copies finish: %v, and the last act on the blob is another: %v", err, blob.act != last)
	}

	w, blob = copied(t, "pending")
	abort, _ := ops.Lookup("Abort Copy Blob")
	w.remember(&actor{name: "Bob", seen: map[*thing]memory{}}, &act{op: abort, thing: blob, resp: ops.Response{Status: 409, Header: http.Header{}}})
	if blob.copying == nil {
		t.Error("an abort that was refused ends the copy")
	}
	w.remember(&actor{name: "Bob", seen: map[*thing]memory{}}, &act{op: abort, thing: blob, resp: ops.Response{Status: 204, Header: http.Header{}}})
	if err := w.copiesFinish(t.Context()); err != nil || blob.act.op.Name != "Abort Copy Blob" {
		t.Errorf("letting copies finish: %v, and the blob is held to %s, want to the abort", err, blob.act.op.Name)
	}
}

func TestCopiesAreHeldByTheTargetsControl(t *testing.T) {
	t.Parallel()
	w, _, _ := stage(t)
	for _, step := range []func(context.Context) error{w.copiesStayPending, w.copiesFinish} {
		var v *verdict
		if err := step(t.Context()); !errors.As(err, &v) || v.status != reports.Error {
			t.Errorf("without a control: %v, want a complaint about the feature", err)
		}
	}
	h := &holder{}
	w.session.Control = h
	for _, step := range []func(context.Context) error{w.copiesStayPending, w.copiesFinish} {
		if err := step(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if d := cmp.Diff([]bool{true, false}, h.told); d != "" {
		t.Errorf("the control was told -want +got:\n%s", d)
	}
	h.err = errors.New("no")
	var v *verdict
	if err := w.copiesStayPending(t.Context()); !errors.As(err, &v) || v.status != reports.Blocked {
		t.Errorf("copies cannot be held: %v, want blocked", err)
	}
	if err := w.copiesFinish(t.Context()); !errors.As(err, &v) || v.status != reports.Error {
		t.Errorf("copies cannot be let go: %v, want an error", err)
	}
}
