package steps_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ifmatch/internal/target"
	"ifmatch/internal/thorough"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// handled is a target that has everything a case may need and sends all its requests to one
// handler.
type handled struct {
	handler http.Handler
	clock   func() target.Clock
}

func (handled) Info() target.Info { return target.Info{Name: "handler", Kind: "embedded"} }

func (handled) Has(target.Capability) bool { return true }

func (h handled) Session(context.Context, string) (*target.Session, error) {
	return &target.Session{
		Endpoints:  map[target.Service]string{target.Blob: "http://127.0.0.1:1/account", target.Table: "http://127.0.0.1:2/account", target.Queue: "http://127.0.0.1:3/account", target.File: "http://127.0.0.1:4/account"},
		Credential: target.Credential{Account: "account", Key: "c2VjcmV0"},
		Transport:  h, Clock: h.clock(), Control: h, Private: true, Close: func() {},
	}, nil
}

func (handled) HoldCopies(context.Context, bool) error { return nil }

// RoundTrip calls the handler until the request's context ends.
func (h handled) RoundTrip(req *http.Request) (*http.Response, error) {
	in := req.Clone(req.Context())
	if in.Body == nil {
		in.Body = http.NoBody
	}
	done := make(chan *http.Response, 1)
	go func() {
		defer close(done)
		defer func() { _ = recover() }() // http.ErrAbortHandler
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, in)
		done <- w.Result()
	}()
	select {
	case resp := <-done:
		if resp == nil {
			return nil, fmt.Errorf("read the answer: %w", syscall.ECONNRESET)
		}
		resp.Request = req
		return resp, nil
	case <-req.Context().Done():
		return nil, req.Context().Err()
	}
}

// movable is a clock that jumps.
type movable struct{ now time.Time }

func newMovable() target.Clock {
	return &movable{time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
}

func (c *movable) Now() time.Time                                { return c.now }
func (c *movable) Movable() bool                                 { return true }
func (c *movable) Pass(_ context.Context, d time.Duration) error { c.now = c.now.Add(d); return nil }

// TestServersThatNeverVaryPassNothing tries servers that give every request the same answer.
// A case of level must that passes on one of them tests nothing.
func TestServersThatNeverVaryPassNothing(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	p := choose(t, plan.Selection{Select: []string{"level:must"}})
	for _, s := range constantServers() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			timeout := 30 * time.Second
			if s.Name == "hang" {
				timeout = 5 * time.Millisecond
			}
			r, err := steps.Run(context.Background(), steps.Config{Target: handled{s.Handler, newMovable}, Plan: p, Timeout: timeout, Trace: "none"})
			if err != nil {
				t.Fatal(err)
			}
			r.Scenarios = slices.DeleteFunc(r.Scenarios, func(sc reports.Scenario) bool { return sc.ProbeOf != "" })
			if s.Silent && r.Stopped == "" || !s.Silent && (r.Incomplete || len(r.Scenarios) != len(p.Cases)) {
				t.Errorf("%d of %d cases have a verdict, incomplete %v", len(r.Scenarios), len(p.Cases), r.Incomplete)
			}
			for _, sc := range r.Scenarios {
				if sc.Status == reports.Passed || sc.Status == reports.Skipped && !s.Declines {
					t.Errorf("%s is %s: %s", sc.ID, sc.Status, sc.Reason)
				}
			}
		})
	}
}

// constantServer is a server that does not listen.
type constantServer struct {
	Name string
	http.Handler
	// Silent means that it sends no answer that can be judged, which ends a run early.
	Silent bool
	// Declines means that its answer says the operation is not offered, or not to this sender:
	// the case is then skipped, which is no pass.
	Declines bool
}

// constantServers lists one server per answer. The plausible ones add everything to their
// answer that a client of a storage service may look for. So a case that checks only for
// presence is found out.
func constantServers() []constantServer {
	list := []constantServer{
		{Name: "hang", Handler: http.HandlerFunc(hang), Silent: true},
		{Name: "reset", Handler: http.HandlerFunc(reset), Silent: true},
		{Name: "garbage", Handler: http.HandlerFunc(garbage)},
		{Name: "empty", Handler: http.HandlerFunc(empty)},
	}
	for _, a := range []constantAnswer{
		{Status: http.StatusOK},
		{Status: http.StatusCreated},
		{Status: http.StatusNoContent},
		{Status: http.StatusForbidden, Code: "AuthorizationFailure"},
		{Status: http.StatusNotFound, Code: "BlobNotFound"},
		{Status: http.StatusConflict, Code: "LeaseAlreadyPresent"},
		{Status: http.StatusPreconditionFailed, Code: "ConditionNotMet"},
		{Status: http.StatusInternalServerError, Code: "InternalError"},
		{Status: http.StatusNotImplemented, Code: "NotImplemented"},
		{Status: http.StatusServiceUnavailable, Code: "ServerBusy"},
	} {
		s := constantServer{Name: strconv.Itoa(a.Status), Handler: a,
			Declines: a.Status == http.StatusForbidden || a.Status == http.StatusNotImplemented}
		list = append(list, s)
		a.Plausible = true
		s.Name, s.Handler = s.Name+" plausible", a
		list = append(list, s)
	}
	return list
}

