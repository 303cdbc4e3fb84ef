package exploration

import (
	"fmt"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"time"

	"ifmatch/internal/sendonce"
	"ifmatch/reference/metadata"
	"ifmatch/reference/operation"
)

// Target is a storage account that is explored in place of the reference. Nothing is ever removed from it, and its time
// cannot jump.
type Target struct {
	Account, Key string
	Endpoints    map[operation.Service]string
}

// onward sends requests on to targets. Answers pass as they are.
var onward = sendonce.Over(&http.Transport{DisableCompression: true, IdleConnTimeout: 10 * time.Second})

// forward returns a handler that passes requests on to a service as they are, signatures and all.
func forward(endpoint string) (http.Handler, string, error) {
	to, err := url.Parse(endpoint)
	if err != nil || to.Host == "" {
		return nil, "", fmt.Errorf("standing in front of %q: it is not a URL", endpoint)
	}
	proxy := &httputil.ReverseProxy{
		Transport: onward,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host = to.Scheme, to.Host, to.Host
			r.Out.Header = spelled(r.In)
		},
	}
	return proxy, strings.TrimSuffix(to.EscapedPath(), "/"), nil
}

const metadataPrefix = "X-Ms-Meta-"

// spelled returns the headers of a request with the names of its metadata as the client has spelled them: Go's server has
// changed their case, and the service keeps it.
func spelled(r *http.Request) http.Header {
	spelling, out := metadata.SpellingOf(r.Context()), make(http.Header, len(r.Header))
	for name, values := range r.Header {
		if lower, found := strings.CutPrefix(name, metadataPrefix); found {
			if lower = strings.ToLower(lower); spelling.Names != nil {
				if as := spelling.Names(lower); as != "" {
					lower = as
				}
			}
			name = strings.ToLower(metadataPrefix) + lower
		}
		out[name] = values
	}
	return out
}
