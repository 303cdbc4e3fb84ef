package workload

import (
	"slices"
	"strings"
	"testing"

	"ifmatch/loadgen/check"
	"ifmatch/loadgen/history"
	"ifmatch/reference"
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
			d.simulate(4, 500)
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

// TestDefaultsPutTheInvariantToTheTest checks that a default run on blobs shows
// everything that it needs. TestDefaultsShowWhatTheyAreFor does this for the
// other workloads.
func TestDefaultsPutTheInvariantToTheTest(t *testing.T) {
	t.Parallel()
	for _, w := range blobWorkloads {
		t.Run(w.Name, func(t *testing.T) {
			t.Parallel()
			untilSeen(t, w, reference.Options{}, 4000, func(d *driver, exchanges int) []string {
				shorten(d)
				d.prepare()
				d.simulate(8, exchanges)
				d.finish()
				return unseen(judge(d), w.Needs)
			})
		})
	}
}

// TestARunThatPutsNothingToTheTestSaysSo drives only readers, and prepares a run
// without clients: neither proves the invariant.
func TestARunThatPutsNothingToTheTestSaysSo(t *testing.T) {
	t.Parallel()
	for _, w := range All() {
		for name, exchanges := range map[string]int{"readers": 100, "nobody": 0} {
			t.Run(w.Name+"/"+name, func(t *testing.T) {
				t.Parallel()
				d := drive(t, w, func(o *Options) { o.Reads = 1 })
				d.prepare()
				d.simulate(1, exchanges)
				d.finish()
				v := check.Events(d.env.Book, d.events, true, "", check.Options{Early: -1, Late: -1, Needs: w.Needs})
				if missing := unseen(v, w.Needs); len(missing) == 0 || len(v.NotObserved) < len(missing) {
					t.Errorf("not observed are %q, and %q", v.NotObserved, missing)
				}
			})
		}
	}
}
