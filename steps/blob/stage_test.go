package blob

import (
	"net/http"
	"testing"
	"time"

	"ifmatch/steps/blob/ops"
	"ifmatch/steps/internal/rehearsal"
	"ifmatch/steps/scenario"
)

// The lease ids of the stage, by letter.
const (
	leaseA = "aaaaaaaa-0000-4000-8000-00000000000a"
	leaseB = "bbbbbbbb-0000-4000-8000-00000000000b"
	leaseC = "cccccccc-0000-4000-8000-00000000000c"
)

// noon is the time of every stage.
var noon = rehearsal.Noon

// What this room's tests call by short names.
var (
	resource     = rehearsal.Add
	checkVerdict = rehearsal.CheckVerdict
)

// stage is a scenario in which a blob had two versions and was modified half an
// hour ago, its source had two others, and Ann has read the blob and was granted
// a lease.
func stage(t *testing.T) (w *scenario.World, ann *scenario.Actor, blob *scenario.Resource) {
	t.Helper()
	w = rehearsal.Silent(New(), &rehearsal.Clock{})
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

// asked builds the request of a sentence.
func asked(w *scenario.World, a *scenario.Actor, operation string, on *scenario.Resource, text string) (*ops.Request, error) {
	return rehearsal.Asked[*ops.Request](w, a, operation, on, text)
}

// carries judges what a response is said to carry.
func carries(t *testing.T, w *scenario.World, ac *scenario.Act, text string) error {
	t.Helper()
	return rehearsal.Carries(t, w, ac, subjects(), text)
}
