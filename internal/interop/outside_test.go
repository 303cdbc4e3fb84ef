package interop

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestModuleOutsideTheRepositoryUsesTheReference: another module gets the reference server by a requirement and
// one replacement, as the README says.
func TestModuleOutsideTheRepositoryUsesTheReference(t *testing.T) {
	t.Parallel()
	dir := newModule(t, fmt.Sprintf("module outside\n\ngo %s\n\nrequire ifmatch v0.0.0\n\nreplace ifmatch => %q\n",
		strings.TrimPrefix(runtime.Version(), "go"), repository(t)))
	copyFile(t, filepath.Join("testdata", "outside", "outside_test.go"), filepath.Join(dir, "outside_test.go"))
	out, err := goTest(t, dir)
	if err != nil {
		t.Fatalf("go test in the outside module: %v\n%s", err, out)
	}
	for _, test := range []string{
		"TestLeaseExpiresWhenTheClockIsAdvanced", "TestMessageComesBackWhenTheClockIsAdvanced", "TestUpdateWithAStaleETagIsRefused", "TestServersAreSeparate", "TestInProcessAndOptions",
	} {
		if !strings.Contains(out, "--- PASS: "+test+" ") {
			t.Errorf("the outside module's %s didn't run:\n%s", test, out)
		}
	}
}

// TestTheReferenceBringsNothing: a module that imports the reference downloads nothing but it, neither for the program
// nor for the tests of what it imports, which `go mod tidy` wants, too.
func TestTheReferenceBringsNothing(t *testing.T) {
	t.Parallel()
	dir, cache := t.TempDir(), t.TempDir()
	writeFile(t, filepath.Join(dir, "go.mod"), fmt.Appendf(nil, "module outside\n\ngo %s\n\nrequire ifmatch v0.0.0\n\nreplace ifmatch => %q\n",
		strings.TrimPrefix(runtime.Version(), "go"), repository(t)))
	writeFile(t, filepath.Join(dir, "outside_test.go"), []byte("package outside\n\nimport (\n\t\"testing\"\n\n\t\"ifmatch/reference\"\n)\n\nfunc TestStart(t *testing.T) { reference.Start(t) }\n"))
	for _, args := range [][]string{{"mod", "tidy"}, {"test", "-count=1", "-vet=off", ".", "ifmatch/reference", "-run", "Start|Example"}} {
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOMODCACHE="+cache, "GOPROXY=off", "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s, where nothing can be downloaded: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	tidied, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "go.sum")); err == nil || strings.Contains(string(tidied), "indirect") {
		t.Errorf("the module requires more than the reference (go.sum: %v):\n%s", err, tidied)
	}
}
