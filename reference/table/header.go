package table

import "net/http"

// Header names, in the canonical form that http.Header is indexed with.
const (
	hAccept             = "Accept"
	hCacheControl       = "Cache-Control"
	hClientRequestID    = "X-Ms-Client-Request-Id"
	hContentLength      = "Content-Length"
	hContentType        = "Content-Type"
	hContentTypeOptions = "X-Content-Type-Options"
	hDataServiceID      = "Dataserviceid"
	hDataServiceVersion = "Dataserviceversion"
	hDate               = "Date"
	hETag               = "Etag"
	hIfMatch            = "If-Match"
	hIfNoneMatch        = "If-None-Match"
	hLocation           = "Location"
	hMethod             = "X-Http-Method"
	hNextPartition      = "X-Ms-Continuation-Nextpartitionkey"
	hNextRow            = "X-Ms-Continuation-Nextrowkey"
	hNextTable          = "X-Ms-Continuation-Nexttablename"
	hPrefer             = "Prefer"
	hPreferenceApplied  = "Preference-Applied"
	hRequestID          = "X-Ms-Request-Id"
	hServer             = "Server"
	hVersion            = "X-Ms-Version"
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
