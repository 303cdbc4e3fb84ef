package interop

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ifmatch/internal/npm"
	"ifmatch/reference"
	"ifmatch/reference/fault"
	"ifmatch/reference/operation"
)

// fromCases is how many cases the example plays.
const fromCases = 40

// TestJavaScriptPlaysCases: what `ifmatch list cases --json` prints is valid by its schema, and fifty lines of JavaScript
// play forty of the cases. A faulty server fails them, by the case.
func TestJavaScriptPlaysCases(t *testing.T) {
	t.Parallel()
	node, scripts := caseScripts(t)
	ifmatch := builtIfmatch(t)
	cases := filepath.Join(scripts, "cases.json")
	out, err := exec.CommandContext(t.Context(), ifmatch, "list", "cases", "--json").Output()
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, cases, out)
	run := func(env string, args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), node, args...)
		cmd.Dir, cmd.Env = scripts, append(os.Environ(), env)
		said, err := cmd.CombinedOutput()
		return string(said), err
	}
	said, err := run("", "validate.mjs", filepath.Join(repository(t), "docs", "cases.schema.json"), cases)
	if err != nil || !strings.Contains(said, "cases are valid") {
		t.Errorf("by the schema: %v\n%s", err, said)
	}
	said, err = run("AZURE_STORAGE_CONNECTION_STRING="+serve(t, operation.BlobService), "play.mjs", cases, fmt.Sprint(fromCases))
	if want := fmt.Sprintf("%d of %d cases were answered as promised", fromCases, fromCases); err != nil || !strings.Contains(said, want) {
		t.Errorf("the reference: %v, want %q\n%s", err, want, said)
	}
	broken, found := fault.Lookup("if-match-ignored")
	if !found {
		t.Fatal("the reference has no such fault")
	}
	said, err = run("AZURE_STORAGE_CONNECTION_STRING="+serveWith(t, reference.Options{Faults: []fault.Fault{broken}}, operation.BlobService), "play.mjs", cases, "400")
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 1 || !regexp.MustCompile(`(?m)^BLOB-ETAG-04/put-blob/block-blob/stale: .* 412.*but it got 201`).MatchString(said) {
		t.Errorf("a server that ignores If-Match: %v\n%s", err, said)
	}
	t.Log(said)
}

// TestJavaScriptCucumberReadsTheExpandedFeatures: cucumber-js finds a scenario for each case, and each sentence whole.
func TestJavaScriptCucumberReadsTheExpandedFeatures(t *testing.T) {
	t.Parallel()
	node, scripts := caseScripts(t)
	ifmatch := builtIfmatch(t)
	out, err := exec.CommandContext(t.Context(), ifmatch, "features", "--expand", filepath.Join(scripts, "features")).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	list, err := exec.CommandContext(t.Context(), ifmatch, "list", "cases", "--json").Output()
	var cases []struct{ ID string }
	if err := errors.Join(err, json.Unmarshal(list, &cases)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), node, filepath.Join("..", "node_modules", "@cucumber", "cucumber", "bin", "cucumber.js"),
		"--dry-run", "--import", "steps.mjs", "--format", "summary", "features/**/*.feature")
	cmd.Dir = scripts
	said, err := cmd.CombinedOutput()
	want := fmt.Sprintf("%d scenarios (%d skipped)", len(cases), len(cases))
	if err != nil || !strings.Contains(string(said), want) || strings.Contains(string(said), "undefined") {
		t.Errorf("cucumber-js: %v, want %q\n%.3000s", err, want, said)
	}
	t.Logf("%s", said)
}

// builtIfmatch builds ifmatch.
func builtIfmatch(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ifmatch")
	cmd := exec.CommandContext(t.Context(), "go", "build", "-o", path, ".")
	cmd.Dir = repository(t)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build ifmatch: %v\n%s", err, out)
	}
	return path
}

// caseScripts returns node and a folder with the scripts about cases, from which their packages can be found.
func caseScripts(t *testing.T) (node, scripts string) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("SKIPPED: the cases were not played from JavaScript, because node is not installed")
	}
	from := filepath.Join("js", "cases")
	dir, err := npm.Packages(t.Context(), from, "interop-cases", fetchPackages())
	if errors.Is(err, npm.ErrNotInstalled) {
		t.Skip("SKIPPED: the cases were not played from JavaScript, because the packages are not installed: make interop-js fetches them")
	}
	if err != nil {
		t.Fatal(err)
	}
	if scripts, err = os.MkdirTemp(dir, "scripts-"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(scripts) })
	sources, err := filepath.Glob(filepath.Join(from, "*.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range sources {
		copyFile(t, source, filepath.Join(scripts, filepath.Base(source)))
	}
	return node, scripts
}
