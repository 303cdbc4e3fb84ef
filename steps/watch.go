package steps

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"ifmatch/internal/target"
	"ifmatch/steps/court"
	"ifmatch/steps/scenario"
)

// watched is a target that notes, per session, which answers are about the credential rather
// than about the service.
type watched struct {
	target.Target
	// heard is called with whether a request to a service got an answer; nil: it is not called.
	heard func(s target.Service, answered bool)
}

// Session opens a session with a watch in its transport.
func (t watched) Session(ctx context.Context, name string) (*target.Session, error) {
	s, err := t.Target.Session(ctx, name)
	if err != nil {
		return nil, err
	}
	own, _ := url.ParseQuery(s.Credential.SAS.Reveal())
	s.Transport = &watch{next: s.Transport, clock: s.Clock, rights: s.Credential.Rights(), signature: own.Get("sig"),
		endpoints: s.Endpoints, heard: t.heard}
	return s, nil
}

// watch is the transport of one session.
type watch struct {
	next   http.RoundTripper
	clock  target.Clock
	rights *target.Rights // nil: an account key, which never ends
	// signature is that of the session's own SAS.
	signature string
	endpoints map[target.Service]string
	heard     func(target.Service, bool)

	mu  sync.Mutex
	met court.Credential
}

// note changes what was met: why the session's own SAS or token has ended, because it was refused after its expiry or
// there is none, a permission that the account grants to no client, or a proxy that refused a request for its size.
func (x *watch) note(change func(*court.Credential)) {
	x.mu.Lock()
	defer x.mu.Unlock()
	change(&x.met)
}

// RoundTrip sends a request and notes refusals that are due to the credential.
func (x *watch) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := x.next.RoundTrip(req)
	if x.heard != nil && !errors.Is(err, context.Canceled) { // a canceled request was waiting for no answer
		x.heard(x.service(req), err == nil)
	}
	if err != nil {
		if errors.Is(err, target.ErrToken) {
			x.note(func(c *court.Credential) { c.Ended = err.Error() })
		}
		return resp, err
	}
	switch {
	case (resp.StatusCode == http.StatusForbidden || resp.StatusCode == http.StatusUnauthorized) && x.over(req, resp):
		why := fmt.Sprintf("the %s was valid until %s", x.rights.Kind(), x.rights.Ends().UTC().Format(time.RFC3339))
		x.note(func(c *court.Credential) { c.Ended = why })
	case resp.StatusCode == http.StatusForbidden && tooOldForTokens(req):
		x.note(func(c *court.Credential) { c.Withheld = keyBefore })
	case limitedOnTheWay(resp):
		x.note(func(c *court.Credential) { c.Limited = true })
	case resp.StatusCode >= http.StatusBadRequest:
		for _, room := range Language().Services {
			if withholds := room.Lexicon.Withholds; withholds != nil {
				if name := withholds(req, resp); name != "" {
					x.note(func(c *court.Credential) { c.Withheld = name })
				}
			}
		}
	}
	return resp, nil
}

// limitedOnTheWay reports whether a proxy refused a request for its size, as nginx does at
// 1 MiB by default (client_max_body_size). Its answer is an HTML page. The services answer
// in XML or JSON.
func limitedOnTheWay(resp *http.Response) bool {
	return resp.StatusCode == http.StatusRequestEntityTooLarge && strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html")
}

// keyBefore names what a version from before there were tokens needs.
var keyBefore = "versions before " + target.FirstWithTokens + " (no token suffices)"

func tooOldForTokens(req *http.Request) bool {
	version := req.Header.Get("x-ms-version")
	for name, values := range req.Header { // the SDK spells such names in lower case
		if strings.EqualFold(name, "x-ms-version") && len(values) == 1 {
			version = values[0]
		}
	}
	return req.Header.Get("Authorization") == target.Bearer && version < target.FirstWithTokens
}

// service is the one that a request is sent to.
func (x *watch) service(req *http.Request) target.Service {
	to := req.URL.String()
	for s, endpoint := range x.endpoints {
		if strings.HasPrefix(to, endpoint) {
			return s
		}
	}
	return ""
}

// over reports whether a request that bears the session's own SAS or token, not that of a client
// in the story, came after its expiry: by the session's clock or by the answering server's.
func (x *watch) over(req *http.Request, resp *http.Response) bool {
	if x.rights == nil || req.URL.Query().Get("sig") != x.signature || x.signature == "" && req.Header.Get("Authorization") == "" {
		return false
	}
	there, err := http.ParseTime(resp.Header.Get("Date"))
	return x.rights.Over(x.clock.Now()) || err == nil && x.rights.Over(there)
}

// credential is what the scenario's answers said about the credential, or about a proxy.
func credential(w *scenario.World) (met court.Credential) {
	if w.Session == nil {
		return met
	}
	if x, ok := w.Session.Transport.(*watch); ok {
		x.note(func(c *court.Credential) { met = *c })
	}
	return met
}
