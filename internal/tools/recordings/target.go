package main

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"time"

	"ifmatch/reference"
	"ifmatch/reference/auth"
	"ifmatch/reference/fault"
	"ifmatch/reference/operation"
)

// account is the name that stands for the recorded account.
const account = "storagename"

// latest is the version of the protocol in which the tool itself asks.
const latest = "2021-12-02"

// Target is a fresh reference server with its own clock, which stands at the time of the recording.
type Target struct {
	server *reference.Server
	clock  *reference.VirtualClock
	http   http.RoundTripper
	asked  operation.Operation // by the last request
}

// newTarget makes a server whose clock stands at a second of Unix time. It lets everybody in, because recordings keep
// no signatures.
func newTarget(second int64, faults []fault.Fault) *Target {
	t := &Target{clock: reference.NewVirtualClock(time.Unix(second, 0))}
	open := fault.Fault{Gate: func(auth.Gate) auth.Gate { return openGate{} }}
	spy := fault.Fault{Middleware: func() operation.Middleware {
		return func(o operation.Operation, next http.Handler) http.Handler {
			t.asked = o
			return next
		}
	}}
	all := append([]fault.Fault{open, spy}, faults...)
	t.server = reference.New(reference.Options{Account: account, Clock: t.clock, Faults: all, Seed: 1})
	t.http = t.server.RoundTripper()
	return t
}

// openGate lets every request pass as if the account's key had signed it. Requests that name no version of the protocol
// are those that were not signed, but for those inside a batch.
type openGate struct{ auth.Strict }

func (openGate) Verify(r *http.Request, _ auth.Options) (auth.Identity, *auth.Error) {
	return auth.Identity{Anonymous: r.Header.Get("x-ms-version") == "" && r.Header.Get("Authorization") == ""}, nil
}

// advanceTo moves the clock forward to a second of Unix time.
func (t *Target) advanceTo(second int64) {
	t.clock.Advance(time.Unix(second, 0).Sub(t.clock.Now()))
}

// Request is a request as the target receives it.
type Request struct {
	Service operation.Service
	Method  string
	Path    string // escaped
	Query   string
	Header  http.Header
	Body    []byte
}

// Answer is what the target said.
type Answer struct {
	Status    int
	Header    http.Header
	Body      []byte
	Operation operation.Operation // that the request asked for
}

// Send sends a request.
func (t *Target) Send(r Request) (Answer, error) {
	u, err := url.Parse("https://" + account + "." + string(r.Service) + ".core.windows.net" + r.Path)
	if err != nil {
		return Answer{}, err
	}
	u.RawQuery = r.Query
	request := &http.Request{Method: r.Method, URL: u, Host: u.Host, Header: r.Header.Clone(), Body: http.NoBody}
	if len(r.Body) > 0 {
		request.Body, request.ContentLength = io.NopCloser(bytes.NewReader(r.Body)), int64(len(r.Body))
	}
	request.Header.Set("x-ms-date", t.clock.Now().UTC().Format(http.TimeFormat))
	t.asked = operation.Unrecognized
	response, err := t.http.RoundTrip(request)
	if err != nil {
		return Answer{}, err
	}
	body, err := io.ReadAll(response.Body)
	return Answer{response.StatusCode, response.Header, body, t.asked}, err
}
