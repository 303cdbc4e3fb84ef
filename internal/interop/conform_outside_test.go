package interop

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"ifmatch/internal/azurite"
	"ifmatch/internal/target"
	"ifmatch/reference"
	"ifmatch/reference/fault"
)

// mostSeconds is how long a check may take.
const mostSeconds = 10

// TestModuleOutsideTheRepositoryChecksAStore: another module gets conform.Check by a requirement and one replacement. It
// says yes to the reference, and names the clause that each faulty server breaks.
func TestModuleOutsideTheRepositoryChecksAStore(t *testing.T) {
	t.Parallel()
	check := outsideCheck(t)
	t.Run("reference", func(t *testing.T) {
		out, err := check(reference.Start(t, reference.WithClock(reference.RealClock{})).ConnectionString(), "create-if-absent", "compare-and-swap", "conditional-delete", "lease-lock", "visibility", "entity-cas", "transaction")
		if err != nil || !strings.Contains(out, "create-if-absent: yes, refused by 409 BlobAlreadyExists") || !strings.Contains(out, "lease-lock: yes, expiry not tried") {
			t.Errorf("%v\n%s", err, out)
		}
		quick(t, out)
	})
	for name, broken := range map[string][2]string{
		"put-blob-if-none-match-ignored": {"create-if-absent", "BLOB-COND-20"},
		"if-match-ignored":               {"compare-and-swap", "BLOB-ETAG-04"},
		"lease-acquire-while-leased":     {"lease-lock", "BLOB-LM-ACQ-B-Le"},
		"window-shared":                  {"visibility", "QUEUE-POP-08"},
		"transaction-half-applied":       {"transaction", "TABLE-BATCH-02"},
	} {
		t.Run(name, func(t *testing.T) {
			f, found := fault.Lookup(name)
			if !found {
				t.Fatalf("the reference has no fault %s", name)
			}
			out, err := check(reference.Start(t, reference.WithFault(f)).ConnectionString(), broken[0])
			if err == nil || !strings.Contains(out, "--- FAIL: TestStore/"+broken[0]+"/"+broken[1]+" ") {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// TestModuleOutsideTheRepositoryChecksAzurite: the same from real Azurite.
func TestModuleOutsideTheRepositoryChecksAzurite(t *testing.T) {
	t.Parallel()
	if !fetchPackages() && os.Getenv("IFMATCH_AZURITE") == "" {
		t.Skip("SKIPPED: Azurite was not checked: CI does, or IFMATCH_AZURITE=1")
	}
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("SKIPPED: Azurite was not checked, because npm is not installed")
	}
	dir, err := azurite.Install(t.Context(), azurite.Version, "", io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	p, err := azurite.Start(t.Context(), dir, azurite.Options{Args: []string{"--inMemoryPersistence", "--silent"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	account := "AccountName=" + target.DevelopmentAccount + ";AccountKey=" + string(target.DevelopmentKey)
	for service, address := range p.Addresses() {
		account += fmt.Sprintf(";%s%sEndpoint=%s/%s", strings.ToUpper(string(service[:1])), service[1:], address, target.DevelopmentAccount)
	}
	out, err := outsideCheck(t)(account, "create-if-absent", "put-if-absent-log", "compare-and-swap", "conditional-delete", "lease-lock", "visibility", "entity-cas", "transaction")
	if err != nil || !strings.Contains(out, "create-if-absent: yes, refused by 409 BlobAlreadyExists") || !strings.Contains(out, "visibility: yes, refused by 400 PopReceiptMismatch and 404 MessageNotFound, expiry not tried") {
		t.Errorf("%v\n%s", err, out)
	}
	quick(t, out)
}

// outsideCheck builds the test of a module outside the repository. It returns a function that runs it on an account by
// profiles, and returns what it printed.
func outsideCheck(t *testing.T) func(account string, profiles ...string) (string, error) {
	t.Helper()
	dir := newModule(t, fmt.Sprintf("module outside\n\ngo %s\n\nrequire ifmatch v0.0.0\n\nreplace ifmatch => %q\n",
		strings.TrimPrefix(runtime.Version(), "go"), repository(t)))
	copyFile(t, filepath.Join("testdata", "conform", "conform_test.go"), filepath.Join(dir, "conform_test.go"))
	binary := filepath.Join(dir, "outside.test")
	build := exec.CommandContext(t.Context(), "go", "test", "-c", "-vet=off", "-o", binary, ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOFLAGS=-mod=mod "+os.Getenv("GOFLAGS"), "GOPROXY=off", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the test of the outside module: %v\n%s", err, out)
	}
	return func(account string, profiles ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), binary, "-test.v")
		cmd.Env = append(os.Environ(), "ENDPOINT="+account, "PROFILES="+strings.Join(profiles, " "))
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
}

var took = regexp.MustCompile(`(?m)^.*: (.+) \(\d+ cases, ([\d.]+) s\)$`)

// quick reads from the output how long each check took.
func quick(t *testing.T, out string) {
	t.Helper()
	all := took.FindAllStringSubmatch(out, -1)
	if len(all) == 0 {
		t.Errorf("no check says how long it took:\n%s", out)
	}
	for _, m := range all {
		if s, err := strconv.ParseFloat(m[2], 64); err != nil || s > mostSeconds {
			t.Errorf("a check took %s s, %v", m[2], err)
		}
		t.Log(strings.TrimSpace(m[0]))
	}
}

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
