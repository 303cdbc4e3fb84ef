package fault

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// ErrNoFault means that there is no fault with the given name.
var ErrNoFault = errors.New("there is no such fault")

// Lookup finds a fault by its name.
func Lookup(name string) (f Fault, found bool) {
	i := slices.IndexFunc(all(), func(f Fault) bool { return f.Name == name })
	if i < 0 {
		return f, false
	}
	return all()[i], true
}

// Parse finds a fault by its name. For a sporadic fault, NAME=1/N also sets how often it appears.
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
		return f, fmt.Errorf("the fault %s appears every time, so it takes no rate", name)
	}
	r, err := ParseRate(often)
	if err != nil {
		return f, fmt.Errorf("the fault %s: %w", name, err)
	}
	return f.At(r), nil
}

// All lists the whole catalogue.
func All() []Fault { return slices.Clone(all()) }

var all = sync.OnceValue(func() []Fault { return slices.Concat(Permanent(), Mirrored(), Sporadic()) })

// Permanent lists the faults that appear every time.
func Permanent() []Fault { return saying(append(catalogue(), generated()...)) }

// Sporadic lists the faults that appear now and then, each at its default rate.
func Sporadic() []Fault {
	list := make([]Fault, 0, len(sporadic))
	for _, f := range sporadic {
		list = append(list, f.At(f.Rate))
	}
	return list
}
