package queue

import "net/http"

// Header names, in the canonical form that http.Header is indexed with.
const (
	hAuthorization   = "Authorization"
	hCacheControl    = "Cache-Control"
	hClientRequestID = "X-Ms-Client-Request-Id"
	hContentLength   = "Content-Length"
	hContentType     = "Content-Type"
	hCount           = "X-Ms-Approximate-Messages-Count"
	hDate            = "Date"
	hErrorCode       = "X-Ms-Error-Code"
	hMetadata        = "X-Ms-Meta-"
	hNextVisible     = "X-Ms-Time-Next-Visible"
	hPopReceipt      = "X-Ms-Popreceipt"
	hRequestID       = "X-Ms-Request-Id"
	hServer          = "Server"
	hVersion         = "X-Ms-Version"
)

// set puts a header whose name is canonical already, and leaves it out if it is empty.
func set(h http.Header, name, value string) {
	if value != "" {
		h[name] = []string{value}
	}
}

// get is the first value of a header whose name is canonical already.
func get(h http.Header, name string) string {
	if v := h[name]; len(v) > 0 {
		return v[0]
	}
	return ""
}
