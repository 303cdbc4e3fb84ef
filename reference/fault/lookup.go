package fault

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// ErrNoFault means that there is no fault of that name.
var ErrNoFault = errors.New("there is no such fault")

// Lookup finds a fault by its name.
func Lookup(name string) (Fault, bool) {
	i, found := places()[name]
	if !found {
		return Fault{}, false
	}
	return All()[i], true
}

// places are the places of the faults in the catalogue, by name.
var places = sync.OnceValue(func() map[string]int {
	at := map[string]int{}
	for i, f := range All() {
		at[f.Name] = i
	}
	return at
})

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
func Permanent() []Fault { return slices.Concat(catalogue, generated()) }

// Sporadic lists the faults that show now and then, each as often as it does by default.
func Sporadic() []Fault {
	list := make([]Fault, 0, len(sporadic))
	for _, f := range sporadic {
		list = append(list, f.At(f.Rate))
	}
	return list
}
