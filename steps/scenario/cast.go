package scenario

import (
	"maps"
	"slices"
	"strings"
)

// Actor returns the client called name, made on first use. "A client", "another client" and
// the like are names, just like "Ann".
func (w *World) Actor(name string) *Actor {
	name = strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(name, "a "), "an "), "the "))
	a, ok := w.actors[name]
	if !ok {
		a = w.newActor(name)
		w.actors[name] = a
	}
	return a
}

// Actors lists the clients of the story, in no order.
func (w *World) Actors() []*Actor { return slices.Collect(maps.Values(w.actors)) }
