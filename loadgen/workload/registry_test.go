package workload

import (
	"strings"
	"testing"
)

func TestRegistry(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, w := range All() {
		if names[w.Name] {
			t.Errorf("%s is listed twice", w.Name)
		}
		names[w.Name] = true
		if w.Name == "" || w.Sentence == "" || w.Invariant == "" || len(w.Services) == 0 || len(w.Needs) == 0 || w.New == nil {
			t.Errorf("%q lacks something: %+v", w.Name, w)
		}
		if strings.HasSuffix(w.Sentence, ".") || strings.HasSuffix(w.Invariant, ".") {
			t.Errorf("%s: sentences of lists have no full stop", w.Name)
		}
		found, ok := Lookup(w.Name)
		if !ok || found.Sentence != w.Sentence {
			t.Errorf("Lookup(%q) finds %q", w.Name, found.Name)
		}
	}
	if _, ok := Lookup("blob-cast"); ok {
		t.Error("Lookup finds what is not there")
	}
	if All()[0].Name = "changed"; All()[0].Name == "changed" {
		t.Error("callers can change the registry")
	}
}
