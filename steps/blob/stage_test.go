package blob

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"testing"
	"time"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps/blob/ops"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/judge"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// The lease ids of the stage, by letter.
const (
	leaseA = "aaaaaaaa-0000-4000-8000-00000000000a"
	leaseB = "bbbbbbbb-0000-4000-8000-00000000000b"
	leaseC = "cccccccc-0000-4000-8000-00000000000c"
)

// clock stands still unless a test moves it: a movable one, or a real one.
type clock struct {
	now     time.Time
	movable bool
}

func (c *clock) Now() time.Time { return c.now }
func (c *clock) Movable() bool  { return c.movable }

func (c *clock) Pass(_ context.Context, d time.Duration) error {
	c.now = c.now.Add(d)
	return nil
}

// noon is the time of every stage.
var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// stage is a scenario in which a blob had two versions and was modified half an
// hour ago, its source had two others, and Ann has read the blob and was granted
// a lease.
func stage(t *testing.T) (w *scenario.World, ann *scenario.Actor, blob *scenario.Resource) {
	t.Helper()
	w = scenario.NewWorld(&scenario.Stage{Language: scenario.NewLanguage(nil, New()), Seed: 1}, plan.Case{ID: "BLOB-A/x", Service: "blob"}, 0)
	w.Session = &target.Session{Clock: &clock{now: noon, movable: true}}
	w.Time = scenario.NewTimeline(w.Session.Clock)
	w.IDs = map[string]string{"A": leaseA, "B": leaseB, "C": leaseC}
	blob = resource(t, w, ops.BlockBlob, "")
	blob.ETags, blob.Now = []string{`"0x1"`, `"0x2"`}, modified(30*time.Minute)
	source := resource(t, w, ops.BlockBlob, "source")
	source.Address = ops.Address{Blob: "source.bin"}
	source.ETags, source.Now = []string{`"0x3"`, `"0x4"`}, modified(2*time.Hour)
	ann = w.Cast.Actor("Ann")
	ann.Saw(blob, `"0x1"`, "Thu, 01 Jan 2026 00:00:00 GMT")
	ann.Got(blob, "granted-to-ann")
	return w, ann, blob
}

// modified is the state of a blob that was written the given time ago.
func modified(ago time.Duration) *ops.State {
	return &ops.State{Snapshot: scenario.Snapshot{LastModified: noon.Add(-ago)}}
}

func resource(t *testing.T, w *scenario.World, kind, name string) *scenario.Resource {
	t.Helper()
	all := w.Language.Lexicon(target.Blob).Kinds
	made, err := w.NewResource(all[slices.IndexFunc(all, func(k *scenario.Kind) bool { return k.Word == kind })], name)
	if err != nil {
		t.Fatal(err)
	}
	w.Resources.Add(made)
	return made
}

// asked builds the request of a sentence.
func asked(w *scenario.World, a *scenario.Actor, operation string, on *scenario.Resource, text string) (*ops.Request, error) {
	var list []words.Asked
	if text != "" {
		var known []words.Term
		for _, term := range terms() {
			known = append(known, term.Term)
		}
		var err error
		if list, err = words.ParseRequest(known, text); err != nil {
			return nil, err
		}
	}
	req, err := perform.Ask(w, a, w.Language.Must(operation), on, list)
	if err != nil {
		return nil, err
	}
	return req.(*ops.Request), nil
}

// answeredWith is a stage on which Ann's last request was answered with these headers and this
// body. The blob had the ETag 0x1 and now has 0x2, from noon; Ann had read the first, from one
// o'clock in the morning.
func answeredWith(t *testing.T, operation, body string, header ...string) (*scenario.World, *scenario.Act) {
	t.Helper()
	w, ann, blob := stage(t)
	op := w.Language.Must(operation)
	h := http.Header{}
	for i := 0; i < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	blob.Before, blob.Known = &ops.State{Snapshot: scenario.Snapshot{ETag: `"0x2"`, LastModified: noon}}, []string{`"0x1"`, `"0x2"`}
	ann.Last = &scenario.Act{Op: op, Req: op.Request(), Resource: blob, Memory: scenario.Memory{ETag: `"0x1"`, LastModified: earlyAM},
		Resp: scenario.Response{Status: op.Success, Code: h.Get("x-ms-error-code"), Header: h, Body: []byte(body)}}
	w.Last = ann
	return w, ann.Last
}

// carries judges what a response is said to carry.
func carries(t *testing.T, w *scenario.World, ac *scenario.Act, text string) error {
	t.Helper()
	var known []words.Subject
	for _, s := range subjects() {
		known = append(known, s.Subject)
	}
	list, err := words.ParseCarried(known, text)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		if err := judge.Carries(w, ac, c); err != nil {
			return err
		}
	}
	return nil
}

// checkVerdict wants a failure that shows "want; got", another verdict as "status: reason", or
// no verdict if want is empty.
func checkVerdict(t *testing.T, what string, err error, want string) {
	t.Helper()
	var v *verdict.Verdict
	got := ""
	if errors.As(err, &v) {
		if got = v.Want + "; " + v.Got; v.Status != reports.Failed {
			got = string(v.Status) + ": " + v.Reason
		}
	} else if err != nil {
		got = err.Error()
	}
	if got != want {
		t.Errorf("%s\n\tverdict %q\n\twant    %q", what, got, want)
	}
}
