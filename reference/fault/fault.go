// Package fault is the catalogue of wrong behaviours that a reference server can be made with, by name. A suite is
// only as good as the faults it notices.
//
// A fault works through one of four seams, and no handler knows of it: it alters the rules that the server believes,
// wraps requests and responses, stands between the service and its store, or before the gate that admits senders.
//
// Most faults show every time, so that a functional suite notices them. Sporadic ones show now and then: it takes load,
// and a checker of what was seen under load, to notice those.
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

// Fault is one wrong behaviour. Exactly one of the functions is set.
type Fault struct {
	Name     string   // what it is selected by
	Family   string   // what it has in common with others
	Sentence string   // what the server does wrong
	Clauses  []string // which clauses must notice
	// Level is the lowest level at which a suite judges what is altered, if that is lower than the clauses' own: an
	// error code is "observed" where no document names it.
	Level string
	// Excuse is why no suite notices the fault: a proof in a sentence.
	Excuse string

	// Rate is how often a sporadic fault shows, and Workloads are those of `ifmatch load` that must find it. Both are
	// zero for a fault that shows every time.
	Rate      Rate
	Workloads []string

	Rules      func(*rules.Rules)
	Middleware func() operation.Middleware // for one server
	Store      func(store.Blobs) store.Blobs
	Entities   func(entities.Store) entities.Store
	Messages   func(messages.Store) messages.Store
	Gate       func(auth.Gate) auth.Gate
	// Files stands before what REST sees of files, or if OverSMB is set what SMB sees of them.
	Files   func(files.Store) files.Store
	OverSMB bool
	// Apart makes a fault that takes two seams, for one server, and knows what stands behind it.
	Apart func(behind Stores) Parts
	// Scope are the operations that see the decorated store; empty: all do.
	Scope []operation.Operation

	seam seam // of a sporadic fault: what the functions are made of
}

// Stores are what the services of a server keep.
type Stores struct {
	Blobs    store.Blobs
	Entities entities.Store
	Messages messages.Store
}

// Parts are a middleware and a decorator of a store that know of each other. The decorator may be nil.
type Parts struct {
	Middleware operation.Middleware
	Store      func(store.Blobs) store.Blobs
	Scope      []operation.Operation // that see the decorated store; empty: all do
}

// seam is how a sporadic fault is made: one of these is set, and makes it for one server.
type seam struct {
	requests func(*dice) operation.Middleware
	blobs    func(*dice) hooks
	entities func(*dice) drafts
	messages func(messages.Store, *dice) messages.Store
	files    func(files.Store, *dice) files.Store
}

// Kind names the seam that the fault works through.
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

// Sporadic tells whether the fault shows only now and then.
func (f Fault) Sporadic() bool { return f.Rate != 0 }

// At is the fault at another rate, if it is sporadic. Of two servers that meet the same occasions in the same order
// both fail on the same of them.
func (f Fault) At(r Rate) Fault {
	if !f.Sporadic() {
		return f
	}
	f.Rate = r
	return f.Into(nil)
}

// Into is the fault on a server whose log it writes, if it is sporadic.
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
