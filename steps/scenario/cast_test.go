package scenario

import "testing"

func TestActorsAreKnownByTheirNames(t *testing.T) {
	t.Parallel()
	w := &World{}
	for _, name := range []string{"a client", "the client", "Client", "client"} {
		if w.Cast.Actor(name) != w.Cast.Actor("a client") {
			t.Errorf("%q is somebody else than a client", name)
		}
	}
	if w.Cast.Actor("another client") == w.Cast.Actor("a client") || w.Cast.OneOfMany("client", 0) == w.Cast.Actor("a client") {
		t.Error("another client, or one of many, is a client itself")
	}
	if n := len(w.Cast.All()); n != 3 {
		t.Errorf("%d clients, want 3", n)
	}
}
