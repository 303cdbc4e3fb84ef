package deps

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestWhatIsLeftToFullRunsThere: each test that leaves itself to `make test-full` is
// run by a line of that target.
func TestWhatIsLeftToFullRunsThere(t *testing.T) {
	t.Parallel()
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	_, full, _ := strings.Cut(string(makefile), "\ntest-full:")
	full, _, _ = strings.Cut(full, "\n\n")
	test := regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing\.T\) \{\n\tthorough\.Only\(t\)`)
	files, err := filepath.Glob("../../*/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	deeper, err := filepath.Glob("../../*/*/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, file := range append(files, deeper...) {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		folder := "./" + filepath.ToSlash(strings.TrimPrefix(filepath.Dir(file), "../../"))
		for _, name := range test.FindAllStringSubmatch(string(source), -1) {
			if found++; !runs(full, folder, name[1]) {
				t.Errorf("no line of make test-full runs %s of %s", name[1], folder)
			}
		}
	}
	if found == 0 {
		t.Error("no test leaves itself to make test-full")
	}
}

// runs tells whether a line of a target runs a test of a package.
func runs(target, folder, test string) bool {
	chosen := regexp.MustCompile(`-run '([^']*)'`)
	for line := range strings.Lines(target) {
		for _, word := range strings.Fields(line) {
			if word != folder && word != folder+"/..." {
				continue
			}
			if m := chosen.FindStringSubmatch(line); m == nil || regexp.MustCompile(m[1]).MatchString(test) {
				return true
			}
		}
	}
	return false
}
