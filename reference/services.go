package reference

import (
	"net/http"
	"slices"
	"strings"

	"ifmatch/reference/blob"
	"ifmatch/reference/fault"
	"ifmatch/reference/file"
	"ifmatch/reference/frontend"
	"ifmatch/reference/operation"
	"ifmatch/reference/queue"
	"ifmatch/reference/store"
	"ifmatch/reference/store/entities"
	"ifmatch/reference/store/files"
	"ifmatch/reference/store/messages"
	"ifmatch/reference/table"
)

// services lists the services of a server: name, port (as emulators use it), and constructor.
var services = []service{
	{operation.BlobService, "10000", func(m *material) http.Handler { return blob.New(m.config, m.blobs.of()) }},
	{operation.QueueService, "10001", func(m *material) http.Handler { return queue.New(m.config, m.messages.of()) }},
	{operation.TableService, "10002", func(m *material) http.Handler { return table.New(m.config, m.entities.of()) }},
	{operation.FileService, "10003", func(m *material) http.Handler { return file.New(m.config, m.files.of()) }}, // emulators have no File service
}

type service struct {
	name operation.Service
	port string
	make func(*material) http.Handler
}

// setting returns the name of the service's endpoint in a connection string.
func (s *service) setting() string {
	return strings.ToUpper(string(s.name[:1])) + string(s.name[1:]) + "Endpoint"
}

// material holds the parts from which the services of a server are made.
type material struct {
	config   frontend.Config
	blobs    stores[store.Blobs]
	messages stores[messages.Store]
	entities stores[entities.Store]
	files    stores[files.Store]
	shown    files.Store // the files as SMB shows them
}

// spoil builds a fault into the material.
func (m *material) spoil(f fault.Fault) {
	if f.Rules != nil {
		m.config.Rules = m.config.Rules.Altered(f.Rules)
	}
	if f.Middleware != nil {
		m.config.Middleware = append(m.config.Middleware, f.Middleware())
	}
	if f.Gate != nil {
		m.config.Gate = f.Gate(m.config.Gate)
	}
	m.blobs.decorate(f.Store, f.Scope)
	m.messages.decorate(f.Messages, f.Scope)
	m.entities.decorate(f.Entities, f.Scope)
	if f.OverSMB {
		m.shown = f.Files(m.shown)
	} else {
		m.files.decorate(f.Files, f.Scope)
	}
	if f.WithStores != nil {
		parts := f.WithStores(fault.Stores{Blobs: m.blobs.all, Entities: m.entities.all, Messages: m.messages.all})
		m.blobs.decorate(parts.Store, parts.Scope)
		m.config.Middleware = append(m.config.Middleware, parts.Middleware)
	}
}

// stores are the store of one service and its decorators.
type stores[S any] struct {
	all  S
	some []decorator[S]
}

// decorator wraps the store for some operations.
type decorator[S any] struct {
	store func(S) S
	of    []operation.Operation
}

// decorate wraps the store in a decorator for the operations given, or for all if none are given. Decorators for all
// operations are the innermost ones.
func (s *stores[S]) decorate(d func(S) S, of []operation.Operation) {
	switch {
	case d == nil:
	case len(of) == 0:
		s.all = d(s.all)
	default:
		s.some = append(s.some, decorator[S]{d, of})
	}
}

// of gives each operation its store. Operations with the same decorators share one, so that a decorator can keep state.
func (s *stores[S]) of() operation.Stores[S] {
	if len(s.some) == 0 {
		return func(operation.Operation) S { return s.all }
	}
	var of [operation.Count]S
	for o := range of {
		of[o] = s.all
	}
	for _, d := range s.some {
		made := map[any]S{} // by the store that they wrap
		for o := range of {
			if !slices.Contains(d.of, operation.Operation(o)) {
				continue
			}
			before := any(of[o])
			if _, found := made[before]; !found {
				made[before] = d.store(of[o])
			}
			of[o] = made[before]
		}
	}
	return func(o operation.Operation) S { return of[o] }
}
