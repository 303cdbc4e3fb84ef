package deps

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestWhatIsLeftToFullRunsThere: each test that is left to `make test-full`, wherever it is and for whatever
// reason, is run by a line of that target. What makes only some of its tries may make all of them for another one.
func TestWhatIsLeftToFullRunsThere(t *testing.T) {
	t.Parallel()
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	_, full, _ := strings.Cut(string(makefile), "\ntest-full:")
	full, _, _ = strings.Cut(full, "\n\n")
	name := regexp.MustCompile(`^(Test\w+)\(`)
	ci, err := os.ReadFile("../../.ci/run")
	if err != nil {
		t.Fatal(err)
	}
	var whole strings.Builder
	for line := range strings.Lines(string(makefile) + string(ci)) {
		if strings.Contains(line, "IFMATCH_FULL=1") {
			whole.WriteString(line)
		}
	}
	ways := map[string]string{"thorough.Only(": full, "undisturbed(": full,
		"thorough.Some": whole.String(), "thorough.Of(": whole.String(), "thorough.All()": whole.String(), "fuzzed()": whole.String()}
	found := map[string]int{}
	for path, source := range testFiles(t) {
		if filepath.Base(path) == "full_test.go" {
			continue
		}
		folder := "./" + filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), "../../"))
		for _, text := range strings.Split(source, "\nfunc ") {
			for leaves, target := range ways {
				test := name.FindStringSubmatch(text)
				if test == nil || !strings.Contains(text, leaves) {
					continue
				}
				if found[leaves]++; !runs(target, folder, test[1]) {
					t.Errorf("nothing in the Makefile or .ci/run runs all of %s of %s (%s)", test[1], folder, leaves)
				}
			}
		}
	}
	if len(found) != len(ways) {
		t.Errorf("found %v: of one way to leave a test to make test-full there is no test", found)
	}
}

// testFiles returns the files of tests of all modules, by their paths.
func testFiles(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir("../..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		files[path] = string(source)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// runs reports whether a line of a target runs a test of a package.
func runs(target, folder, test string) bool {
	chosen := regexp.MustCompile(`-run '([^']*)'`)
	for line := range strings.Lines(target) {
		for _, word := range strings.Fields(line) {
			of, all := strings.CutSuffix(word, "/...")
			if folder != of && !(all && strings.HasPrefix(folder, of+"/")) {
				continue
			}
			if m := chosen.FindStringSubmatch(line); m == nil || regexp.MustCompile(m[1]).MatchString(test) {
				return true
			}
		}
	}
	return false
}
