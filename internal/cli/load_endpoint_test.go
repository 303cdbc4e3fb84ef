package cli

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ifmatch/features"
	"ifmatch/loadgen"
	"ifmatch/reference/operation"
)

// TestALoadIsAskedForInItsOwnVersion loads a server that knows no version after that of loads, as Azurite does by default.
func TestALoadIsAskedForInItsOwnVersion(t *testing.T) {
	t.Parallel()
	server := stand(t, when(func(_ operation.Operation, r *http.Request) bool {
		return r.Header.Get("x-ms-version") > loadgen.DefaultVersion
	}, saying(http.StatusBadRequest, "InvalidHeaderValue")))
	account := filepath.Join(t.TempDir(), "account.txt")
	if err := os.WriteFile(account, []byte(server.connection(accountKey)), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr strings.Builder
	a := newApp(strings.NewReader(""), &stdout, &stderr, features.FS)
	a.execute(t.Context(), []string{"load", "blob-cas", "--target", "@" + account, "--clients", "2", "--duration", "100ms", "--warmup", "0s"})
	if !strings.Contains(stdout.String(), "\nvalid: ") {
		t.Errorf("%s\n%s", stdout.String(), stderr.String())
	}
}
