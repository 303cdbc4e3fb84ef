package frontend

import (
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"ifmatch/reference/auth"
	"ifmatch/reference/clock"
	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/guid"
	"ifmatch/reference/header"
	"ifmatch/reference/journal"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
)

// Config configures a service. Second, Tokens and Middleware are optional.
type Config struct {
	Account    string
	Key        []byte
	Second     []byte       // the account's second key; nil: there is none
	Tokens     *auth.Tokens // the accepted bearer tokens; nil: none
	Gate       auth.Gate    // decides who may pass; nil: as documented
	Clock      clock.Clock
	Rules      *rules.Rules
	IDs        *guid.Source    // of requests, and of everything else that a service has to name
	Middleware []op.Middleware // the first is the outermost
}

// shared is the state shared by all calls of a service.
type shared struct {
	Config
	name       op.Service
	settings   sync.Mutex // held while the service's properties are replaced
	properties atomic.Pointer[document.Properties]
	log        *journal.Log // where new properties are kept; nil: nowhere
}

// Call is one request on its way through a service.
type Call struct {
	Request  *http.Request
	Header   http.Header // of the request
	Query    url.Values
	Op       op.Operation
	Version  string // of the protocol
	Sender   auth.Identity
	location location
	*shared
}

// Caller is a service's own call. Embedding Call makes a type a Caller.
type Caller interface{ base() *Call }

func (c *Call) base() *Call { return c }

// Get returns the first value of a request header, whose name is in canonical form.
func (c *Call) Get(name string) string { return header.Get(c.Header, name) }

// Has reports whether the request has a header, even an empty one.
func (c *Call) Has(name string) bool {
	_, given := c.Header[name]
	return given
}

// defaultVersion is the protocol version used for requests without a version.
const defaultVersion = "2021-12-02"

// setVersion determines the protocol version that a request asks for: x-ms-version, or else the version of its shared
// access signature. If the service has an oldest version, requests signed with the key must name a version.
func (c *Call) setVersion(oldest string) error {
	v := c.Get(header.Version)
	if v == "" {
		v = c.Query.Get("sv")
	}
	if v == "" {
		if oldest != "" && c.Get(header.Authorization) != "" {
			return errcode.MissingHeader("x-ms-version")
		}
		v = defaultVersion
	} else if _, err := time.Parse(time.DateOnly, v); err != nil || v < oldest {
		return errcode.BadHeader("x-ms-version", v)
	}
	c.Version = v
	return nil
}
