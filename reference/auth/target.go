package auth

import (
	"net"
	"net/http"
	"net/url"
	"strings"
)

// target returns the path and the query of a request, both still escaped. A signature covers them byte by byte, and
// url.URL may have lost the difference between two spellings, so the request line takes precedence.
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

// resourcePath returns the unescaped path below the account: "/container/blob" for both styles of address.
func resourcePath(r *http.Request, account, path string) (string, error) {
	host := r.Host
	if host == "" && r.URL != nil {
		host = r.URL.Host
	}
	if named, _ := HostStyle(host, account); !named && path != "" {
		if rest, named, _ := PathStyle(path[1:], account); named {
			path = rest
		}
	}
	return url.PathUnescape(path)
}

// Secondary follows the account's name in addresses of the secondary location, which is read-only.
const Secondary = "-secondary"

// HostStyle reports whether a host names the account, as in account.blob.core.windows.net, and whether it is the host
// of the secondary location.
func HostStyle(host, account string) (named, secondary bool) {
	if len(host) <= len(account) || !strings.EqualFold(host[:len(account)], account) {
		return false, false
	}
	rest := host[len(account):]
	if len(rest) > len(Secondary) && strings.EqualFold(rest[:len(Secondary)], Secondary) {
		rest, secondary = rest[len(Secondary):], true
	}
	if rest[0] != '.' {
		return false, false
	}
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	return net.ParseIP(name) == nil, secondary
}

// PathStyle reports whether the first segment of a path is the account, and whether it is that of the secondary
// location. It returns the rest of the path.
func PathStyle(path, account string) (rest string, named, secondary bool) {
	rest, found := strings.CutPrefix(path, account)
	if !found {
		return path, false, false
	}
	if after, found := strings.CutPrefix(rest, Secondary); found {
		rest, secondary = after, true
	}
	if rest != "" && rest[0] != '/' {
		return path, false, false
	}
	return rest, true, secondary
}

// Secure reports whether the request came over https.
func Secure(r *http.Request) bool {
	return r.TLS != nil || (r.URL != nil && r.URL.Scheme == "https")
}
