package metric_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ifmatch/reports/load"
	"ifmatch/reports/load/metric"
)

// TestFiguresHaveOneName: each figure has a name of its own, a formula, and one way to
// read it.
func TestFiguresHaveOneName(t *testing.T) {
	t.Parallel()
	word, seen := regexp.MustCompile(`^[a-z]+(_[a-z0-9]+)*$`), map[string]bool{}
	for _, f := range metric.All() {
		if !word.MatchString(f.Name) || seen[f.Name] || f.Formula == "" || (f.Of == nil) == (f.Spread == nil) {
			t.Errorf("figure %+v has no name of its own, no formula, or not one way to be read", f.Name)
		}
		seen[f.Name] = true
		if f.Of != nil {
			f.Of(load.Run{}) // empty runs and old results lack figures, but must not cause a panic
		} else if d := f.Spread(load.Run{}); len(metric.Stats(d)) > 0 {
			t.Errorf("an empty run has a distribution %s", f.Name)
		}
	}
	for old, name := range metric.Aliases {
		if base := strings.TrimSuffix(name, "_p99"); !seen[base] {
			t.Errorf("%s stands for %s, which there is not", old, name)
		}
	}
}

// TestNoRendererSpellsAFigure: code that shows, stores, compares or judges figures takes
// their names from the list.
func TestNoRendererSpellsAFigure(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../*/*.go")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") || strings.HasPrefix(filepath.Dir(path), "../metric") {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range metric.All() {
			if f.Bench != "" && strings.Contains(string(text), `"`+f.Bench+`"`) && f.Bench != f.Name {
				t.Errorf("%s spells the unit %q", path, f.Bench)
			}
			// Words such as "sent" and "late" also have other meanings.
			if strings.Contains(f.Name, "_") && strings.Contains(string(text), `"`+f.Name+`"`) {
				t.Errorf("%s spells the figure %q", path, f.Name)
			}
		}
		for _, name := range []string{metric.Goodput, metric.Jain, metric.Starvation} {
			if strings.Contains(string(text), `"`+name+`"`) {
				t.Errorf("%s spells the figure %q", path, name)
			}
		}
	}
}
