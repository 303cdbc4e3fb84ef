package queue

import (
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ifmatch/internal/target"
	"ifmatch/steps/internal/rehearsal"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

func TestEffects(t *testing.T) {
	t.Parallel()
	q, m := Address{Queue: "q"}, Address{"q", "m"}
	language := scenario.NewLanguage(nil, New())
	someQueue, shown := *missing(q), *missing(m)
	someQueue.Exists, someQueue.Metadata, someQueue.Messages = true, map[string]string{"a": "1"}, []Peeked{{"m", "one", 0}, {"n", "two", 3}}
	shown.Exists, shown.Messages = true, []Peeked{{"m", "one", 2}}
	for _, tt := range []struct {
		operation string
		before    State
		req       Request
		resp      string
		want      func(*State)
	}{
		{"Create Queue", *missing(q), Request{Base: scenario.Base{Metadata: map[string]string{"A": "1"}}}, "", func(s *State) { s.Exists, s.Metadata = true, map[string]string{"a": "1"} }},
		{"Create Queue", someQueue, Request{}, "", func(*State) {}},
		{"Set Queue Metadata", someQueue, Request{}, "", func(s *State) { s.Metadata = map[string]string{"changed": "yes"} }},
		{"Set Queue ACL", someQueue, Request{Base: scenario.Base{Policies: []scenario.Policy{{ID: "r"}}}}, "", func(s *State) { s.Policies = []scenario.Policy{{ID: "r"}} }},
		{"Delete Queue", someQueue, Request{}, "", func(s *State) { *s = *missing(q) }},
		{"Put Message", someQueue, Request{}, list(one("o", "")), func(s *State) { s.Messages = append(s.Messages, Peeked{"o", "a message", 0}) }},
		{"Put Message", someQueue, Request{Visibility: new("5")}, list(one("o", "")), func(*State) {}},
		{"Get Messages", someQueue, Request{}, list(one("n", "")), func(s *State) { s.Messages = s.Messages[:1] }},
		{"Clear Messages", someQueue, Request{}, "", func(s *State) { s.Messages = nil }},
		{"Delete Message", shown, Request{}, "", func(s *State) { *s = *missing(m) }},
		{"Update Message", shown, Request{Visibility: new("30")}, "", func(s *State) { *s = *missing(m) }},
		{"Update Message", shown, Request{Visibility: new("0")}, "", func(*State) {}},
		{"Update Message", shown, Request{Base: scenario.Base{Body: []byte("new")}, Visibility: new("0")}, "", func(s *State) { s.Messages = []Peeked{{"m", "new", 2}} }},
		{"Update Message", *missing(m), Request{Visibility: new("0")}, "", func(s *State) { s.Exists, s.Messages = true, []Peeked{{"m", unseen, anyCount}} }},
		{"Peek Messages", someQueue, Request{}, "", func(*State) {}},
	} {
		before, want := tt.before.Clone(), *tt.before.Clone().(*State)
		tt.want(&want)
		got := language.Must(tt.operation).After(before, &tt.req, scenario.Response{Status: 204, Body: []byte(tt.resp)})
		if d := cmp.Diff(&want, got, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("after %s -want +got:\n%s", tt.operation, d)
		}
		if d := cmp.Diff(tt.before.Clone(), before); d != "" {
			t.Errorf("%s changed the state before:\n%s", tt.operation, d)
		}
	}
}

func TestCompareFindsEveryDifference(t *testing.T) {
	t.Parallel()
	some := func() *State {
		s := missing(Address{Queue: "q"})
		s.Exists, s.Metadata, s.Policies = true, map[string]string{"a": "1"}, []scenario.Policy{{ID: "r", Permission: "r"}}
		s.Messages = []Peeked{{"m", "one", 0}, {"n", "two", 3}}
		return s
	}
	for text, change := range map[string]func(*State){
		"existence: want the resource, got no resource": func(s *State) { s.Exists = false },
		"metadata: want a=1, got none":                  func(s *State) { s.Metadata = nil },
		"access policies: want r:r, got none":           func(s *State) { s.Policies = nil },
		`visible messages: want m "one" retrieved 0 times, n "two" retrieved 3 times, got m "one" retrieved 0 times`: func(s *State) { s.Messages = s.Messages[:1] },
		"consistency of reads: want reads that agree, got two":                                                       func(s *State) { s.Contradict("Peek Messages", "status", "two") },
	} {
		got := some()
		change(got)
		if d := scenario.Compare(some(), got); len(d) != 1 || d[0].String() != text {
			t.Errorf("got %v, want %s", d, text)
		}
	}
	open, other := some(), some()
	open.Messages = []Peeked{{"n", unseen, anyCount}, {"m", "one", 0}}
	other.ETag = `"0x1"`
	if d := scenario.Compare(open, other); len(d) != 0 {
		t.Errorf("the order of messages, what an expected one leaves open, and a stamp: %v", d)
	}
}

// answers maps each operation, by method, path and comp, to its answer.
type answers map[string]string

func (a answers) RoundTrip(r *http.Request) (*http.Response, error) {
	body, ok := a[strings.TrimSuffix(r.Method+" "+r.URL.Path+" "+r.URL.Query().Get("comp"), " ")]
	status, text, _ := strings.Cut(body, " ")
	resp := &http.Response{StatusCode: map[string]int{"200": 200, "400": 400, "403": 403, "404": 404}[status], Header: http.Header{"X-Ms-Meta-A": {"1"}}, Request: r,
		Body: io.NopCloser(strings.NewReader(text))}
	if !ok {
		return nil, errors.New("dial " + r.URL.String())
	}
	return resp, nil
}

var key = base64.StdEncoding.EncodeToString([]byte("a key that only these tests know"))

func open(t *testing.T, s target.Session, transport http.RoundTripper, a scenario.Access) *client {
	t.Helper()
	if s.Endpoints == nil {
		s.Endpoints = map[target.Service]string{target.Queue: "http://127.0.0.1:10001/account"}
	}
	s.Credential, s.Clock = target.Credential{Account: "account", Key: target.Secret(key)}, &rehearsal.Clock{Real: true}
	return New().Open(&s, transport, a).(*client)
}

func TestReadsOfAQueue(t *testing.T) {
	t.Parallel()
	usual := func() answers {
		return answers{"GET /account/q metadata": "200 ", "GET /account/q acl": "200 <SignedIdentifiers/>", "GET /account/q/messages": "200 " + list(one("m", count+text))}
	}
	for name, tt := range map[string]struct {
		change func(answers)
		want   func(*State)
		err    string
	}{
		"usual": {func(answers) {}, func(*State) {}, ""},
		"gone":  {func(a answers) { a["GET /account/q metadata"] = "404 " }, func(s *State) { *s = *missing(Address{Queue: "q"}) }, ""},
		"policies are secret": {func(a answers) { a["GET /account/q acl"] = "403 " }, func(s *State) {
			s.Lacks("Get Queue ACL", "status", "success", "403 without an error code", scenario.FieldPolicies)
			s.Flaws[0].Silent = true
		}, ""},
		"policies are gone": {func(a answers) { a["GET /account/q acl"] = "404 " }, func(s *State) {
			s.Lacks("Get Queue ACL", "status", "success", "404 without an error code", scenario.FieldPolicies)
		}, ""},
		"messages are gone": {func(a answers) { a["GET /account/q/messages"] = "404 " }, func(s *State) {
			s.Messages = nil
			s.Contradict("Peek Messages", "status", "Get Queue Metadata finds the queue, but Peek Messages does not")
		}, ""},
		"no count": {func(a answers) { a["GET /account/q/messages"] = "200 " + list(one("m", text)) }, func(s *State) {
			s.Messages = nil
			s.Lacks("Peek Messages", "body", "an answer that can be read", "the answer to Peek Messages: message m has no DequeueCount", FieldMessages)
		}, ""},
		"refused":   {func(a answers) { a["GET /account/q metadata"] = "403 " }, nil, "Get Queue Metadata was answered 403"},
		"no answer": {func(a answers) { delete(a, "GET /account/q acl") }, nil, "Get Queue ACL on q: "},
		"no message": {func(a answers) { a["GET /account/q/messages"] = "400 " }, func(s *State) {
			s.Messages = nil
			s.Lacks("Peek Messages", "status", "success", "400 without an error code", FieldMessages)
		}, ""},
	} {
		wire := usual()
		tt.change(wire)
		got, err := sdk.Reader(true, readQueue)(t.Context(), nil, open(t, target.Session{}, wire, scenario.Access{}), Address{Queue: "q"})
		if tt.want == nil {
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%s: %+v, %v, want an error with %q", name, got, err, tt.err)
			}
			continue
		}
		want := missing(Address{Queue: "q"})
		want.Exists, want.Metadata, want.Messages = true, map[string]string{"a": "1"}, []Peeked{{"m", "a message", 2}}
		tt.want(want)
		if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); err != nil || d != "" {
			t.Errorf("%s: %v, -want +got:\n%s", name, err, d)
		}
	}
}

