package ops_test

import (
	"bytes"
	"encoding/base64"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ifmatch/internal/target"
	"ifmatch/reference/auth"
	"ifmatch/steps/blob/ops"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

const (
	account  = "devstoreaccount1"
	endpoint = "http://127.0.0.1:10000/devstoreaccount1"
)

var key = base64.StdEncoding.EncodeToString([]byte("a key that only these tests know"))

// stopped is a clock that stands still, far from the machine's own time.
type stopped struct{ target.RealClock }

func (stopped) Now() time.Time { return time.Date(2031, 5, 6, 7, 8, 9, 0, time.UTC) }

// canned is a transport that keeps every request as a server sees it, and returns prepared
// answers.
type canned struct {
	answer func(*http.Request) (*http.Response, error)
	mu     sync.Mutex
	sent   []*http.Request
	names  []string // header names of the last request, as they were sent
	bodies [][]byte
}

func (c *canned) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		body, _ = io.ReadAll(r.Body)
		_ = r.Body.Close()
	}
	seen := *r
	seen.Header = http.Header{}
	for name, values := range r.Header {
		for _, v := range values {
			seen.Header.Add(name, v)
		}
	}
	c.mu.Lock()
	c.sent, c.names, c.bodies = append(c.sent, &seen), slices.Sorted(maps.Keys(r.Header)), append(c.bodies, body)
	c.mu.Unlock()
	resp, err := c.answer(r)
	if resp != nil {
		resp.Request = r
	}
	return resp, err
}

// last is the request of a test that sends exactly one.
func (c *canned) last(t *testing.T) *http.Request {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.sent) != 1 {
		t.Fatalf("%d requests were sent, want exactly 1", len(c.sent))
	}
	return c.sent[0]
}

// answer makes a response of a status, headers ("Name: value") and a body.
func answer(status int, body string, headers ...string) *http.Response {
	h := http.Header{}
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		h.Add(name, value)
	}
	return &http.Response{
		StatusCode: status, Status: http.StatusText(status), Header: h,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Body: io.NopCloser(bytes.NewReader([]byte(body))), ContentLength: int64(len(body)),
	}
}

const refusal = `<?xml version="1.0" encoding="utf-8"?><Error><Code>ConditionNotMet</Code><Message>no</Message></Error>`

func refuse(*http.Request) (*http.Response, error) { return answer(412, refusal), nil }

func always(status int, body string, headers ...string) *canned {
	return &canned{answer: func(*http.Request) (*http.Response, error) { return answer(status, body, headers...), nil }}
}

func session(version string) *target.Session {
	s := &target.Session{
		Endpoints:  map[target.Service]string{target.Blob: endpoint},
		Credential: target.Credential{Account: account, Key: target.Secret(key)},
		Clock:      stopped{}, Close: func() {},
	}
	if version != "" {
		s.Versions = map[target.Service]string{target.Blob: version}
	}
	return s
}

func client(t testing.TB, c *canned, version string, o scenario.Access) *ops.Client {
	t.Helper()
	return ops.NewClient(sdk.Connect(session(version), target.Blob, c, o))
}

func lookup(t testing.TB, name string) scenario.Operation {
	t.Helper()
	for _, op := range ops.Operations() {
		if op.Name == name {
			return op
		}
	}
	t.Fatalf("no operation is called %q", name)
	return scenario.Operation{}
}

// after is the state that the documents promise after a successful operation.
func after(op scenario.Operation, before *ops.State, req *ops.Request, resp scenario.Response) *ops.State {
	return op.After(before, req, resp).(*ops.State)
}

// some is a resource of that kind.
func some(kind string) ops.Address {
	switch kind {
	case ops.Account:
		return ops.Address{Kind: kind}
	case ops.Container:
		return ops.Address{Kind: kind, Container: "box"}
	}
	return ops.Address{Kind: kind, Container: "box", Blob: "dir/na me+é.txt"}
}

// verify checks a request's signature against the request as sent, with the reference's own
// reading of the documents.
func verify(t *testing.T, r *http.Request) {
	t.Helper()
	raw, _ := base64.StdEncoding.DecodeString(key)
	id, refused := auth.Verify(r, auth.Options{Account: account, Key: raw, Now: stopped{}.Now(), Service: "blob"})
	if refused != nil {
		t.Errorf("%s %s is not signed as it was sent: %v\n%s", r.Method, r.URL, refused, refused.Detail)
	} else if id.Anonymous {
		t.Errorf("%s %s is not signed at all", r.Method, r.URL)
	}
}
