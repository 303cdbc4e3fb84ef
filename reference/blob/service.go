// Package blob is the Blob service of the reference server: it classifies each request to a documented operation,
// holds it against the rules, and translates between HTTP and the store.
//
// An operation reads and checks its headers first, then its body, and only then takes the resource's lock, so that a
// client that sends slowly keeps no one waiting. What an operation evaluates, and in which order, stands in
// reference/rules; handlers hold no condition on being faulty or not.
package blob

import (
	"net/http"
	"sync"
	"sync/atomic"

	"ifmatch/reference/auth"
	"ifmatch/reference/clock"
	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	"ifmatch/reference/guid"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store"
)

// Config is what a service is made of. All fields but Middleware are needed.
type Config struct {
	Account    string
	Key        []byte
	Clock      clock.Clock
	Rules      *rules.Rules
	Store      store.Blobs
	IDs        *guid.Source    // of requests, copies and the leases for which nobody proposes an id
	Middleware []op.Middleware // the first is the outermost
}

// Service is the Blob service of one account. It is an http.Handler.
type Service struct {
	account    string
	auth       auth.Options
	clock      clock.Clock
	rules      *rules.Rules
	store      store.Blobs
	middleware []op.Middleware
	copies     copies
	ids        *guid.Source
	date       atomic.Pointer[datedHeader]
	settings   sync.Mutex // held by who replaces the service's properties
}

// New makes a service.
func New(c Config) *Service {
	s := &Service{
		account:    c.Account,
		clock:      c.Clock,
		rules:      c.Rules,
		store:      c.Store,
		middleware: c.Middleware,
		ids:        c.IDs,
	}
	s.auth = auth.Options{Account: c.Account, Key: c.Key, Service: "blob", Policy: s.policy}
	return s
}

// ServeHTTP answers one request.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if p := recover(); p != nil {
			if p == http.ErrAbortHandler {
				panic(p) // a fault that cuts the connection
			}
			s.refuse(w, r, errcode.New(errcode.InternalError))
		}
	}()
	s.greet(w.Header(), r)
	t, err := s.classify(r)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	version, err := version(r, t)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	set(w.Header(), hVersion, version)
	sender, err := s.admit(r, t)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	if len(s.middleware) == 0 {
		s.serve(w, r, t, sender)
		return
	}
	var h http.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, t, sender) })
	for i := len(s.middleware) - 1; i >= 0; i-- {
		h = s.middleware[i](t.op, h)
	}
	h.ServeHTTP(w, r)
}

// serve executes the operation.
func (s *Service) serve(w http.ResponseWriter, r *http.Request, t target, id auth.Identity) {
	handle := handlers[t.op]
	if handle == nil {
		s.refuse(w, r, errcode.Newf(errcode.NotImplemented, "The reference server does not implement "+t.op.String()+"."))
		return
	}
	c := &call{s: s, target: t, rule: &s.rules.Operations[t.op], r: r, h: r.Header, id: id}
	err := c.supported()
	if err == nil {
		err = handle(c, w)
	}
	if err != nil {
		s.refuse(w, r, err)
	}
}

// greet sets the headers that every response has.
func (s *Service) greet(h http.Header, r *http.Request) {
	set(h, hRequestID, s.ids.Next().String())
	share(h, hServer, vName)
	share(h, hDate, s.dateHeader())
	if v := r.Header[hClientRequestID]; len(v) == 1 && len(v[0]) <= 1024 {
		share(h, hClientRequestID, v)
	}
}

// datedHeader is the Date header of one second, shared by all responses of that second.
type datedHeader struct {
	second int64
	value  []string
}

func (s *Service) dateHeader() []string {
	now := s.clock.Now()
	if d := s.date.Load(); d != nil && d.second == now.Unix() {
		return d.value
	}
	d := &datedHeader{now.Unix(), []string{etag.HTTPDate(now)}}
	s.date.Store(d)
	return d.value
}

// handler executes one operation: it answers with success itself, and returns a refusal.
type handler func(*call, http.ResponseWriter) error
