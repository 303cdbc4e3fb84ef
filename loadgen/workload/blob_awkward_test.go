package workload

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/internal/sharedkey"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/payload"
	"ifmatch/loadgen/transport"
)

// blobOperation returns the documented operation of a step on a blob.
func blobOperation(s Step) string {
	_, query, _ := strings.Cut(s.Path, "?")
	switch {
	case s.Method == "GET":
		return "Get Blob"
	case s.Method == "HEAD":
		return "Get Blob Properties"
	case s.Method == "DELETE":
		return "Delete Blob"
	case strings.HasPrefix(query, "comp=blocklist"):
		return "Put Block List"
	case strings.HasPrefix(query, "comp=block&"):
		return "Put Block"
	case strings.HasPrefix(query, "comp=appendblock"):
		return "Append Block"
	}
	return "Put Blob"
}

// awkward turns the true answer into the one that the actor receives.
type awkward func(truth *transport.Reply) (*transport.Reply, error)

func always(r *transport.Reply) awkward {
	return func(*transport.Reply) (*transport.Reply, error) { return r, nil }
}

func cut(*transport.Reply) (*transport.Reply, error) { return nil, errCut }

func lacks(name string) awkward {
	return func(r *transport.Reply) (*transport.Reply, error) { return without(r, name), nil }
}

func status(code int) awkward {
	return func(r *transport.Reply) (*transport.Reply, error) {
		changed := *r
		changed.Status = code
		return &changed, nil
	}
}

// header changes a header field of the answer.
func header(name, value string) awkward {
	return func(r *transport.Reply) (*transport.Reply, error) {
		changed := without(&transport.Reply{Status: r.Status, Header: r.Header, Body: r.Body}, name)
		changed.Header = append(changed.Header, sharedkey.Field{Name: name, Value: value})
		return changed, nil
	}
}

// body changes the body of the answer.
func body(alter func([]byte) []byte) awkward {
	return func(r *transport.Reply) (*transport.Reply, error) {
		return &transport.Reply{Status: r.Status, Header: r.Header, Body: alter(slices.Clone(r.Body))}, nil
	}
}

// mixed returns the first half of a body, followed by part of another write.
func mixed(b []byte) []byte {
	other := payload.Fill(nil, len(b), testRun, 12345)
	return append(b[:len(b)/2], other[len(b)/2:]...)
}

// ordinary reports whether an exchange is the common form of an operation: reads
// without If-None-Match, blocks without a position, other writes with a condition.
func ordinary(x *Exchange, operation string) bool {
	if blobOperation(x.Step) != operation {
		return false
	}
	h := x.Request.Header
	conditional := field(h, "If-Match")+field(h, "If-None-Match")+field(h, "x-ms-blob-condition-appendpos") != ""
	switch operation {
	case "Put Blob", "Delete Blob", "Put Block List":
		return conditional
	}
	return !conditional
}

// seenEvent holds the fields of an event that a test compares.
type seenEvent struct {
	Op      history.Op
	Outcome history.Outcome
	Status  int
	Code    string
	If, Tag bool // whether the event has one
	Value   bool
	Flags   history.Flags
}

