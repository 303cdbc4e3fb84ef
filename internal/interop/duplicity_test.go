package interop

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
)

// TestDuplicity has two duplicities back up into one container at the same time, kills the server, and restores what it
// kept.
func TestDuplicity(t *testing.T) {
	t.Parallel()
	duplicity := program(t, "duplicity", "duplicity")
	script, err := os.ReadFile(duplicity)
	if err != nil {
		t.Fatal(err)
	}
	shebang, _, _ := strings.Cut(string(script), "\n")
	if python := strings.Fields(strings.TrimPrefix(shebang, "#!")); !imports(t, "azure.storage.blob", python...) {
		lacking(t, "duplicity", "its Python lacks Microsoft's package; Debian has it as python3-azure-storage")
	}
	l, archive := kept(t, "127.0.0.1:0"), t.TempDir()
	connection := l.start()
	run := func(i int, args ...string) error {
		prefix := fmt.Sprintf("--file-prefix=%d-", i)
		cmd := exec.CommandContext(t.Context(), duplicity, append(args, "--no-encryption", prefix, "--archive-dir", fmt.Sprintf("%s/%d", archive, i))...)
		cmd.Env = append(os.Environ(), "AZURE_CONNECTION_STRING="+connection)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("duplicity %s: %w\n%s", strings.Join(args, " "), err, out)
		}
		return nil
	}
	sources := []string{t.TempDir(), t.TempDir()}
	var both sync.WaitGroup
	for i, source := range sources {
		for n := range 20 {
			writeFile(t, fmt.Sprintf("%s/%d", source, n), fmt.Appendf(nil, "%d %d %s", i, n, strings.Repeat("x", n*1000)))
		}
		both.Go(func() {
			if err := run(i, "full", source, "azure://backup"); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	l.kill()
	connection = l.start()
	for i, source := range sources {
		if err := run(i, "verify", "--compare-data", "azure://backup", source); err != nil {
			t.Errorf("after the restart: %v", err)
		}
	}
}
