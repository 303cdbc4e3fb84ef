package blob

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports"
	"ifmatch/steps/blob/ops"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/verdict"
)

// holder records what it was told about copies.
type holder struct {
	told []bool
	err  error
}

func (h *holder) HoldCopies(_ context.Context, hold bool) error {
	h.told = append(h.told, hold)
	return h.err
}

// does lets a client remember an answer to an operation on the blob.
func does(t *testing.T, w *scenario.World, who, operation string, req *ops.Request, resp scenario.Response) {
	t.Helper()
	if resp.Header == nil {
		resp.Header = http.Header{}
	}
	ac := &scenario.Act{Op: w.Language.Must(operation), Req: req, Resp: resp, Resource: w.Resources.Get("blob"), Before: w.Resources.Get("blob").Before}
	if err := perform.Remember(w, w.Cast.Actor(who), ac); err != nil {
		t.Fatal(err)
	}
}

// copied is a copy onto the blob that Ann requested, answered with that copy status.
func copied(t *testing.T, status string) (w *scenario.World, blob *scenario.Resource) {
	t.Helper()
	w, _, blob = stage(t)
	w.Session.Control = &holder{}
	blob.Before = &ops.State{Snapshot: scenario.Snapshot{Address: blob.Address, Exists: true, ETag: `"0x2"`}, Content: []byte("old"), Properties: map[string]string{}}
	blob.Known = []string{`"0x1"`, `"0x2"`}
	does(t, w, "Ann", "Copy Blob", &ops.Request{SourceState: &ops.State{Content: []byte("copied")}},
		scenario.Response{Status: 202, Header: http.Header{"Etag": {`"0x3"`}, "X-Ms-Copy-Id": {"7"}, "X-Ms-Copy-Status": {status}}})
	return w, blob
}

// expected is the state that the last act on the blob promises.
func expected(blob *scenario.Resource) *ops.State {
	return blob.Act.Op.After(blob.Began(), blob.Act.Req, blob.Act.Resp).(*ops.State)
}

func TestACopyIsHeldToWhatItAskedForOnceItFinishes(t *testing.T) {
	t.Parallel()
	w, blob := copied(t, "pending")
	if of(blob).copyID != "7" || of(blob).copying == nil {
		t.Fatalf("after a pending copy, its id is %q and it is noted as %v", of(blob).copyID, of(blob).copying)
	}
	// Another client is refused in the meantime.
	blob.Before = &ops.State{Snapshot: scenario.Snapshot{ETag: `"0x3"`}}
	does(t, w, "Bob", "Put Blob", &ops.Request{}, scenario.Response{Status: 409})
	if err := finishCopies(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	got := expected(blob)
	if string(got.Content) != "copied" || got.Properties["x-ms-copy-status"] != "success" || got.ETag != scenario.NewETag {
		t.Errorf("the blob is held to %q with %v under %s", got.Content, got.Properties, got.ETag)
	}
	if d := cmp.Diff([]string{`"0x1"`, `"0x3"`, `"0x2"`}, got.Seen); d != "" {
		t.Errorf("ETags that may not come back -want +got:\n%s", d)
	}
	if of(blob).copying != nil || blob.Now != nil {
		t.Error("the copy still counts as pending, or what was read before counts as current")
	}
}

func TestWhatWasAbortedOrHasFinishedDoesNotFinishAgain(t *testing.T) {
	t.Parallel()
	w, blob := copied(t, "success")
	if of(blob).copying != nil {
		t.Error("a copy that has finished counts as pending")
	}
	last := blob.Act
	if err := finishCopies(t.Context(), w); err != nil || blob.Act != last {
		t.Errorf("letting copies finish: %v, and the last act on the blob is another: %v", err, blob.Act != last)
	}

	w, blob = copied(t, "pending")
	does(t, w, "Bob", "Abort Copy Blob", &ops.Request{}, scenario.Response{Status: 409})
	if of(blob).copying == nil {
		t.Error("an abort that was refused ends the copy")
	}
	does(t, w, "Bob", "Abort Copy Blob", &ops.Request{}, scenario.Response{Status: 204})
	if err := finishCopies(t.Context(), w); err != nil || blob.Act.Op.Name != "Abort Copy Blob" {
		t.Errorf("letting copies finish: %v, and the blob is held to %s, want to the abort", err, blob.Act.Op.Name)
	}
}

func TestCopiesAreHeldByTheTargetsControl(t *testing.T) {
	t.Parallel()
	w, _, _ := stage(t)
	for _, step := range []scenario.Body{stayPending, finishCopies} {
		var v *verdict.Verdict
		if err := step(t.Context(), w); !errors.As(err, &v) || v.Status != reports.Error {
			t.Errorf("without a control: %v, want a complaint about the feature", err)
		}
	}
	h := &holder{}
	w.Session.Control = h
	for _, step := range []scenario.Body{stayPending, finishCopies} {
		if err := step(t.Context(), w); err != nil {
			t.Error(err)
		}
	}
	if d := cmp.Diff([]bool{true, false}, h.told); d != "" {
		t.Errorf("the control was told -want +got:\n%s", d)
	}
	h.err = errors.New("no")
	var v *verdict.Verdict
	if err := stayPending(t.Context(), w); !errors.As(err, &v) || v.Status != reports.Blocked {
		t.Errorf("copies cannot be held: %v, want blocked", err)
	}
	if err := finishCopies(t.Context(), w); !errors.As(err, &v) || v.Status != reports.Error {
		t.Errorf("copies cannot be let go: %v, want an error", err)
	}
}
