package scenario

import (
	"net/http"
	"time"
)

// Request is what a client asks for in addition to the operation's name. Each room has its own
// type, which embeds a Base. The zero value of a field means "do not send". If an operation
// cannot do without the field, it chooses a value itself; a case that wants the header missing
// names it in Drop.
type Request interface {
	// Common is the part that requests of every service have.
	Common() *Base
	// Exact lists the headers, in addition to those of Base, that must go on the wire exactly
	// so, even if the SDK method cannot express them.
	Exact() []Header
}

// Base is what requests of every service can carry.
type Base struct {
	// The conditions are header values exactly as they go on the wire, so that a case can
	// send what an SDK type cannot express.
	IfMatch, IfNoneMatch, IfModifiedSince, IfUnmodifiedSince *string

	// Body is the content to write.
	Body     []byte
	Metadata map[string]string // x-ms-meta-*; empty but not nil clears
	// Policies are the stored access policies to set; empty but not nil removes all.
	Policies []Policy

	// Verb replaces the operation's method, for operations documented as
	// GET/HEAD.
	Verb string
	// Headers holds further headers as they go on the wire. Drop lists headers that the SDK
	// would send and this request must not. Both act before signing and ignore the case of the
	// name. Authorization cannot be dropped: anonymous requests need a client without
	// credential.
	Headers http.Header
	Drop    []string

	// Spelling is another way of writing the last name of the address, a word of SpellingTerm; empty: the
	// SDK's own.
	Spelling string
	// Shouted sends the names of conditions and lease IDs in upper case.
	Shouted bool
}

// Common makes Base itself part of every Request.
func (b *Base) Common() *Base { return b }

// Exact lists no headers: a room whose requests have more than those of Base says so itself.
func (*Base) Exact() []Header { return nil }

// Content sets the body of a request that has none yet.
func (b *Base) Content(text string) {
	if b.Body == nil {
		b.Body = []byte(text)
	}
}

// SetHeader adds a further header.
func (b *Base) SetHeader(name, value string) {
	if b.Headers == nil {
		b.Headers = http.Header{}
	}
	b.Headers.Set(name, value)
}

// Header is one request header; a nil value is not sent.
type Header struct {
	Name  string
	Value *string
}

// Conditions lists the conditional headers.
func (b *Base) Conditions() []Header {
	return []Header{
		{"If-Match", b.IfMatch}, {"If-None-Match", b.IfNoneMatch},
		{"If-Modified-Since", b.IfModifiedSince}, {"If-Unmodified-Since", b.IfUnmodifiedSince},
	}
}

// Policy is one stored access policy. Times are whole seconds; zero means "not
// stored".
type Policy struct {
	ID         string
	Permission string
	Start      time.Time
	Expiry     time.Time
}

// String shows a policy in one line.
func (p Policy) String() string {
	text := p.ID + ":" + p.Permission
	if !p.Start.IsZero() {
		text += " from " + p.Start.UTC().Format(time.RFC3339)
	}
	if !p.Expiry.IsZero() {
		text += " until " + p.Expiry.UTC().Format(time.RFC3339)
	}
	return text
}

// Same reports whether two policies are equal, regardless of the zones of their times.
func (p Policy) Same(q Policy) bool {
	return p.ID == q.ID && p.Permission == q.Permission && p.Start.Equal(q.Start) && p.Expiry.Equal(q.Expiry)
}
