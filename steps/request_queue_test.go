package steps

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ifmatch/steps/ops"
)

// mail is a scenario with a message that had two receipts, of which Ann has the
// first, and another message.
func mail(t *testing.T) (w *world, ann *actor, message *thing) {
	t.Helper()
	w, ann, _ = stage(t)
	message = &thing{label: "message", res: ops.Resource{Kind: ops.Message, Queue: "q", Message: "m"}, receipts: []string{"r0", "r1"}}
	w.things = map[string]*thing{"message": message, "other": {label: "other", res: ops.Resource{Kind: ops.Message}, receipts: []string{"r9"}}}
	ann.seen = map[*thing]memory{message: {receipt: "r0"}}
	return w, ann, message
}

var queueCells = []requestCell{
	{"Update Message", "visibility 30", asked(func(r *ops.Request) { r.PopReceipt, r.Visibility = ptr("r0"), ptr("30") })},
	{"Update Message", `no visibility, content "changed"`, asked(func(r *ops.Request) { r.PopReceipt, r.Body = ptr("r0"), []byte("changed") })},
	{"Delete Message", "pop receipt remembered", asked(func(r *ops.Request) { r.PopReceipt = ptr("r0") })},
	{"Delete Message", "pop receipt current", asked(func(r *ops.Request) { r.PopReceipt = ptr("r1") })},
	{"Delete Message", "pop receipt old", asked(func(r *ops.Request) { r.PopReceipt = ptr("r0") })},
	{"Delete Message", "pop receipt other", asked(func(r *ops.Request) { r.PopReceipt = ptr("r9") })},
	{"Delete Message", "pop receipt malformed, message id malformed", asked(func(r *ops.Request) { r.PopReceipt, r.MessageID = ptr("invalid"), ptr("no-guid") })},
	{"Delete Message", "no pop receipt", asked(func(*ops.Request) {})},
	{"Set Queue Service Properties", `service properties "logging=read"`, asked(func(r *ops.Request) { r.ServiceProperties = map[string]string{"logging": "read"} })},
	{"Get Messages", "number of messages 33, visibility -1", asked(func(r *ops.Request) { r.MessageCount, r.Visibility = ptr("33"), ptr("-1") })},
	{"Put Message", "time to live -1", asked(func(r *ops.Request) { r.TimeToLive = ptr("-1") })},
	{"Set Queue Metadata", "metadata nothing", asked(func(r *ops.Request) { r.Metadata = map[string]string{} })},
	{"Set Queue ACL", `policies "a b"`, asked(func(r *ops.Request) {
		at := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
		for _, id := range []string{"a", "b"} {
			r.Policies = append(r.Policies, ops.Policy{ID: id, Start: at.Add(-time.Hour), Expiry: at.Add(time.Hour), Permission: "r"})
		}
	})},
}

func TestQueueRequestCells(t *testing.T) {
	t.Parallel()
	for _, tt := range queueCells {
		w, ann, message := mail(t)
		op, ok := ops.Lookup(tt.operation)
		if !ok {
			t.Fatalf("no operation %q", tt.operation)
		}
		on := message
		if op.Kinds[0] != ops.Message {
			on = &thing{label: "queue", res: ops.Resource{Kind: op.Kinds[0]}}
		}
		got, err := w.request(ann, op, on, tt.words)
		if err != nil {
			t.Errorf("%s with %s: %v", tt.operation, tt.words, err)
			continue
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s with %s -want +got:\n%s", tt.operation, tt.words, d)
		}
	}
}

func TestQueueRequestCellsRefuse(t *testing.T) {
	t.Parallel()
	del, _ := ops.Lookup("Delete Message")
	for words, want := range map[string]string{
		"pop receipt newest":           "the message has no newest receipt",
		"message id right":             `"right" is no message id`,
		`service properties "logging"`: "are not of the form element=value",
	} {
		w, ann, message := mail(t)
		if _, err := w.request(ann, del, message, words); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", words, err, want)
		}
	}
	w, _, message := mail(t)
	bob := &actor{name: "bob", seen: map[*thing]memory{}}
	if _, err := w.request(bob, del, message, "pop receipt remembered"); err == nil || !strings.Contains(err.Error(), "bob was given no receipt") {
		t.Errorf("a receipt that nobody gave Bob: %v", err)
	}
}
