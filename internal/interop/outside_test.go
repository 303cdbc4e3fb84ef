package interop

import (
	"fmt"
	"os"
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

// TestModuleOutsideTheRepositoryGetsNoSMB: such a module needs neither the library under SMB nor the replacement
// that the library needs. tidy adds nothing, and none of it is linked.
func TestModuleOutsideTheRepositoryGetsNoSMB(t *testing.T) {
	t.Parallel()
	dir := newModule(t, fmt.Sprintf("module outside\n\ngo %s\n\nrequire ifmatch v0.0.0\n\nreplace ifmatch => %q\n",
		strings.TrimPrefix(runtime.Version(), "go"), repository(t)))
	writeFile(t, filepath.Join(dir, "outside.go"), []byte("package outside\n\nimport \"ifmatch/reference\"\n\nvar Server = reference.New(reference.Options{})\n"))
	goOutput(t, dir, "mod", "tidy")
	tidied, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for what, text := range map[string]string{"go.mod after go mod tidy": string(tidied), "what is linked": goOutput(t, dir, "list", "-deps", "./...")} {
		if strings.Contains(text, "jfjallid") || !strings.Contains(text, "ifmatch") {
			t.Errorf("%s:\n%s", what, text)
		}
	}
}
