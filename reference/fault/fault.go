// Package fault is the catalogue of wrong behaviours that a reference server can be made with, by name. A suite is
// only as good as the faults it notices.
//
// A fault works through one of three seams, and no handler knows of it: it alters the rules that the server believes,
// wraps requests and responses, or stands between the service and its store.
//
// Most faults show every time, so that a functional suite notices them. Sporadic ones show now and then: it takes load,
// and a checker of what was seen under load, to notice those.
package fault

import (
	"errors"
	"fmt"
	"strings"

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

	// Rate is how often a sporadic fault shows, and Workloads are those of `ifmatch load` that must find it. Both are
	// zero for a fault that shows every time.
	Rate      Rate
	Workloads []string

	Rules      func(*rules.Rules)
	Middleware func() operation.Middleware // for one server
	Store      func(store.Blobs) store.Blobs
	Entities   func(entities.Store) entities.Store
	Messages   func(messages.Store) messages.Store

	seam seam // of a sporadic fault: what the functions are made of
}

// Sporadic tells whether the fault shows only now and then.
func (f Fault) Sporadic() bool { return f.Rate != 0 }

// ErrNoFault means that there is no fault of that name.
var ErrNoFault = errors.New("there is no such fault")

// Lookup finds a fault by its name.
func Lookup(name string) (Fault, bool) {
	for _, f := range All() {
		if f.Name == name {
			return f, true
		}
	}
	return Fault{}, false
}

// Parse finds a fault by its name, or a sporadic one by NAME=1/N, which sets how often it shows.
func Parse(text string) (Fault, error) {
	name, often, given := strings.Cut(text, "=")
	f, ok := Lookup(name)
	if !ok {
		return f, fmt.Errorf("%w: %q", ErrNoFault, name)
	}
	if !given {
		return f, nil
	}
	if !f.Sporadic() {
		return f, fmt.Errorf("the fault %s shows every time and takes no rate", name)
	}
	r, err := ParseRate(often)
	if err != nil {
		return f, fmt.Errorf("the fault %s: %w", name, err)
	}
	return f.At(r), nil
}

// All lists the catalogue.
func All() []Fault { return append(Permanent(), Sporadic()...) }

// Permanent lists the faults that show every time.
func Permanent() []Fault { return append([]Fault(nil), catalogue...) }

// Sporadic lists the faults that show now and then, each as often as it does by default.
func Sporadic() []Fault {
	list := make([]Fault, 0, len(sporadic))
	for _, f := range sporadic {
		list = append(list, f.At(f.Rate))
	}
	return list
}
