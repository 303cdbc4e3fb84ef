package cli_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/reference"
)

// TestARestartedServerHasLostEverything loads the reference as a child process, which keeps everything in memory, and
// kills it. The loss is found, and the history proves it again.
func TestARestartedServerHasLostEverything(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	self, err := exec.LookPath("ifmatch") // this test binary: see TestMain
	if err != nil {
		t.Fatal(err)
	}
	at := freePort(t)
	target := fmt.Sprintf("DefaultEndpointsProtocol=http;AccountName=%s;AccountKey=%s;BlobEndpoint=http://%s/%[1]s;", reference.DefaultAccount, reference.DefaultKey, at)
	folder := filepath.Join(t.TempDir(), "run")
	run := func(args ...string) (string, int) {
		cmd := exec.CommandContext(t.Context(), self, args...)
		cmd.Env = append(os.Environ(), "AZURE_STORAGE_CONNECTION_STRING="+target)
		out, _ := cmd.CombinedOutput() // the exit code says how it ended
		return string(out), cmd.ProcessState.ExitCode()
	}
	out, code := run("load", "blob-overwrite", "--target", "env", "--rate", "400", "--duration", "1500ms", "--warmup", "0s", "--out", folder,
		"--restart", self+" serve --services blob --blob-addr "+at, "--restart-every", "300ms")
	if strings.Contains(out, "address already in use") {
		t.Skip("somebody else took the port")
	}
	if code != 1 || !strings.Contains(out, "lost over a restart: blob ") || !regexp.MustCompile(`restarts +the target was killed and started again \d+ time`).MatchString(out) {
		t.Fatalf("exit %d, want 1 and what was lost:\n%s", code, out)
	}
	out, code = run("check", folder)
	if code != 1 || !strings.Contains(out, "lost over a restart: blob ") || !strings.Contains(out, "the target was killed, and answered again at the end of this") {
		t.Errorf("checked again: exit %d\n%s", code, out)
	}
}
