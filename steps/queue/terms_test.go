package queue

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
)

// requestCells are request cells and the requests that they ask for.
var requestCells = []struct {
	operation, words string
	want             func(r *Request)
}{
	{"Update Message", "nothing", func(r *Request) { r.PopReceipt, r.Visibility = new("r0"), new("0") }},
	{"Update Message", "visibility 30", func(r *Request) { r.PopReceipt, r.Visibility = new("r0"), new("30") }},
	{"Update Message", `no visibility, content "changed"`, func(r *Request) { r.PopReceipt, r.Body = new("r0"), []byte("changed") }},
	{"Delete Message", "pop receipt remembered", func(r *Request) { r.PopReceipt = new("r0") }},
	{"Delete Message", "pop receipt current", func(r *Request) { r.PopReceipt = new("r1") }},
	{"Delete Message", "pop receipt old", func(r *Request) { r.PopReceipt = new("r0") }},
	{"Delete Message", "pop receipt other", func(r *Request) { r.PopReceipt = new("r9") }},
	{"Delete Message", "pop receipt malformed, message id malformed", func(r *Request) { r.PopReceipt, r.MessageID = new("invalid"), new("no-guid") }},
	{"Delete Message", "no pop receipt", func(*Request) {}},
	{"Set Queue Service Properties", `service properties "logging=read"`, func(r *Request) { r.Settings = account.Settings{Elements: map[string]string{"logging": "read"}} }},
	{"Get Messages", "number of messages 33, visibility -1", func(r *Request) { r.MessageCount, r.Visibility = new("33"), new("-1") }},
	{"Put Message", "time to live -1", func(r *Request) { r.TimeToLive = new("-1") }},
	{"Set Queue Metadata", "metadata nothing", func(r *Request) { r.Metadata = map[string]string{} }},
	{"Set Queue Metadata", `metadata "a=1"`, func(r *Request) { r.Metadata = map[string]string{"a": "1"} }},
	{"Set Queue Metadata", "lease id A", func(r *Request) { r.SetHeader("x-ms-lease-id", "of A") }},
	{"Set Queue Metadata", "If-None-Match *, If-Modified-Since tomorrow, If-Unmodified-Since yesterday, If-Match garbage", func(r *Request) {
		r.IfNoneMatch, r.IfModifiedSince, r.IfUnmodifiedSince = new("*"), new("Sat, 03 Jan 2026 12:00:00 GMT"), new("Thu, 01 Jan 2026 12:00:00 GMT")
		r.IfMatch = new(`"garbage"`)
	}},
	{"Set Queue ACL", `policies "a b"`, policies("a", "b")},
	{"Set Queue ACL", `policy "readers"`, policies("readers")},
	{"Clear Messages", "address percent-encoded", func(r *Request) { r.Spelling = "percent-encoded" }},
	{"Set Queue ACL", "policy none", func(r *Request) { r.Policies = []scenario.Policy{} }},
}

func policies(ids ...string) func(*Request) {
	return func(r *Request) {
		for _, id := range ids {
			r.Policies = append(r.Policies, scenario.Policy{ID: id, Start: noon.Add(-time.Hour), Expiry: noon.Add(time.Hour), Permission: "r"})
		}
	}
}

func TestRequestCells(t *testing.T) {
	t.Parallel()
	tried := map[string]bool{}
	for _, tt := range requestCells {
		w, ann, _ := stage(t, true)
		w.IDs["A"] = "of A"
		resource(t, w, account.KindWord, "")
		got, err := asked(w, ann, tt.operation, tt.words)
		if err != nil {
			t.Errorf("%s with %s: %v", tt.operation, tt.words, err)
			continue
		}
		want := &Request{}
		tt.want(want)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s with %s -want +got:\n%s", tt.operation, tt.words, d)
		}
		for _, term := range terms() {
			tried[term.Key] = tried[term.Key] || strings.Contains(", "+tt.words, ", "+term.Key+" ")
		}
	}
	for key, ok := range tried {
		if !ok {
			t.Errorf("no request cell above says %q", key)
		}
	}
}

func TestRequestCellsRefuse(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"pop receipt newest":           `pop receipt "newest": want current or old or remembered or other or malformed`,
		"message id right":             `message id "right": want other or malformed`,
		`service properties "logging"`: "want the form key=value",
		`metadata "a"`:                 "want the form key=value",
		"lease id Z":                   `lease id "Z": want A or B or C`,
		"If-Match older":               `read ETag "older"`,
		"no content":                   "has no default that could be left out",
		"colour blue":                  "names nothing that a request can carry",
	} {
		w, ann, _ := stage(t, true)
		if _, err := asked(w, ann, "Delete Message", words); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", words, err, want)
		}
	}
	w, _, message := stage(t, true)
	_, err := asked(w, w.Cast.Actor("Bob"), "Delete Message", "pop receipt remembered")
	checkVerdict(t, "a receipt that nobody gave Bob", err, "error: read the scenario: bob was given no receipt of the message")
	message.Own.(*receipts).given = []string{"r0"}
	_, err = asked(w, w.Cast.Actor("Ann"), "Delete Message", "pop receipt old")
	checkVerdict(t, "the old one of one", err, "blocked: name an old receipt of the message: it only ever had one, r0")
	w.Resources.Get("other").Own.(*receipts).given = nil
	_, err = asked(w, w.Cast.Actor("Ann"), "Delete Message", "pop receipt other")
	checkVerdict(t, "no other message", err, "error: read the scenario: the scenario has no other message whose receipt could be sent")
}

func TestTheNewestReceiptIsSentByWhoHasNone(t *testing.T) {
	t.Parallel()
	w, _, _ := stage(t, true)
	req, err := asked(w, w.Cast.Actor("Bob"), "Delete Message", "nothing")
	if err != nil || *req.PopReceipt != "r1" {
		t.Errorf("Bob sends %+v, %v, want the receipt r1", req, err)
	}
}

func TestAnotherMessageIDIsAGUIDOfItsOwn(t *testing.T) {
	t.Parallel()
	w, ann, _ := stage(t, true)
	one, err := asked(w, ann, "Delete Message", "message id other, If-Match other")
	if err != nil {
		t.Fatal(err)
	}
	two, err := asked(w, ann, "Delete Message", "message id other")
	if err != nil {
		t.Fatal(err)
	}
	if len(*one.MessageID) != 36 || *one.MessageID == *two.MessageID || !strings.HasPrefix(*one.IfMatch, `"0x8D`) {
		t.Errorf("message ids %s and %s, If-Match %s", *one.MessageID, *two.MessageID, *one.IfMatch)
	}
}
