package auth

import (
	"net"
	"net/http"
	"net/url"
	"strings"
)

// target is the path and the query of a request, both still escaped. A signature covers them byte by byte, and
// url.URL may have lost the difference between two spellings, so the request line goes first.
func target(r *http.Request) (path, query string) {
	uri := r.RequestURI
	if uri == "" { // the request never crossed a wire
		path, query = r.URL.EscapedPath(), r.URL.RawQuery
		if path == "" {
			path = "/" // what a client sends, and signs, for an empty path
		}
		return path, query
	}
	if !strings.HasPrefix(uri, "/") {
		if _, after, absolute := strings.Cut(uri, "://"); absolute { // as sent to a proxy
			uri = strings.TrimLeftFunc(after, func(c rune) bool { return c != '/' && c != '?' })
			if !strings.HasPrefix(uri, "/") {
				uri = "/" + uri
			}
		}
	}
	path, query, _ = strings.Cut(uri, "?")
	return path, query
}

// resourcePath is the unescaped path below the account: "/container/blob" for both styles of address.
func resourcePath(r *http.Request, account, path string) (string, error) {
	host := r.Host
	if host == "" && r.URL != nil {
		host = r.URL.Host
	}
	if !HostStyle(host, account) {
		if rest, found := strings.CutPrefix(path, "/"+account); found && (rest == "" || rest[0] == '/') {
			path = rest
		}
	}
	return url.PathUnescape(path)
}

// HostStyle reports whether a host names the account, as in account.blob.core.windows.net.
func HostStyle(host, account string) bool {
	if len(host) <= len(account) || host[len(account)] != '.' || !strings.EqualFold(host[:len(account)], account) {
		return false
	}
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	return net.ParseIP(name) == nil
}

// Secure reports whether the request came over https.
func Secure(r *http.Request) bool {
	return r.TLS != nil || (r.URL != nil && r.URL.Scheme == "https")
}
