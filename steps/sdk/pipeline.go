// Package sdk is what the rooms of the services share about the official Azure SDKs: a
// pipeline that sends one exchange exactly as a request wants it, even where an SDK method
// cannot express it, and returns the raw answer. It knows no operation.
package sdk

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming"

	"ifmatch/internal/target"
	"ifmatch/steps/scenario"
)

// Exchange carries through the SDK pipeline what an SDK method cannot express, and returns the
// raw answer.
type Exchange struct {
	Verb  string     // replaces the method
	Query url.Values // added to the query; a nil value removes a parameter
	Drop  []string   // headers that must not be sent
	// Body, if not nil, is sent instead of the SDK's body, with ContentType.
	Body        []byte
	ContentType string
	// Buffered keeps the body of an answer that an SDK method reads as a stream.
	Buffered bool

	spelling string   // of the last name of the path, as in scenario.Base
	shouted  bool     // what must be sent exactly so has a name in upper case
	typed    bool     // the options of the SDK's method must have expressed everything
	unparsed bool     // the SDK is not to parse the body: the caller does
	set      []header // values that must be sent exactly so
	answer   *http.Response
}

// Set makes a header be sent exactly so.
func (x *Exchange) Set(name string, values ...string) { x.set = append(x.set, header{name, values}) }

// Parameters is an exchange whose query has exactly these values, and none that is nil: SDKs accept only
// numbers for some, and have defaults of their own (QUEUE-GO-01, QUEUE-GO-02).
func Parameters(values map[string]*string) *Exchange {
	x := &Exchange{Query: url.Values{}}
	for name, v := range values {
		x.Query[name] = nil
		if v != nil {
			x.Query.Set(name, *v)
		}
	}
	return x
}

// Answered is the status of the answer, 0 if there is none yet.
func (x *Exchange) Answered() int {
	if x.answer == nil {
		return 0
	}
	return x.answer.StatusCode
}

// header is one request header with its values.
type header struct {
	name   string
	values []string
}

type exchangeKey struct{}

// shape is the per-call policy that gives every request its date, its version and its
// exchange's wishes. It runs before the Shared Key signer, because the signature covers
// conditions and x-ms-* headers: what policy.WithHTTPHeader adds comes too late for a server
// that checks signatures.
type shape struct {
	clock   target.Clock
	version string // empty: the SDK's own
	date    string // x-ms-date in the spelling for which the later signer looks
	bearer  bool   // the session's transport adds a token
}

func (p shape) Do(req *policy.Request) (*http.Response, error) {
	raw := req.Raw()
	h := raw.Header
	h[p.date] = []string{p.clock.Now().UTC().Format(http.TimeFormat)}
	if p.version != "" {
		setHeader(h, "x-ms-version", p.version)
	}
	if p.bearer {
		setHeader(h, "Authorization", target.Bearer)
	}
	x, _ := raw.Context().Value(exchangeKey{}).(*Exchange)
	if x == nil {
		return req.Next()
	}
	if err := x.wish(req); err != nil {
		return nil, err
	}
	resp, err := req.Next()
	x.answer = resp
	if (x.Buffered || x.unparsed) && err == nil {
		_, err = runtime.Payload(resp)
	}
	if x.unparsed && err == nil && resp.StatusCode < 300 {
		empty := *resp
		empty.Body = http.NoBody
		return &empty, nil
	}
	return resp, err
}

// wish makes a request what the exchange wants it to be.
func (x *Exchange) wish(req *policy.Request) error {
	raw := req.Raw()
	if x.typed {
		if err := x.said(raw.Header); err != nil {
			return err
		}
	}
	for _, name := range x.Drop {
		delHeader(raw.Header, name)
	}
	for _, f := range x.set {
		setHeader(raw.Header, f.name, f.values...)
	}
	raw.Method = cmp.Or(x.Verb, raw.Method)
	if err := scenario.Respell(raw.URL, x.spelling); err != nil {
		return err
	}
	if len(x.Query) > 0 {
		q := raw.URL.Query()
		maps.Copy(q, x.Query)
		raw.URL.RawQuery = strings.ReplaceAll(q.Encode(), "+", "%20")
	}
	if x.Body != nil {
		return req.SetBody(streaming.NopCloser(bytes.NewReader(x.Body)), x.ContentType)
	}
	return nil
}

// said returns an error if the options of the SDK's method did not express all of the exchange.
func (x *Exchange) said(h http.Header) error {
	if x.Verb != "" || len(x.Query) > 0 || x.Body != nil || x.spelling != "" || x.shouted {
		return errors.New("no method of the SDK sends this by itself")
	}
	for _, name := range x.Drop {
		if got := Sent(h, name); got != "" {
			return fmt.Errorf("the SDK sends %s %q by itself", name, got)
		}
	}
	for _, f := range x.set {
		if got := Sent(h, f.name); len(f.values) != 1 || got != f.values[0] {
			return fmt.Errorf("the SDK's own options send %s %q, not %q", f.name, got, f.values)
		}
	}
	return nil
}

// setHeader replaces a header in whatever spelling the SDK stored it. The SDK writes x-ms-*
// names in lower case directly into the map, and its signer reads them that way.
// http.Header.Set would leave two entries: one would be signed, and both sent.
func setHeader(h http.Header, name string, values ...string) {
	delHeader(h, name)
	if lower := strings.ToLower(name); strings.HasPrefix(lower, "x-ms-") {
		name = lower
	} else {
		name = http.CanonicalHeaderKey(name)
	}
	h[name] = values
}

func delHeader(h http.Header, name string) {
	maps.DeleteFunc(h, func(k string, _ []string) bool { return strings.EqualFold(k, name) })
}

// transporter ends an SDK pipeline with an http.RoundTripper. It does not follow redirects,
// which would hide an answer. It sends header names in the SDK's spelling: some servers
// recognise metadata only by the exact prefix x-ms-meta-.
type transporter struct{ next http.RoundTripper }

func (t transporter) Do(req *http.Request) (*http.Response, error) {
	if x, _ := req.Context().Value(exchangeKey{}).(*Exchange); x != nil && x.shouted { // the signer looks for the usual names
		for _, f := range x.set {
			delHeader(req.Header, f.name)
			req.Header[strings.ToUpper(f.name)] = f.values
		}
	}
	return t.next.RoundTrip(req)
}

// Sent is the first value of a header of an outgoing request, whose names have the SDK's
// spelling; "" if there is none.
func Sent(h http.Header, name string) string {
	for k, values := range h {
		if len(values) > 0 && strings.EqualFold(k, name) {
			return values[0]
		}
	}
	return ""
}