func TestAwkwardAnswers(t *testing.T) {
	t.Parallel()
	const (
		attempt = history.Attempt
		won     = history.Won
		lost    = history.Lost
		unknown = history.Unknown
	)
	for _, test := range []struct {
		workload  Workload
		operation string
		name      string
		make      awkward
		want      seenEvent
		retry     bool
	}{
		{blobCAS, "Get Blob", "as it should be", nil, seenEvent{Op: history.Read, Outcome: won, Status: 200, Tag: true, Value: true}, false},
		{blobCAS, "Get Blob", "no answer", cut, seenEvent{Op: history.Read, Outcome: unknown}, true},
		{blobCAS, "Get Blob", "absent", always(answer(404, "BlobNotFound")), seenEvent{Op: history.Read, Outcome: history.Absent, Status: 404, Code: "BlobNotFound"}, false},
		{blobCAS, "Get Blob", "busy", always(answer(503, "ServerBusy")), seenEvent{Op: history.Read, Outcome: history.Throttled, Status: 503, Code: "ServerBusy"}, true},
		{blobCAS, "Get Blob", "forbidden", always(answer(403, "AuthenticationFailed")), seenEvent{Op: history.Read, Outcome: history.Wrong, Status: 403, Code: "AuthenticationFailed"}, false},
		{blobCAS, "Get Blob", "no ETag", lacks("ETag"), seenEvent{Op: history.Read, Outcome: history.Wrong, Status: 200, Code: noETag}, false},
		{blobCAS, "Get Blob", "not modified, unasked", always(answer(304, "ConditionNotMet")), seenEvent{Op: history.Read, Outcome: history.Wrong, Status: 304, Code: unexpectedStatus}, false},
		{blobCAS, "Get Blob", "a part, unasked", status(206), seenEvent{Op: history.Read, Outcome: history.Wrong, Status: 206, Code: unexpectedStatus}, false},
		{blobCAS, "Get Blob", "a mixed body", body(mixed), seenEvent{Op: history.Read, Outcome: won, Status: 200, Tag: true, Flags: history.Torn}, false},
		{blobCAS, "Get Blob", "a cut body", body(func(b []byte) []byte { return b[:len(b)-1] }), seenEvent{Op: history.Read, Outcome: won, Status: 200, Tag: true, Flags: history.Torn}, false},
		{blobCAS, "Get Blob", "no body", body(func([]byte) []byte { return nil }), seenEvent{Op: history.Read, Outcome: won, Status: 200, Tag: true, Flags: history.Torn}, false},
		{blobCAS, "Put Blob", "as it should be", nil, seenEvent{Op: history.Swap, Outcome: won, Status: 201, If: true, Tag: true, Value: true, Flags: attempt}, false},
		{blobCAS, "Put Blob", "no answer", cut, seenEvent{Op: history.Swap, Outcome: unknown, If: true, Value: true, Flags: attempt}, true},
		{blobCAS, "Put Blob", "another version", always(answer(412, "ConditionNotMet")), seenEvent{Op: history.Swap, Outcome: lost, Status: 412, Code: "ConditionNotMet", If: true, Value: true, Flags: attempt}, true},
		{blobCAS, "Put Blob", "another version, no code", always(answer(412, "")), seenEvent{Op: history.Swap, Outcome: lost, Status: 412, If: true, Value: true, Flags: attempt}, true},
		{blobCAS, "Put Blob", "broken", always(answer(500, "InternalError")), seenEvent{Op: history.Swap, Outcome: unknown, Status: 500, Code: "InternalError", If: true, Value: true, Flags: attempt}, true},
		{blobCAS, "Put Blob", "busy", always(answer(503, "ServerBusy")), seenEvent{Op: history.Swap, Outcome: history.Throttled, Status: 503, Code: "ServerBusy", If: true, Value: true, Flags: attempt}, true},
		{blobCAS, "Put Blob", "container gone", always(answer(404, "ContainerNotFound")), seenEvent{Op: history.Swap, Outcome: history.Absent, Status: 404, Code: "ContainerNotFound", If: true, Value: true, Flags: attempt}, true},
		{blobCAS, "Put Blob", "malformed", always(answer(400, "InvalidHeaderValue")), seenEvent{Op: history.Swap, Outcome: history.Wrong, Status: 400, Code: "InvalidHeaderValue", If: true, Value: true, Flags: attempt}, true},
		{blobCAS, "Put Blob", "no ETag", lacks("ETag"), seenEvent{Op: history.Swap, Outcome: unknown, Status: 201, Code: noETag, If: true, Value: true, Flags: attempt}, true},
		{blobCAS, "Put Blob", "another success", status(200), seenEvent{Op: history.Swap, Outcome: unknown, Status: 200, Code: unexpectedStatus, If: true, Value: true, Flags: attempt}, true},
		{blobCAS, "Put Blob", "not modified", always(answer(304, "ConditionNotMet")), seenEvent{Op: history.Swap, Outcome: history.Wrong, Status: 304, Code: unexpectedStatus, If: true, Value: true, Flags: attempt}, true},

		{blobCreate, "Put Blob", "exists", always(answer(409, "BlobAlreadyExists")), seenEvent{Op: history.Create, Outcome: lost, Status: 409, Code: "BlobAlreadyExists", Value: true, Flags: attempt}, true},
		{blobCreate, "Put Blob", "exists, as the documents have it", always(answer(412, "ConditionNotMet")), seenEvent{Op: history.Create, Outcome: lost, Status: 412, Code: "ConditionNotMet", Value: true, Flags: attempt}, true},
		{blobCreate, "Put Blob", "an unknown conflict", always(answer(409, "Conflict")), seenEvent{Op: history.Create, Outcome: history.Wrong, Status: 409, Code: "Conflict", Value: true, Flags: attempt}, true},
		{blobCreate, "Put Blob", "no answer", cut, seenEvent{Op: history.Create, Outcome: unknown, Value: true, Flags: attempt}, true},
		{blobCreate, "Delete Blob", "as it should be", nil, seenEvent{Op: history.Delete, Outcome: won, Status: 202, If: true}, false},
		{blobCreate, "Delete Blob", "another success", status(200), seenEvent{Op: history.Delete, Outcome: unknown, Status: 200, Code: unexpectedStatus, If: true}, true},
		{blobCreate, "Delete Blob", "absent", always(answer(404, "BlobNotFound")), seenEvent{Op: history.Delete, Outcome: history.Absent, Status: 404, Code: "BlobNotFound", If: true}, false},
		{blobCreate, "Delete Blob", "another version", always(answer(412, "ConditionNotMet")), seenEvent{Op: history.Delete, Outcome: lost, Status: 412, Code: "ConditionNotMet", If: true}, false},

		{blobBlocks, "Put Block", "as it should be", nil, seenEvent{Op: history.Stage, Outcome: won, Status: 201, Value: true}, false},
		{blobBlocks, "Put Block", "another success", status(202), seenEvent{Op: history.Stage, Outcome: unknown, Status: 202, Code: unexpectedStatus, Value: true}, true},
		{blobBlocks, "Put Block", "no answer", cut, seenEvent{Op: history.Stage, Outcome: unknown, Value: true}, true},
		{blobBlocks, "Put Block List", "no ETag", lacks("ETag"), seenEvent{Op: history.Swap, Outcome: unknown, Status: 201, Code: noETag, If: true, Value: true, Flags: attempt}, true},
		{blobBlocks, "Put Block List", "blocks gone", always(answer(400, "InvalidBlockList")), seenEvent{Op: history.Swap, Outcome: lost, Status: 400, Code: "InvalidBlockList", If: true, Value: true, Flags: attempt}, true},
		{blobBlocks, "Get Blob", "a block that is not the body", body(func(b []byte) []byte { return b[:len(b)/blocksOfBody] }), seenEvent{Op: history.Read, Outcome: won, Status: 200, Tag: true, Flags: history.Torn}, false},

		{blobAppend, "Append Block", "as it should be", nil, seenEvent{Op: history.Append, Outcome: won, Status: 201, Tag: true, Value: true, Flags: attempt}, false},
		{blobAppend, "Append Block", "no offset", lacks("x-ms-blob-append-offset"), seenEvent{Op: history.Append, Outcome: unknown, Status: 201, Code: noOffset, Value: true, Flags: attempt}, true},
		{blobAppend, "Append Block", "an offset that is none", header("x-ms-blob-append-offset", "-3"), seenEvent{Op: history.Append, Outcome: unknown, Status: 201, Code: noOffset, Value: true, Flags: attempt}, true},
		{blobAppend, "Append Block", "no ETag", lacks("ETag"), seenEvent{Op: history.Append, Outcome: unknown, Status: 201, Code: noETag, Value: true, Flags: attempt}, true},
		{blobAppend, "Append Block", "another success", status(200), seenEvent{Op: history.Append, Outcome: unknown, Status: 200, Code: unexpectedStatus, Value: true, Flags: attempt}, true},
		{blobAppend, "Append Block", "full", always(answer(409, "BlockCountExceedsLimit")), seenEvent{Op: history.Append, Outcome: history.Wrong, Status: 409, Code: "BlockCountExceedsLimit", Value: true, Flags: attempt}, true},
		{blobAppend, "Get Blob", "as it should be", nil, seenEvent{Op: history.Read, Outcome: won, Status: 206, Tag: true, Value: true, Flags: history.Tail}, false},
		{blobAppend, "Get Blob", "no Content-Range", lacks("Content-Range"), seenEvent{Op: history.Read, Outcome: history.Wrong, Status: 206, Code: badRange, Flags: history.Tail}, false},
		{blobAppend, "Get Blob", "another range", header("Content-Range", "bytes 1-512/513"), seenEvent{Op: history.Read, Outcome: history.Wrong, Status: 206, Code: badRange, Flags: history.Tail}, false},
		{blobAppend, "Get Blob", "a range that ends too early", body(func(b []byte) []byte { return b[:len(b)-24] }), seenEvent{Op: history.Read, Outcome: won, Status: 206, Tag: true, Flags: history.Tail | history.Torn}, false},
		{blobAppend, "Get Blob", "a damaged block", body(func(b []byte) []byte { b[len(b)-1] ^= 1; return b }), seenEvent{Op: history.Read, Outcome: won, Status: 206, Tag: true, Flags: history.Tail | history.Torn}, false},
		{blobAppend, "Get Blob", "another blob", body(func(b []byte) []byte { return bytes.Repeat([]byte("x"), len(b)) }), seenEvent{Op: history.Read, Outcome: won, Status: 206, Tag: true, Flags: history.Tail | history.Torn}, false},
		{blobAppend, "Get Blob", "beyond the end", always(answer(416, "InvalidRange")), seenEvent{Op: history.Read, Outcome: history.Wrong, Status: 416, Code: "InvalidRange", Flags: history.Tail}, false},
		{blobAppend, "Get Blob", "no ETag", lacks("ETag"), seenEvent{Op: history.Read, Outcome: history.Wrong, Status: 206, Code: noETag, Flags: history.Tail}, false},
		{blobAppend, "Get Blob", "everything", status(200), seenEvent{Op: history.Read, Outcome: history.Wrong, Status: 200, Code: unexpectedStatus, Flags: history.Tail}, false},

		{blobMixed, "Get Blob Properties", "no ETag", lacks("ETag"), seenEvent{Op: history.Read, Outcome: history.Wrong, Status: 200, Code: noETag}, false},
		{blobMixed, "Get Blob Properties", "absent, no code", always(answer(404, "")), seenEvent{Op: history.Read, Outcome: history.Absent, Status: 404}, false},
	} {
		t.Run(test.workload.Name+"/"+test.operation+"/"+test.name, func(t *testing.T) {
			t.Parallel()
			d := drive(t, test.workload, func(o *Options) {
				switch {
				case test.workload.Name == "blob-mixed":
					o.Reads = 1 // no deletions
				case test.operation == "Put Block List":
					o.Reads = 0 // no commit names a version that was read and then replaced
				}
			})
			d.prepare()
			p := d.player(0)
			// The first exchanges set up the ordinary case: something to read, and a
			// range to request.
			for range 40 {
				p.step()
			}
			tries := 0
			for p.begin(); !ordinary(p.x, test.operation); p.begin() {
				p.send()
				p.end()
				if tries++; tries == 2000 {
					t.Fatalf("no ordinary %s in %d exchanges", test.operation, tries)
				}
			}
			d.meddle = func(_ *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
				r, err := send()
				if err != nil || test.make == nil {
					return r, err
				}
				return test.make(r)
			}
			p.send()
			d.meddle = nil
			after := p.end()
			e := p.events[0]
			got := seenEvent{e.Op, e.Outcome, int(e.Status), d.env.Book.CodeText(e.Code), e.If != history.None, e.Tag != history.None, e.Value != 0, e.Flags}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("event (-want +got):\n%s", diff)
			}
			if after.Retry != test.retry {
				t.Errorf("retry: %t, want %t", after.Retry, test.retry)
			}
			// The actor must recover.
			for range 60 {
				p.step()
				if e := p.events[0]; e.Outcome == history.Wrong || e.Outcome.Uncertain() {
					t.Fatalf("afterwards: %s %d %s", d.env.Book.NameText(e.Name), e.Status, d.env.Book.CodeText(e.Code))
				}
			}
		})
	}
}

