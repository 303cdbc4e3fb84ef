// Package header names the headers that several services have in common, and reads and writes headers whose names are
// in canonical form already, which spares http.Header the work of making them so.
package header

import "net/http"

// Header names, in the canonical form that http.Header is indexed with.
const (
	Authorization      = "Authorization"
	CacheControl       = "Cache-Control"
	ClientRequestID    = "X-Ms-Client-Request-Id"
	ContentLength      = "Content-Length"
	ContentType        = "Content-Type"
	ContentTypeOptions = "X-Content-Type-Options"
	Date               = "Date"
	ErrorCode          = "X-Ms-Error-Code"
	ETag               = "Etag"
	IfMatch            = "If-Match"
	IfNoneMatch        = "If-None-Match"
	RequestID          = "X-Ms-Request-Id"
	Server             = "Server"
	Version            = "X-Ms-Version"
	WWWAuthenticate    = "Www-Authenticate"
)

// Set puts a header, and leaves it out if it is empty.
func Set(h http.Header, name, value string) {
	if value != "" {
		h[name] = []string{value}
	}
}

// Share puts a header whose value many responses have in common, without a copy of its own.
func Share(h http.Header, name string, value []string) { h[name] = value }

// Get is the first value of a header, empty if there is none.
func Get(h http.Header, name string) string {
	if v := h[name]; len(v) > 0 {
		return v[0]
	}
	return ""
}
