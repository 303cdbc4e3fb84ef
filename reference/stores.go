package reference

import (
	"slices"

	"ifmatch/reference/operation"
)

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
