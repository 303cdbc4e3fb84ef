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
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
)

// Config is what every service is made of. Second, Tokens and Middleware may be missing.
type Config struct {
	Account    string
	Key        []byte
	Second     []byte       // the account's second key; nil: there is none
	Tokens     *auth.Tokens // the bearer tokens that are believed; nil: none
	Gate       auth.Gate    // who may pass; nil: whom the documents let
	Clock      clock.Clock
	Rules      *rules.Rules
	IDs        *guid.Source    // of requests, and of whatever else a service has to name
	Middleware []op.Middleware // the first is the outermost
}

// shared is what all calls of a service make use of.
type shared struct {
	Config
	settings   sync.Mutex // held by who replaces the service's properties
	properties atomic.Pointer[document.Properties]
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

// Caller is a service's own call. It embeds Call, which makes it one.
type Caller interface{ base() *Call }

func (c *Call) base() *Call { return c }

// Get is the first value of a header of the request, whose name is in canonical form.
func (c *Call) Get(name string) string { return header.Get(c.Header, name) }

// Has reports whether the request has a header, be it empty.
func (c *Call) Has(name string) bool {
	_, given := c.Header[name]
	return given
}

// defaultVersion is the version of the protocol that requests without a version are answered with.
const defaultVersion = "2021-12-02"

// setVersion finds the version of the protocol that a request asks for: x-ms-version, else that of its shared access
// signature. Where there is an oldest version, requests that are signed with the key must have one.
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
