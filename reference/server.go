// Package reference is a server that behaves as the documentation of Azure Storage says. It is for use in tests, and it
// is the standard with which other servers are compared.
//
// A test begins with Start or InProcess, and gives ConnectionString to a client of Azure Storage, of any vendor:
//
//	server := reference.Start(t)
//	client, err := azblob.NewClientFromConnectionString(server.ConnectionString(), nil)
//
// A Server runs in this process and keeps everything in memory; package disk can keep its data in a folder as well.
// Tests that can use an http.RoundTripper need no socket
// (RoundTripper). Others make the server listen on one (Listen), or get a server that listens for the length of a test
// (Start). Its clock can be virtual, so that a lease of one minute expires when the test says so (Advance).
package reference

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"sync"
	"time"

	"ifmatch/reference/auth"
	"ifmatch/reference/clock"
	"ifmatch/reference/fault"
	"ifmatch/reference/frontend"
	"ifmatch/reference/guid"
	"ifmatch/reference/issuer"
	"ifmatch/reference/journal"
	"ifmatch/reference/operation"
	"ifmatch/reference/store"
	"ifmatch/reference/store/entities"
	"ifmatch/reference/store/files"
	"ifmatch/reference/store/messages"
	"ifmatch/reference/weather"
)

// The account that all emulators of Azure Storage use. Its key is public.
const (
	DefaultAccount = "devstoreaccount1"
	DefaultKey     = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
)

// Server is one storage account.
type Server struct {
	account string
	key     string
	clock   clock.Clock
	faults  *fault.Log // record of what sporadic faults did; nil: there are none
	sky     *weather.Sky
	exposed bool // weather was asked for in the options

	onExchange func(Exchange) // nil: nobody wants to know

	certificate *Certificate   // nil: the server uses http
	tokens      *auth.Tokens   // nil: the server accepts no tokens
	issuer      *issuer.Issuer // the server's own issuer; nil without tokens

	bare     map[operation.Service]http.Handler // the services themselves
	handlers map[operation.Service]http.Handler // the services under the weather
	files    files.Store
	book     *journal.Book

	mu        sync.Mutex
	joined    []*Server // other accounts at the same addresses
	listeners map[operation.Service]*listener
}

// listener is one service on one address.
type listener struct {
	address string
	server  *http.Server
	done    chan struct{}
}

// New makes a server. It panics if a key is not base64, because a program cannot repair that at run time. Check keys
// that come from outside with ValidKey.
func New(o Options) *Server {
	s := &Server{account: o.Account, key: o.Key, clock: o.Clock, sky: o.Weather, exposed: o.Weather != nil, onExchange: o.OnExchange}
	if s.sky == nil {
		s.sky = new(weather.Sky)
	}
	if s.account == "" {
		s.account = DefaultAccount
	}
	if s.key == "" {
		s.key = DefaultKey
	}
	if s.clock == nil {
		s.clock = clock.Real{}
	}
	key, err := base64.StdEncoding.DecodeString(s.key)
	if err != nil {
		panic("reference: the account's key is not base64, check it with ValidKey")
	}
	second, err := base64.StdEncoding.DecodeString(o.SecondKey)
	if err != nil {
		panic("reference: the account's second key is not base64, check it with ValidKey")
	}
	if len(second) == 0 {
		second = nil
	}
	ids := guid.NewSource(o.Seed)
	s.certificate = o.Certificate
	if o.Tokens {
		s.issuer = issuer.New(s.clock, ids)
		s.tokens = &auth.Tokens{Issuers: append([]string{issuer.Beginning}, auth.EntraIssuers...), Authority: "https://login.microsoftonline.com/common/oauth2/authorize"}
	}
	blobs, queued, tables, shares := store.New(s.clock), messages.New(s.clock), entities.New(s.clock), files.New(s.clock)
	m := material{
		config: frontend.Config{
			Account: s.account, Key: key, Second: second, Tokens: s.tokens,
			Gate: auth.Strict{}, Clock: s.clock, IDs: ids, Rules: o.rules(),
		},
		blobs:    stores[store.Blobs]{all: blobs},
		messages: stores[messages.Store]{all: queued},
		entities: stores[entities.Store]{all: tables},
		files:    stores[files.Store]{all: shares},
	}
	parts := map[byte]journal.Part{'b': blobs, 'q': queued, 't': tables, 'f': shares}
	m.shown = shares
	for _, f := range o.Faults {
		if f.Sporadic() && s.faults == nil {
			s.faults = fault.NewLog(o.OnFault)
		}
		m.spoil(f.Into(s.faults))
	}
	s.files = m.shown
	s.bare = make(map[operation.Service]http.Handler, len(services))
	s.handlers = make(map[operation.Service]http.Handler, len(services))
	for _, of := range services {
		s.bare[of.name] = of.make(&m)
		s.handlers[of.name] = s.underSky(of.name)
	}
	s.book = bound(parts, s.bare)
	return s
}

// Shown returns how often each sporadic fault of the server appeared, by name, and the last ten thousand occasions.
func (s *Server) Shown() (count map[string]int, last []fault.Showing) {
	if s.faults == nil {
		return nil, nil
	}
	return s.faults.Shown()
}

// ValidKey returns an error that explains what is wrong with an account key, or nil if it is valid.
func ValidKey(key string) error {
	if k, err := base64.StdEncoding.DecodeString(key); err != nil || len(k) == 0 {
		return fmt.Errorf("reading the account key: not base64, use the form in which the portal shows keys")
	}
	return nil
}

// Services returns the services that a server offers.
func Services() []operation.Service {
	all := make([]operation.Service, len(services))
	for i, s := range services {
		all[i] = s.name
	}
	return all
}

// Handler returns the HTTP handler of a service, or nil if the server does not have that service.
func (s *Server) Handler(service operation.Service) http.Handler { return s.handlers[service] }

// Files returns the store of the File service. A server for another protocol can serve the same files, and must then
// share the table of open handles.
func (s *Server) Files() files.Store {
	if s.book.Kept() {
		return settledFiles{s.files, s.book}
	}
	return s.files
}

// Book returns the stores of the account as what a journal can keep (reference/disk). Use it before the server listens.
func (s *Server) Book() *journal.Book { return s.book }

// Account returns the name of the account.
func (s *Server) Account() string { return s.account }

// Key returns the account key in base64.
func (s *Server) Key() string { return s.key }

// Now returns the time on the server's clock.
func (s *Server) Now() time.Time { return s.clock.Now() }

// Advance moves a virtual clock, or waits in a synctest bubble. It reports whether the server has a clock of its own.
func (s *Server) Advance(d time.Duration) bool {
	v, ok := s.clock.(interface {
		Advance(time.Duration) time.Time
	})
	if ok {
		v.Advance(d)
	}
	return ok
}

// BreakLease breaks the lease of the blob or container that a request addresses, at once, as any other client with
// write access could. Without a lease it does nothing.
func (s *Server) BreakLease(r *http.Request) {
	if b, ok := s.bare[operation.BlobService].(interface{ BreakLease(*http.Request) }); ok {
		b.BreakLease(r)
	}
}

// HoldCopies keeps asynchronous copies pending until it is called with false. // BLOB-COPY-14
func (s *Server) HoldCopies(held bool) {
	for _, h := range s.bare {
		if c, ok := h.(interface{ HoldCopies(held bool) }); ok {
			c.HoldCopies(held)
		}
	}
}
