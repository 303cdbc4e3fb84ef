// Package header names the headers that several services share. It reads and writes headers whose names are already in
// canonical form, which saves the work of http.Header.
package header

import "net/http"

// Header names, in the canonical form that http.Header uses as keys.
const (
	AcceptRanges       = "Accept-Ranges"
	AccessTier         = "X-Ms-Access-Tier"
	Authorization      = "Authorization"
	CacheControl       = "Cache-Control"
	ClientRequestID    = "X-Ms-Client-Request-Id"
	ContentDisposition = "Content-Disposition"
	ContentEncoding    = "Content-Encoding"
	ContentLanguage    = "Content-Language"
	ContentLength      = "Content-Length"
	ContentMD5         = "Content-Md5"
	ContentRange       = "Content-Range"
	ContentType        = "Content-Type"
	ContentTypeOptions = "X-Content-Type-Options"
	CopyAction         = "X-Ms-Copy-Action"
	CopySource         = "X-Ms-Copy-Source"
	Date               = "Date"
	DeleteSnapshots    = "X-Ms-Delete-Snapshots"
	ETag               = "Etag"
	ErrorCode          = "X-Ms-Error-Code"
	IfMatch            = "If-Match"
	IfNoneMatch        = "If-None-Match"
	LastModified       = "Last-Modified"
	RangeMD5           = "X-Ms-Range-Get-Content-Md5"
	RequestEncrypted   = "X-Ms-Request-Server-Encrypted"
	RequestID          = "X-Ms-Request-Id"
	Server             = "Server"
	ServerEncrypted    = "X-Ms-Server-Encrypted"
	SourceCRC64        = "X-Ms-Source-Content-Crc64"
	SourceRange        = "X-Ms-Source-Range"
	Version            = "X-Ms-Version"
	WWWAuthenticate    = "Www-Authenticate"
	XMSRange           = "X-Ms-Range"
)

// Set sets a header, unless the value is empty.
func Set(h http.Header, name, value string) {
	if value != "" {
		h[name] = []string{value}
	}
}

// Share sets a header whose value is shared by many responses, without copying it.
func Share(h http.Header, name string, value []string) { h[name] = value }

// Get returns the first value of a header, or "" if there is none.
func Get(h http.Header, name string) string {
	if v := h[name]; len(v) > 0 {
		return v[0]
	}
	return ""
}