func TestClientsSayWhyTheyCannotBeOpened(t *testing.T) {
	t.Parallel()
	c := open(t, target.Session{Endpoints: map[target.Service]string{}}, nil, scenario.Access{})
	if _, err := peekMessages(t.Context(), c, Address{Queue: "q"}, Request{}); err == nil || err.Error() != "opening a queue client: the target offers no queue service" {
		t.Errorf("a target without queues: %v", err)
	}
	c = open(t, target.Session{}, answers{}, scenario.Access{Key: "tell nobody"})
	if _, err := peekMessages(t.Context(), c, Address{Queue: "q"}, Request{}); err == nil || strings.Contains(err.Error(), "tell nobody") {
		t.Errorf("a key that is none: %v", err)
	}
}

func TestPolicySAS(t *testing.T) {
	t.Parallel()
	s := &target.Session{Credential: target.Credential{Account: "account", Key: target.Secret(key)}}
	sas, err := policySAS(s, Address{Queue: "q"}, "readers")
	if err != nil || !strings.Contains(sas, "si=readers") || !strings.Contains(sas, "sig=") || strings.HasPrefix(sas, "?") {
		t.Errorf("%q, %v", sas, err)
	}
	s.Credential.Key = "tell nobody"
	if sas, err = policySAS(s, Address{Queue: "q"}, "readers"); err == nil || strings.Contains(err.Error(), "tell nobody") {
		t.Errorf("%q, %v", sas, err)
	}
	if sas, err = policySAS(&target.Session{}, Address{Queue: "q"}, "readers"); err == nil || !strings.Contains(err.Error(), "not an account key") {
		t.Errorf("%q, %v", sas, err)
	}
}