// TestIfNoneMatchAnswered detects a service that answers If-None-Match with the
// version the client already has.
func TestIfNoneMatchAnswered(t *testing.T) {
	t.Parallel()
	d := drive(t, blobOverwrite, nil)
	d.prepare()
	set := d.instance.(run).stock.(*blobSet)
	exchange := set.exchange(set.blobs[0])
	have := exchange.about.newest.present()
	body := payload.Fill(nil, 4096, testRun, have.value)
	for _, test := range []struct {
		name  string
		reply *transport.Reply
		want  seenEvent
	}{
		{"not modified", answer(304, "ConditionNotMet"), seenEvent{Op: history.Read, Outcome: history.Won, Status: 304, Code: "ConditionNotMet", If: true, Tag: true, Flags: history.IfNoneMatch}},
		{"another", &transport.Reply{Status: 200, Body: body, Header: sharedkey.Header{{Name: "etag", Value: `"0x8DC0000000000FF"`}}}, seenEvent{Op: history.Read, Outcome: history.Won, Status: 200, If: true, Tag: true, Value: true, Flags: history.IfNoneMatch}},
		{"the same", &transport.Reply{Status: 200, Body: body, Header: sharedkey.Header{{Name: "ETag", Value: have.text}}}, seenEvent{Op: history.Read, Outcome: history.Wrong, Status: 200, Code: not304, If: true, Flags: history.IfNoneMatch}},
	} {
		var r Request
		exchange.fillGet(&r, have)
		if got := field(r.Header, "If-None-Match"); got != have.text {
			t.Fatalf("If-None-Match: %q, want %q", got, have.text)
		}
		e := exchange.judgeRead(&Exchange{Request: &r, Reply: test.reply}, exchange.set.get)
		got := seenEvent{e.Op, e.Outcome, int(e.Status), d.env.Book.CodeText(e.Code), e.If != history.None, e.Tag != history.None, e.Value != 0, e.Flags}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}
