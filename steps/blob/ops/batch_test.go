package ops_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"ifmatch/steps/blob/ops"
	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
)

func batches() []scenario.Operation {
	var list []scenario.Operation
	for _, op := range ops.Operations() {
		if strings.Contains(op.Name, " Batch of ") {
			list = append(list, op)
		}
	}
	return list
}

// TestBatchesCarryTheirWishes: conditions and lease ids stand in the request inside the batch, not outside.
func TestBatchesCarryTheirWishes(t *testing.T) {
	t.Parallel()
	if len(batches()) != 4 {
		t.Fatalf("there are %d operations in batches, want 4", len(batches()))
	}
	for _, op := range batches() {
		wire := &canned{answer: refuse}
		req := &ops.Request{Fields: lease.Fields{LeaseID: new("{ca761232-ed42-11ce-bacd-00aa0057b223}")}, Requests: 2}
		want := []string{"x-ms-lease-id: {ca761232-ed42-11ce-bacd-00aa0057b223}", "Content-ID: 1", "sig="}
		if strings.HasSuffix(op.Name, "Delete Blob") {
			req.IfMatch, req.IfUnmodifiedSince = new(`"0x1","0x2"`), new("Tue, 06 May 2031 07:08:09 GMT")
			want = append(want, `If-Match: "0x1","0x2"`, "If-Unmodified-Since: Tue, 06 May 2031 07:08:09 GMT", "DELETE /")
		} else {
			want = append(want, "x-ms-access-tier: Cool", "comp=tier")
		}
		if _, err := op.Do(t.Context(), client(t, wire, "", scenario.Access{}), some(ops.BlockBlob), req); err != nil {
			t.Fatalf("%s: %v", op.Name, err)
		}
		sent := wire.last(t)
		if sent.Header.Get("If-Match")+sent.Header.Get("x-ms-lease-id") != "" {
			t.Errorf("%s: the batch carries what the request inside is to carry: %v", op.Name, sent.Header)
		}
		if inside := strings.Contains(op.Name, "Container"); inside != (sent.URL.Query().Get("restype") == "container") {
			t.Errorf("%s: sent to %s", op.Name, sent.URL.Redacted())
		}
		for _, line := range want {
			if !strings.Contains(string(wire.bodies[0]), line) {
				t.Errorf("%s: the batch does not hold %s:\n%s", op.Name, line, wire.bodies[0])
			}
		}
	}
}

func TestNoBatchHoldsWhatTheSDKCannotWrite(t *testing.T) {
	t.Parallel()
	for _, op := range batches() {
		req := &ops.Request{Base: scenario.Base{IfModifiedSince: new("yesterday")}}
		if _, err := op.Do(t.Context(), client(t, &canned{answer: refuse}, "", scenario.Access{}), some(ops.BlockBlob), req); err == nil || !strings.Contains(err.Error(), "yesterday") {
			t.Errorf("%s: error %v", op.Name, err)
		}
	}
}

// part is one answer of a batch.
func part(id, text string) string {
	if id != "" {
		id = "Content-ID: " + id + "\r\n"
	}
	return "--b\r\nContent-Type: application/http\r\n" + id + "\r\n" + text + "\r\n"
}

func TestAnswersOfBatches(t *testing.T) {
	t.Parallel()
	const done = "HTTP/1.1 202 Accepted\r\nx-ms-request-id: 1\r\n\r\n"
	const refused = "HTTP/1.1 412 No\r\nx-ms-error-code: ConditionNotMet\r\nContent-Length: 3\r\n\r\n<a>"
	for _, x := range []struct {
		name, body, want, beside string
	}{
		{"both", part("0", done) + part("1", refused), "202 Accepted", "412 ConditionNotMet"},
		{"in another order", part("1", done) + part("0", refused), "412 ConditionNotMet", "202 Accepted"},
		{"refused as a whole", part("", "HTTP/1.1 400 Bad\r\nx-ms-error-code: InvalidInput\r\n\r\n"), "400 InvalidInput", "0 "},
		{"one is missing", part("0", done), "unreadable", ""},
		{"an id that was not sent", part("0", done) + part("x", done), "unreadable", ""},
		{"no response", part("0", "hello"), "unreadable", ""},
		{"no parts", "", "unreadable", ""},
	} {
		for _, op := range batches() {
			wire := &canned{answer: func(r *http.Request) (*http.Response, error) {
				resp, err := refuse(r)
				resp.StatusCode, resp.Status = http.StatusAccepted, "202 Accepted"
				resp.Header = http.Header{"Content-Type": {"multipart/mixed; boundary=b"}}
				resp.Body = io.NopCloser(strings.NewReader(x.body + "--b--\r\n"))
				resp.ContentLength = -1
				return resp, err
			}}
			beside := &ops.Beside{Resource: some(ops.BlockBlob)}
			resp, err := op.Do(t.Context(), client(t, wire, "", scenario.Access{}), some(ops.BlockBlob), &ops.Request{Beside: beside})
			got := resp.String()
			if err != nil {
				got = "unreadable"
			}
			if got != x.want {
				t.Errorf("%s, %s: %s (%v), want %s", op.Name, x.name, got, err, x.want)
			}
			if err == nil && beside.Answer.String() != x.beside {
				t.Errorf("%s, %s: beside %s, want %s", op.Name, x.name, beside.Answer.String(), x.beside)
			}
		}
	}
}
