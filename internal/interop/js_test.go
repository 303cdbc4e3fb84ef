package interop

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ifmatch/internal/npm"
	"ifmatch/reference"
	"ifmatch/reference/fault"
	"ifmatch/reference/lease"
	"ifmatch/reference/operation"
	"ifmatch/reference/rules"
)

// TestJavaScript: Microsoft's JavaScript clients, driven by the flows in js, get from the reference what the documents
// promise.
//
// The packages come from npm, once, into the cache folder ($IFMATCH_CACHE, or ifmatch in the user's cache folder). They
// are fetched only in CI, or if this test is requested by name, as make interop-js does. An ordinary go test ./... uses
// them if they are there.
func TestJavaScript(t *testing.T) {
	t.Parallel()
	node, scripts := flows(t)
	for flow, service := range map[string]operation.Service{
		"blobs.mjs":  operation.BlobService,
		"queues.mjs": operation.QueueService,
		"tables.mjs": operation.TableService,
		"files.mjs":  operation.FileService,
	} {
		t.Run(string(service), func(t *testing.T) {
			t.Parallel()
			out, err := runFlow(t, node, filepath.Join(scripts, flow), serve(t, service))
			if err != nil {
				t.Fatalf("%s: %v\n%s", flow, err, out)
			}
			if !strings.Contains(out, "answers as promised") {
				t.Fatalf("%s didn't reach its end:\n%s", flow, out)
			}
			t.Logf("%s", out)
		})
	}
}

// TestJavaScriptNoticesFaults: the flows end with exit code 1, and say why, if the server does one thing wrong.
func TestJavaScriptNoticesFaults(t *testing.T) {
	t.Parallel()
	node, scripts := flows(t)
	for _, test := range []struct {
		flow    string
		service operation.Service
		fault   string
		says    string
	}{
		{"blobs.mjs", operation.BlobService, "if-match-ignored", "write with a stale ETag: want 412 ConditionNotMet, got success"},
		{"queues.mjs", operation.QueueService, "receipt-not-rotated", "an update gives a new receipt"},
		{"queues.mjs", operation.QueueService, "peek-counts", "a peek isn't counted and gives no receipt"},
		{"tables.mjs", operation.TableService, "table-if-match-ignored", "replace with a stale ETag: want 412 UpdateConditionNotSatisfied, got success"},
		{"tables.mjs", operation.TableService, "transaction-half-applied", "a transaction that fails changes nothing"},
		{"files.mjs", operation.FileService, "file-lease-ignored", "write without the id: want 412 LeaseIdMissing, got success"},
		{"files.mjs", operation.FileService, "file-etag-unchanged", "a write gives a new ETag"},
	} {
		t.Run(test.fault, func(t *testing.T) {
			t.Parallel()
			f, found := fault.Lookup(test.fault)
			if wrong := wrongFiles[test.fault]; wrong != nil {
				f, found = fault.Fault{Name: test.fault, Rules: wrong}, true
			}
			if !found {
				t.Fatalf("the reference has no fault %s", test.fault)
			}
			out, err := runFlow(t, node, filepath.Join(scripts, test.flow), serveWith(t, reference.Options{Faults: []fault.Fault{f}}, test.service))
			if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 1 {
				t.Errorf("%s: %v, want exit code 1", test.flow, err)
			}
			if !strings.Contains(out, test.says) || strings.Contains(out, "answers as promised") {
				t.Errorf("%s doesn't end with %q:\n%s", test.flow, test.says, out)
			}
		})
	}
}

// wrongFiles are changes to the rules that make files misbehave.
var wrongFiles = map[string]func(*rules.Rules){
	"file-lease-ignored": func(r *rules.Rules) {
		r.File.Uses[lease.ExclusiveNone][lease.Leased] = lease.UseCell{Next: lease.Leased}
	},
	"file-etag-unchanged": func(r *rules.Rules) { r.File.Operations[operation.PutRange].Restamps = false },
}

// runFlow runs a flow against the account and returns what it printed.
func runFlow(t *testing.T, node, script, connection string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, node, script)
	cmd.Env = append(os.Environ(), "AZURE_STORAGE_CONNECTION_STRING="+connection)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// flows returns node and a folder with the scripts from which the packages can be found. It skips the test if they are
// missing and may not be installed.
func flows(t *testing.T) (node, scripts string) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("SKIPPED: the JavaScript clients were not tried, because node is not installed")
	}
	dir, err := packages(t.Context())
	if errors.Is(err, npm.ErrNotInstalled) {
		t.Skip("SKIPPED: the JavaScript clients were not tried, because their packages are not installed: make interop-js fetches them")
	}
	if err != nil {
		t.Fatal(err)
	}

	// Node looks for packages in the folders above a script.
	scripts, err = os.MkdirTemp(dir, "flows-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(scripts) })
	sources, err := filepath.Glob(filepath.Join("js", "*.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range sources {
		copyFile(t, source, filepath.Join(scripts, filepath.Base(source)))
	}
	return node, scripts
}

// packages returns the folder of the pinned packages. It installs them if they are missing and this run may do
// so.
func packages(ctx context.Context) (string, error) {
	return npm.Packages(ctx, "js", "interop-js", fetchPackages())
}

// fetchPackages reports whether this run may download packages.
func fetchPackages() bool {
	for _, arg := range os.Args {
		if strings.HasPrefix(arg, "-test.run=") && strings.Contains(arg, "JavaScript") {
			return true
		}
	}
	return os.Getenv("CI") != ""
}
