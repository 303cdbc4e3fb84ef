// Package fault is the catalogue of wrong behaviours that a reference server can be made with, by name. A suite is
// only as good as the faults it notices.
//
// A fault works through one of three seams, and no handler knows of it: it alters the rules that the server believes,
// wraps requests and responses, or stands between the service and its store.
package fault

import (
	"ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store"
	"ifmatch/reference/store/entities"
	"ifmatch/reference/store/messages"
)

// Kind is the seam that a fault works through.
type Kind string

// The kinds.
const (
	InRules      Kind = "rules"
	InMiddleware Kind = "middleware"
	InStore      Kind = "store"
)

// Fault is one wrong behaviour. Exactly one of the five functions is set; its kind names the seam.
type Fault struct {
	Name     string   // what it is selected by
	Sentence string   // what the server does wrong
	Kind     Kind     // how it is made
	Clauses  []string // which clauses must notice

	Rules      func(*rules.Rules)
	Middleware operation.Middleware
	Store      func(store.Blobs) store.Blobs
	Entities   func(entities.Store) entities.Store
	Messages   func(messages.Store) messages.Store
}

// Lookup finds a fault by its name.
func Lookup(name string) (Fault, bool) {
	for _, f := range catalogue {
		if f.Name == name {
			return f, true
		}
	}
	return Fault{}, false
}

// All lists the catalogue.
func All() []Fault { return append([]Fault(nil), catalogue...) }
