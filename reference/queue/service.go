// Package queue is the Queue service of the reference server: it classifies each request to a documented operation,
// holds it against the rules, and translates between HTTP and the store.
//
// A request is checked first, its parameters, then its body, and only then takes the lock of its queue, so that a
// client that sends slowly keeps no one waiting. What becomes of a message stands in reference/rules: whether an
// operation hides it, counts, or gives it a new receipt.
package queue

import (
	"net/http"
	"sync"

	"ifmatch/reference/auth"
	"ifmatch/reference/clock"
	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	"ifmatch/reference/guid"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store/messages"
)

// Config is what a service is made of. All fields but Middleware are needed.
type Config struct {
	Account    string
	Key        []byte
	Clock      clock.Clock
	Rules      *rules.Rules
	Store      messages.Store
	IDs        *guid.Source    // of requests, messages and receipts
	Middleware []op.Middleware // the first is the outermost
}

// Service is the Queue service of one account. It is an http.Handler.
type Service struct {
	account    string
	auth       auth.Options
	clock      clock.Clock
	rules      *rules.Rules
	store      messages.Store
	ids        *guid.Source
	middleware []op.Middleware
	settings   sync.Mutex // held by who replaces the service's properties
}

// New makes a service.
func New(c Config) *Service {
	s := &Service{
		account:    c.Account,
		clock:      c.Clock,
		rules:      c.Rules,
		store:      c.Store,
		ids:        c.IDs,
		middleware: c.Middleware,
	}
	s.auth = auth.Options{Account: c.Account, Key: c.Key, Service: "queue", Policy: s.policy}
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
	if err := s.admit(r, t); err != nil {
		s.refuse(w, r, err)
		return
	}
	c := &call{s: s, target: t, version: version, rule: &s.rules.Queue.Messages[t.op]}
	if len(s.middleware) == 0 {
		c.serve(w, r)
		return
	}
	var h http.Handler = http.HandlerFunc(c.serve)
	for i := len(s.middleware) - 1; i >= 0; i-- {
		h = s.middleware[i](t.op, h)
	}
	h.ServeHTTP(w, r)
}

// greet sets the headers that every response has. There is no ETag and no Last-Modified. // QUEUE-LWW-11
func (s *Service) greet(h http.Header, r *http.Request) {
	set(h, hRequestID, s.ids.Next().String())
	set(h, hServer, "ifmatch-reference/1.0")
	set(h, hDate, etag.HTTPDate(s.clock.Now()))
	set(h, hCacheControl, "no-cache")
	if v := get(r.Header, hClientRequestID); len(v) <= 1024 {
		set(h, hClientRequestID, v)
	}
}

// handler executes one operation: it answers with success itself, and returns a refusal.
type handler func(*call, http.ResponseWriter) error

// handlers execute the operations; one that has none is documented, and out of this server's scope.
var handlers = [op.Count]handler{
	op.ListQueues:                listQueues,
	op.GetQueueServiceProperties: getServiceProperties,
	op.SetQueueServiceProperties: setServiceProperties,

	op.CreateQueue:      createQueue,
	op.DeleteQueue:      deleteQueue,
	op.GetQueueMetadata: getMetadata,
	op.SetQueueMetadata: setMetadata,
	op.GetQueueACL:      getACL,
	op.SetQueueACL:      setACL,

	op.PutMessage:    putMessage,
	op.GetMessages:   getMessages,
	op.PeekMessages:  peekMessages,
	op.ClearMessages: clearMessages,
	op.UpdateMessage: updateMessage,
	op.DeleteMessage: deleteMessage,
}

// Implemented reports whether the server executes the operation, instead of answering 501.
func Implemented(o op.Operation) bool { return o < op.Count && handlers[o] != nil }
