package steps

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
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

	ended    atomic.Pointer[string] // why the credential has ended: the session's own SAS or token was refused after its expiry, or there is no token
	withheld atomic.Pointer[string] // a permission that the account grants to no client
	limited  atomic.Bool            // a proxy in front of the service refused a request for its size
}

// RoundTrip sends a request and notes refusals that are due to the credential.
func (x *watch) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := x.next.RoundTrip(req)
	if x.heard != nil && !errors.Is(err, context.Canceled) { // a canceled request was waiting for no answer
		x.heard(x.service(req), err == nil)
	}
	if err != nil {
		if errors.Is(err, target.ErrToken) {
			why := err.Error()
			x.ended.Store(&why)
		}
		return resp, err
	}
	switch {
	case (resp.StatusCode == http.StatusForbidden || resp.StatusCode == http.StatusUnauthorized) && x.over(req, resp):
		why := fmt.Sprintf("the %s was valid until %s", x.rights.Kind(), x.rights.Ends().UTC().Format(time.RFC3339))
		x.ended.Store(&why)
	case resp.StatusCode == http.StatusForbidden && tooOldForTokens(req):
		x.withheld.Store(&keyBefore)
	case limitedOnTheWay(resp):
		x.limited.Store(true)
	case resp.StatusCode >= http.StatusBadRequest:
		for _, room := range Language().Services() {
			if withholds := room.Lexicon.Withholds; withholds != nil {
				if name := withholds(req, resp); name != "" {
					x.withheld.Store(&name)
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
func credential(w *scenario.World) court.Credential {
	if w.Session == nil {
		return court.Credential{}
	}
	x, ok := w.Session.Transport.(*watch)
	if !ok {
		return court.Credential{}
	}
	text := func(p *string) string {
		if p == nil {
			return ""
		}
		return *p
	}
	return court.Credential{Ended: text(x.ended.Load()), Withheld: text(x.withheld.Load()), Limited: x.limited.Load()}
}
