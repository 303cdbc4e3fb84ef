// Package faultproxy stands between a client and a server and spoils the way
// between them, never what is said. Whoever judges the server through it must
// come to the same verdicts, or to none.
package faultproxy

import (
	"fmt"
	"net/http"
	"net/http/httputil"
	"net/url"
	"time"
)

// connections is enough for every case of a run to be on its way at once.
const connections = 1024

// Delay returns a proxy to the server at upstream, a URL of scheme and host,
// that holds every answer back for d. Answers wait side by side. Requests and
// answers pass unchanged, the Host header included: it is part of what copy
// sources are compared with. An upstream that gives no answer becomes a broken
// connection, not an answer of the proxy's own.
func Delay(upstream string, d time.Duration) (http.Handler, error) {
	to, err := url.Parse(upstream)
	if err != nil || to.Host == "" || to.Path != "" {
		return nil, fmt.Errorf("proxy to %q: it must be a scheme and a host", upstream)
	}
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = to.Scheme, to.Host
			r.Out.URL.RawQuery = r.In.URL.RawQuery // also what the proxy finds malformed
		},
		Transport: &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: connections, IdleConnTimeout: time.Second},
		ModifyResponse: func(resp *http.Response) error {
			late := time.NewTimer(d)
			defer late.Stop()
			select {
			case <-late.C:
				return nil
			case <-resp.Request.Context().Done():
				return resp.Request.Context().Err()
			}
		},
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
	}, nil
}
