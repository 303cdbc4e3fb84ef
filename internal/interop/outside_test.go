package interop

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A module that isn't this one gets the reference server by a requirement and one replacement, as the README says.
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
