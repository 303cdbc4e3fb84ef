package workload

import (
	"slices"
	"strings"
	"testing"

	"ifmatch/loadgen/history"
)

func TestRegistry(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, w := range All() {
		if names[w.Name] {
			t.Errorf("%s is listed twice", w.Name)
		}
		names[w.Name] = true
		if w.Name == "" || w.Sentence == "" || w.Attempt == "" || w.Commit == "" || w.Invariant == "" || len(w.Services) == 0 || len(w.Needs) == 0 || w.New == nil {
			t.Errorf("%q lacks something: %+v", w.Name, w)
		}
		if strings.HasSuffix(w.Sentence, ".") || strings.HasSuffix(w.Invariant, ".") {
			t.Errorf("%s: sentences of lists have no full stop", w.Name)
		}
		for _, option := range w.Heeds {
			if w.Defaults.Text(option) == "" {
				t.Errorf("%s heeds %s, which has no default", w.Name, option)
			}
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

// TestAttemptsAreWhatTheWorkloadSays compares the operations that a default run
// flags as attempts with those named in Workload.Attempt.
func TestAttemptsAreWhatTheWorkloadSays(t *testing.T) {
	t.Parallel()
	for _, w := range All() {
		t.Run(w.Name, func(t *testing.T) {
			t.Parallel()
			d := drive(t, w, nil)
			d.prepare()
			d.simulate(4, 1500)
			d.finish()
			said := strings.Fields(strings.ReplaceAll(w.Attempt, ",", ""))
			attempts := map[string]int{}
			for _, e := range d.events {
				if e.Flags&history.Attempt != 0 && e.Flags&history.Outside == 0 {
					attempts[d.env.Book.NameText(e.Name)]++
				}
			}
			if len(attempts) == 0 {
				t.Error("nothing was attempted")
			}
			for name := range attempts {
				for _, word := range strings.Fields(name) {
					if !slices.Contains(said, word) {
						t.Errorf("%s counts as an attempt, which is said to be %s", name, w.Attempt)
						break
					}
				}
			}
		})
	}
}
