package reference_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// harmless are headers and parameters that the server may ignore: an answer is no other for them.
var harmless = map[string]string{
	"timeout":                        "the server is never that slow",
	"Accept":                         "there is one form of answer; the Table service chooses by it",
	"Dataserviceversion":             "every version is answered alike",
	"X-Ms-File-Request-Intent":       "it says why a token is used, and the server believes every purpose",
	"X-Ms-Rehydrate-Priority":        "a blob leaves the archive at once",
	"X-Ms-Source-Container-Name":     "of Rename Container, which is not implemented",
	"X-Ms-Source-Lease-Id":           "of Rename Container, which is not implemented",
	"X-Ms-Deleted-Container-Name":    "of Restore Container, which is not implemented",
	"X-Ms-Deleted-Container-Version": "of Restore Container, which is not implemented",
	"X-Ms-Deleted-Share-Name":        "of Restore Share, which is not implemented",
	"X-Ms-Deleted-Share-Version":     "of Restore Share, which is not implemented",
	"X-Ms-File-Target-File":          "of Create Hard Link, which is not implemented",
	"X-Ms-Link-Text":                 "of Create Symbolic Link, which is not implemented",
	"where":                          "of Find Blobs by Tags, which is not implemented",
}

// TestNothingIsIgnored looks up every header and query parameter that Microsoft's clients can send: the service must
// read it, refuse it as not implemented, or have a reason to ignore it.
func TestNothingIsIgnored(t *testing.T) {
	t.Parallel()
	shared := sources(t, "frontend", "header", "auth", "metadata")
	for _, s := range []struct{ folder, module, generated string }{
		{"blob", "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob", "internal/generated"},
		{"queue", "github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2", "internal/generated"},
		{"table", "github.com/Azure/azure-sdk-for-go/sdk/data/aztables", "internal"},
		{"file", "github.com/Azure/azure-sdk-for-go/sdk/storage/azfile", "internal/generated"},
	} {
		out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", s.module).Output()
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		read := shared + sources(t, s.folder)
		sent := clientNames(t, filepath.Join(strings.TrimSpace(string(out)), filepath.FromSlash(s.generated)))
		if len(sent) < 10 {
			t.Fatalf("the clients of %s send only %q", s.folder, sent)
		}
		for _, name := range sent {
			if _, ok := harmless[name]; !ok && !strings.Contains(read, `"`+name+`"`) {
				t.Errorf("the %s service does not look at %s, and there is no reason why it need not", s.folder, name)
			}
		}
	}
}

var clientName = regexp.MustCompile(`Raw\(\)\.Header\["([^"]+)"\]|reqQP\.Set\("([^"]+)"`)

// clientNames are the headers, in canonical form, and the query parameters that a generated client can send.
func clientNames(t *testing.T, folder string) []string {
	t.Helper()
	var names []string
	for _, m := range clientName.FindAllStringSubmatch(sources(t, folder), -1) {
		if m[2] != "" {
			names = append(names, m[2])
		} else {
			names = append(names, http.CanonicalHeaderKey(m[1]))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// sources are the texts of the Go files in folders, tests apart.
func sources(t *testing.T, folders ...string) string {
	t.Helper()
	var all strings.Builder
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no sources in %s: %v", folder, err)
		}
		for _, f := range files {
			if strings.HasSuffix(f, "_test.go") {
				continue
			}
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(text)
		}
	}
	return all.String()
}
