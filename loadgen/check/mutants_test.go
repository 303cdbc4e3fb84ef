package check

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// mutant is a mistake in one file.
type mutant struct{ file, why, old, new string }

func mutants(t *testing.T) (all []mutant) {
	t.Helper()
	text, err := os.ReadFile("testdata/mutants.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split(string(text), "\n@@ ")[1:] {
		head, body, _ := strings.Cut(part, "\n")
		var m mutant
		m.file, m.why, _ = strings.Cut(head, ": ")
		for _, line := range strings.Split(body, "\n") {
			if old, ok := strings.CutPrefix(line, "-"); ok {
				m.old += "\n" + old
			} else if fresh, ok := strings.CutPrefix(line, "+"); ok {
				m.new += "\n" + fresh
			}
		}
		m.old, m.new = strings.TrimPrefix(m.old, "\n"), strings.TrimPrefix(m.new, "\n")
		all = append(all, m)
	}
	return all
}

// TestMutantsApply keeps the list in step with the code: each mistake can be made in exactly
// one place.
func TestMutantsApply(t *testing.T) {
	t.Parallel()
	all := mutants(t)
	if len(all) < 60 {
		t.Errorf("%d mutants, want at least 60", len(all))
	}
	for _, m := range all {
		source, err := os.ReadFile(m.file)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(source), m.old); n != 1 || m.old == "" {
			t.Errorf("%s: %s: the text to replace occurs %d times", m.file, m.why, n)
		}
	}
}

// TestMutantsAreKilled makes one mistake after the other in a copy of its file, and
// expects the tests of its package to fail. It takes minutes: make mutants runs it.
func TestMutantsAreKilled(t *testing.T) {
	only := os.Getenv("IFMATCH_MUTANTS") // part of a file's name, or all
	if only == "" {
		t.Skip("it runs the tests of the checks once for every mutant: make mutants runs it")
	}
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range mutants(t) {
		if only != "all" && !strings.Contains(m.file, only) {
			continue
		}
		t.Run(m.file+"/"+m.why, func(t *testing.T) {
			t.Parallel()
			source, err := os.ReadFile(m.file)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			copied, overlay := filepath.Join(dir, "mutant.go"), filepath.Join(dir, "overlay.json")
			if err := os.WriteFile(copied, []byte(strings.Replace(string(source), m.old, m.new, 1)), 0o600); err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(root, m.file): copied}})
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(overlay, text, 0o600); err != nil {
				t.Fatal(err)
			}
			test := exec.CommandContext(t.Context(), "go", "test", "-count=1", "-failfast", "-vet=off", "-overlay", overlay, "./"+filepath.Dir(m.file))
			test.Env = append(os.Environ(), "IFMATCH_MUTANTS=") // or a mutant of this package would make all mutants again
			out, err := test.CombinedOutput()
			switch {
			case err == nil:
				t.Errorf("not noticed")
			case strings.Contains(string(out), "[build failed]") || strings.Contains(string(out), "[setup failed]"):
				t.Errorf("no mutant, it does not compile:\n%s", out)
			}
		})
	}
}
