// Package table is the Table service of the reference server: it classifies each request to a documented operation,
// holds it against the rules, and translates between HTTP and the store.
//
// A write is prepared first, from its headers and its body, and only then takes the lock of its partition: prepared
// changes are applied one by one to a draft, which is published if all of them succeed. One entity and a transaction
// of a hundred go the same way.
package table

import (
	"encoding/binary"
	"math/rand/v2"
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
	"ifmatch/reference/store/entities"
)

// Config is what a service is made of. All fields but Middleware are needed.
type Config struct {
	Account    string
	Key        []byte
	Clock      clock.Clock
	Rules      *rules.Rules
	Store      entities.Store
	Middleware []op.Middleware // the first is the outermost
}

// Service is the Table service of one account. It is an http.Handler.
type Service struct {
	account    string
	auth       auth.Options
	clock      clock.Clock
	rules      *rules.Rules
	store      entities.Store
	middleware []op.Middleware
	requests   atomic.Uint64
	instance   uint64     // tells the request ids of servers apart
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
		instance:   rand.Uint64(),
	}
	s.auth = auth.Options{Account: c.Account, Key: c.Key, Service: "table", Policy: s.policy}
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
	c := &call{s: s, target: t, version: version, id: sender}
	var h http.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { c.serve(w, r) })
	for i := len(s.middleware) - 1; i >= 0; i-- {
		h = s.middleware[i](t.op, h)
	}
	h.ServeHTTP(w, r)
}

// greet sets the headers that every response has.
func (s *Service) greet(h http.Header, r *http.Request) {
	var id guid.GUID
	binary.BigEndian.PutUint64(id[:8], s.instance)
	binary.BigEndian.PutUint64(id[8:], s.requests.Add(1))
	set(h, hRequestID, id.String())
	set(h, hServer, "ifmatch-reference/1.0")
	set(h, hDate, etag.HTTPDate(s.clock.Now()))
	set(h, hCacheControl, "no-cache")
	set(h, hContentTypeOptions, "nosniff")
	if v := get(r.Header, hClientRequestID); len(v) <= 1024 {
		set(h, hClientRequestID, v)
	}
}

// handler executes one operation: it answers with success itself, and returns a refusal.
type handler func(*call, http.ResponseWriter) error

// handlers execute the operations; one that has none is documented, and out of this server's scope.
var handlers = [op.Count]handler{
	op.GetTableServiceProperties: getServiceProperties,
	op.SetTableServiceProperties: setServiceProperties,

	op.QueryTables: queryTables,
	op.CreateTable: createTable,
	op.DeleteTable: deleteTable,
	op.GetTableACL: getACL,
	op.SetTableACL: setACL,

	op.QueryEntities:         queryEntities,
	op.GetEntity:             getEntity,
	op.InsertEntity:          writeEntity,
	op.UpdateEntity:          writeEntity,
	op.MergeEntity:           writeEntity,
	op.DeleteEntity:          writeEntity,
	op.InsertOrReplaceEntity: writeEntity,
	op.InsertOrMergeEntity:   writeEntity,
}

func init() { handlers[op.EntityGroupTransaction] = transact } // it looks at the table itself

// Implemented reports whether the server executes the operation, instead of answering 501.
func Implemented(o op.Operation) bool { return o < op.Count && handlers[o] != nil }
