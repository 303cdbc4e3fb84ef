// Package fault is the catalogue of wrong behaviours that can be built into a reference server, by name. A suite is
// only as good as the faults it notices.
//
// A fault works through one of four seams, and no handler knows of it. It alters the rules, wraps requests and
// responses, or stands between the service and its store, or in front of the gate that admits senders.
//
// Most faults appear every time, so that a functional suite notices them. Sporadic faults appear now and then. To
// notice them takes load, and a checker of what was seen under load.
package fault

import (
	"ifmatch/reference/auth"
	"ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store"
	"ifmatch/reference/store/entities"
	"ifmatch/reference/store/files"
	"ifmatch/reference/store/messages"
)

// Kind is the seam that a fault works through.
type Kind string

// The kinds.
const (
	InRules      Kind = "rules"
	InMiddleware Kind = "middleware"
	InStore      Kind = "store"
	InGate       Kind = "gate"
)

// Fault is one wrong behaviour. Exactly one of its functions is set.
type Fault struct {
	Name     string   // the name by which it is selected
	Family   string   // group of similar faults
	Sentence string   // what the server does wrong
	Clauses  []string // clauses that must notice it
	// Level is the lowest level at which a suite judges the altered behaviour, if that is lower than the level of the
	// clauses. For example, an error code is "observed" if no document names it.
	Level string
	// Excuse is the reason, in one sentence, why no suite notices the fault.
	Excuse string

	// Rate is how often a sporadic fault appears. Workloads are the workloads of `ifmatch load` that must find it. Both
	// are zero for a fault that appears every time.
	Rate      Rate
	Workloads []string

	Rules      func(*rules.Rules)
	Middleware func() operation.Middleware // makes one for each server
	Store      func(store.Blobs) store.Blobs
	Entities   func(entities.Store) entities.Store
	Messages   func(messages.Store) messages.Store
	Gate       func(auth.Gate) auth.Gate
	// Files decorates the files as REST sees them or, if OverSMB is set, as SMB sees them.
	Files   func(files.Store) files.Store
	OverSMB bool
	// WithStores makes a fault for one server that uses two seams and can see the stores behind it.
	WithStores func(behind Stores) Parts
	// Scope lists the operations that use the decorated store; empty: all of them.
	Scope []operation.Operation

	seam seam // of a sporadic fault: makes its functions
}

// Stores are the stores behind the services of a server.
type Stores struct {
	Blobs    store.Blobs
	Entities entities.Store
	Messages messages.Store
}

// Parts are a middleware and a decorator of a store that work together. The decorator may be nil.
type Parts struct {
	Middleware operation.Middleware
	Store      func(store.Blobs) store.Blobs
	Scope      []operation.Operation // operations that use the decorated store; empty: all of them
}

// seam makes a sporadic fault for one server. One of the functions is set.
type seam struct {
	requests func(*dice) operation.Middleware
	blobs    func(*dice) hooks
	entities func(*dice) partitions
	messages func(messages.Store, *dice) messages.Store
	files    func(files.Store, *dice) files.Store
}

// Kind returns the seam that the fault works through.
func (f Fault) Kind() Kind {
	switch {
	case f.Rules != nil:
		return InRules
	case f.Gate != nil:
		return InGate
	case f.Middleware != nil:
		return InMiddleware
	}
	return InStore
}

// Sporadic reports whether the fault appears only now and then.
func (f Fault) Sporadic() bool { return f.Rate != 0 }

// At returns a sporadic fault at another rate; other faults are unchanged. If two servers meet the same occasions in
// the same order, both fail on the same ones.
func (f Fault) At(r Rate) Fault {
	if !f.Sporadic() {
		return f
	}
	f.Rate = r
	return f.Into(nil)
}

// Into returns the fault for one server. A sporadic fault writes to the server's log.
func (f Fault) Into(l *Log) Fault {
	s := f.seam
	dice := func() *dice { return newDice(f.Name, f.Rate, l) }
	if s.requests != nil {
		f.Middleware = func() operation.Middleware { return s.requests(dice()) }
	}
	if s.blobs != nil {
		f.Store = func(b store.Blobs) store.Blobs { return s.blobs(dice()).before(b) }
	}
	if s.entities != nil {
		f.Entities = func(e entities.Store) entities.Store { return s.entities(dice()).before(e) }
	}
	if s.messages != nil {
		f.Messages = func(m messages.Store) messages.Store { return s.messages(m, dice()) }
	}
	if s.files != nil {
		f.Files = func(m files.Store) files.Store { return s.files(m, dice()) }
	}
	return f
}
