package table

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/internal/target"
	"ifmatch/steps/scenario"
)

// crlf writes lines as multipart bodies have them.
func crlf(lines ...string) []byte { return []byte(strings.Join(lines, "\r\n") + "\r\n") }

var failedBatch = crlf(
	"--batchresponse_1", "Content-Type: multipart/mixed; boundary=changesetresponse_2", "",
	"--changesetresponse_2", "Content-Type: application/http", "Content-Transfer-Encoding: binary", "",
	"HTTP/1.1 409 Conflict", "Content-Type: application/json", "DataServiceVersion: 3.0", "",
	`{"odata.error":{"code":"EntityAlreadyExists","message":{"lang":"en-US","value":"3:The entity exists."}}}`,
	"--changesetresponse_2--", "--batchresponse_1--")

func TestBatchesAreReadPartByPart(t *testing.T) {
	t.Parallel()
	type brief struct {
		Status              int
		Code, Message, ETag string
	}
	tests := map[string]struct {
		body []byte
		want []brief
	}{
		"a change set that was done": {crlf(
			"--batchresponse_1", "Content-Type: multipart/mixed; boundary=changesetresponse_2", "",
			"--changesetresponse_2", "Content-Type: application/http", "", "HTTP/1.1 204 No Content", `ETag: W/"1"`, "", "",
			"--changesetresponse_2", "Content-Type: application/http", "", "HTTP/1.1 204 No Content", "", "",
			"--changesetresponse_2--", "--batchresponse_1--"),
			[]brief{{Status: 204, ETag: `W/"1"`}, {Status: 204}}},
		"one that failed": {failedBatch, []brief{{Status: 409, Code: "EntityAlreadyExists", Message: "3:The entity exists."}}},
		"a query alone": {crlf("--batchresponse_1", "Content-Type: application/http", "", "HTTP/1.1 200 OK", `ETag: W/"1"`, "", "{}", "--batchresponse_1--"),
			[]brief{{Status: 200, ETag: `W/"1"`}}},
		"two change sets": {crlf(
			"--batchresponse_1", "Content-Type: multipart/mixed; boundary=a", "", "--a", "Content-Type: application/http", "", "HTTP/1.1 201 Created", "", "", "--a--",
			"--batchresponse_1", "Content-Type: multipart/mixed; boundary=b", "", "--b", "Content-Type: application/http", "", "HTTP/1.1 400 Bad Request", "", "", "--b--", "--batchresponse_1--"),
			[]brief{{Status: 201}, {Status: 400}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			parts, err := parseBatch("multipart/mixed; boundary=batchresponse_1", tt.body)
			var got []brief
			for _, p := range parts {
				got = append(got, brief{p.Status, p.Code, p.Message, p.Header.Get("ETag")})
			}
			if d := cmp.Diff(tt.want, got); err != nil || d != "" {
				t.Errorf("err %v, -want +got:\n%s", err, d)
			}
		})
	}
}

func TestBatchesThatAreNone(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ contentType, body, want string }{
		"another type":      {"application/json", "{}", "is not multipart"},
		"no boundary":       {"multipart/mixed", "", "is not multipart"},
		"an empty body":     {"multipart/mixed; boundary=b", "", "holds no answer"},
		"cut off":           {"multipart/mixed; boundary=b", "--b\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 2", "unexpected EOF"},
		"no answer in it":   {"multipart/mixed; boundary=b", "--b\r\nContent-Type: application/http\r\n\r\nhello\r\n--b--\r\n", "reading an answer of the batch"},
		"an empty changset": {"multipart/mixed; boundary=b", "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c--\r\n--b--\r\n", "holds no answer"},
	} {
		if parts, err := parseBatch(tt.contentType, []byte(tt.body)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, %v, want an error with %q", name, parts, err, tt.want)
		}
	}
}

func FuzzParseBatch(f *testing.F) {
	f.Add("multipart/mixed; boundary=batchresponse_1", failedBatch)
	f.Add("multipart/mixed; boundary=b", []byte("--b\r\n\r\nHTTP/1.1 200 OK\r\n\r\n\r\n--b--"))
	f.Fuzz(func(t *testing.T, contentType string, body []byte) {
		parts, err := parseBatch(contentType, body)
		if err == nil && len(parts) == 0 {
			t.Fatal("no answer and no error")
		}
		for _, p := range parts {
			if p.Header == nil {
				t.Fatalf("part %+v has no headers", p)
			}
		}
	})
}

// fixed sends nothing and gives every request the same answer.
type fixed struct {
	status            int
	contentType, body string
	sent              *[]byte
}

func (a fixed) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil && a.sent != nil {
		*a.sent, _ = io.ReadAll(r.Body)
	}
	return &http.Response{StatusCode: a.status, Header: http.Header{"Content-Type": {a.contentType}}, Body: io.NopCloser(strings.NewReader(a.body)), Request: r}, nil
}