// constantAnswer answers every request with one status.
type constantAnswer struct {
	Status int
	// Code is the error code of a plausible answer; empty for a success.
	Code string
	// Plausible adds the headers and the body that a storage service sends.
	Plausible bool
}

// ServeHTTP reads the request to its end and answers.
func (a constantAnswer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		return // the client is gone
	}
	var body string
	if a.Plausible {
		body = a.dress(w.Header(), r)
	}
	w.WriteHeader(a.Status)
	if r.Method != http.MethodHead {
		io.WriteString(w, body) // the client may be gone; that does not matter here
	}
}

const (
	anyETag  = `"0x8DD0000000000AA"`
	anyDate  = "Thu, 01 Jan 2026 00:00:00 GMT"
	anyGUID  = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
	document = `<?xml version="1.0" encoding="utf-8"?>`
)

// dress sets the headers of the answer to r and returns its body.
func (a constantAnswer) dress(h http.Header, r *http.Request) string {
	h.Set("x-ms-request-id", anyGUID)
	h.Set("x-ms-version", r.Header.Get("x-ms-version"))
	if id := r.Header.Get("x-ms-client-request-id"); id != "" {
		h.Set("x-ms-client-request-id", id)
	}
	if a.Code != "" {
		h.Set("x-ms-error-code", a.Code)
		h.Set("Content-Type", "application/xml")
		return document + "<Error><Code>" + a.Code + "</Code><Message>The same as ever.</Message></Error>"
	}
	for name, value := range map[string]string{
		"ETag": anyETag, "Last-Modified": anyDate,
		"x-ms-blob-type": "BlockBlob", "x-ms-creation-time": anyDate,
		"x-ms-lease-status": "unlocked", "x-ms-lease-state": "available", "x-ms-lease-id": anyGUID, "x-ms-lease-time": "0",
		"x-ms-copy-id": anyGUID, "x-ms-copy-status": "success", "x-ms-snapshot": "2026-01-01T00:00:00.0000000Z",
		"x-ms-blob-sequence-number": "0", "x-ms-blob-append-offset": "0", "x-ms-blob-committed-block-count": "1",
	} {
		h.Set(name, value)
	}
	return a.list(h, r)
}

// list returns an empty document of the kind asked for.
func (a constantAnswer) list(h http.Header, r *http.Request) string {
	var root string
	switch q := r.URL.Query(); {
	case q.Get("comp") == "list":
		root = "<EnumerationResults><Blobs/><Containers/><Shares/><Entries/><NextMarker/></EnumerationResults>"
	case q.Get("comp") == "blocklist":
		root = "<BlockList><CommittedBlocks/><UncommittedBlocks/></BlockList>"
	case q.Get("comp") == "rangelist":
		root = "<Ranges/>"
	case q.Get("comp") == "pagelist":
		root = "<PageList/>"
	case q.Get("comp") == "acl":
		root = "<SignedIdentifiers/>"
	case q.Get("comp") == "tags":
		root = "<Tags><TagSet/></Tags>"
	default:
		h.Set("Content-Type", "application/octet-stream")
		return strings.Repeat("a", 16)
	}
	h.Set("Content-Type", "application/xml")
	return document + root
}

// hang reads the request to its end and keeps the connection open without ever
// answering.
func hang(_ http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body) // until the body is read, the end of the connection goes unnoticed
	<-r.Context().Done()
	panic(http.ErrAbortHandler)
}

// reset reads the request to its end and breaks the connection off.
func reset(_ http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	panic(http.ErrAbortHandler)
}

// garbage answers with meaningless values under the right header and element names.
func garbage(w http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	for _, name := range []string{"ETag", "Last-Modified", "Content-Type", "x-ms-lease-id", "x-ms-lease-state", "x-ms-lease-time", "x-ms-version", "x-ms-error-code", "x-ms-popreceipt"} {
		w.Header().Set(name, "\x7f\xfe%%<>")
	}
	w.WriteHeader(http.StatusOK)
	io.WriteString(w, "<<\x00{\xff]]>")
}

// empty answers a success of the kind asked for, and nothing else.
func empty(w http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	status := map[string]int{http.MethodPut: http.StatusCreated, http.MethodPost: http.StatusAccepted, http.MethodDelete: http.StatusAccepted}[r.Method]
	if status == 0 {
		status = http.StatusOK
	}
	w.WriteHeader(status)
}