func tableClient(t *testing.T, a fixed) *client {
	t.Helper()
	return New().Open(&target.Session{
		Endpoints:  map[target.Service]string{target.Table: "http://127.0.0.1:10002/account"},
		Credential: target.Credential{Account: "account", Key: "c2VjcmV0"}, Clock: target.RealClock{}, Close: func() {},
	}, a, scenario.Access{}).(*client)
}

func TestATransactionHasTheStatusOfWhatFailed(t *testing.T) {
	t.Parallel()
	r, req := Address{Table: "orders", Partition: "p"}, Request{Actions: []Action{{Operation: "Insert Entity", Row: "a"}}}
	resp, err := submitTransaction(t.Context(), tableClient(t, fixed{202, "multipart/mixed; boundary=batchresponse_1", string(failedBatch), nil}), r, req)
	if err != nil || resp.Outer != 202 || resp.Status != 409 || resp.Code != "EntityAlreadyExists" || len(resp.Parts) != 1 {
		t.Errorf("%+v, %v", resp, err)
	}
	for _, status := range []int{202, 204} {
		// The SDK panics on a body without a line.
		_, err = submitTransaction(t.Context(), tableClient(t, fixed{status, "text/plain", "", nil}), r, req)
		if bad := (*scenario.UnreadableError)(nil); !errors.As(err, &bad) || bad.Response.Status != status {
			t.Errorf("an empty %d: %v, want an answer that cannot be read", status, err)
		}
	}
	req.Actions[0].Operation = "Put Blob"
	if _, err = submitTransaction(t.Context(), tableClient(t, fixed{202, "", "", nil}), r, req); err == nil || !strings.Contains(err.Error(), `"Put Blob" cannot be part of one`) {
		t.Errorf("Put Blob in a transaction: %v", err)
	}
}

func TestBatchesThatTheSDKCannotSay(t *testing.T) {
	t.Parallel()
	var sent []byte
	r := Address{Table: "orders", Partition: "p"}
	req := Request{Actions: []Action{
		{Operation: "Insert Entity", Row: "a", Entity: map[string]any{"Size": 3}},
		{Operation: "Merge Entity", Row: "o'b", IfMatch: new(`W/"1"`), Entity: map[string]any{"Size": 4}, OwnChangeSet: true},
		{Operation: "Delete Entity", Row: "c"},
		{Operation: "Get Entity", Row: "d"},
	}}
	_, _ = submitTransaction(t.Context(), tableClient(t, fixed{202, "", "", &sent}), r, req)
	head := []string{"Content-Type: application/http", "Content-Transfer-Encoding: binary", ""}
	part := func(boundary string, lines ...string) []string {
		return append(append([]string{"--" + boundary}, head...), lines...)
	}
	want := []string{"--batch_ifmatch", "Content-Type: multipart/mixed; boundary=changeset_ifmatch", ""}
	want = append(want, part("changeset_ifmatch", "POST http://127.0.0.1:10002/account/orders HTTP/1.1", "Accept: application/json;odata=minimalmetadata",
		"Content-ID: 1", "Content-Length: 42", "Content-Type: application/json", "DataServiceVersion: 3.0", "", `{"PartitionKey":"p","RowKey":"a","Size":3}`)...)
	want = append(want, "--changeset_ifmatch--", "--batch_ifmatch", "Content-Type: multipart/mixed; boundary=changeset_ifmatch", "")
	want = append(want, part("changeset_ifmatch", "MERGE http://127.0.0.1:10002/account/orders(PartitionKey='p',RowKey='o%27%27b') HTTP/1.1", "Accept: application/json;odata=minimalmetadata",
		"Content-ID: 2", "Content-Length: 44", "Content-Type: application/json", "DataServiceVersion: 3.0", `If-Match: W/"1"`, "", `{"PartitionKey":"p","RowKey":"o'b","Size":4}`)...)
	want = append(want, part("changeset_ifmatch", "DELETE http://127.0.0.1:10002/account/orders(PartitionKey='p',RowKey='c') HTTP/1.1", "Accept: application/json;odata=minimalmetadata",
		"Content-ID: 3", "DataServiceVersion: 3.0", "If-Match: *", "", "")...)
	want = append(want, "--changeset_ifmatch--")
	want = append(want, part("batch_ifmatch", "GET http://127.0.0.1:10002/account/orders(PartitionKey='p',RowKey='d') HTTP/1.1", "Accept: application/json;odata=minimalmetadata",
		"DataServiceVersion: 3.0", "", "")...)
	want = append(want, "--batch_ifmatch--")
	if d := cmp.Diff(strings.Split(string(crlf(want...)), "\r\n"), strings.Split(string(bytes.Clone(sent)), "\r\n")); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}
