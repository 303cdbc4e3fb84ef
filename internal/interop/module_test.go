package interop

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repository returns the folder of the main module, where go.work is.
func repository(t *testing.T) string {
	t.Helper()
	return filepath.Dir(goOutput(t, ".", "env", "GOWORK"))
}

// goOutput runs the go command and returns what it printed, trimmed.
func goOutput(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, stderr.Bytes())
	}
	return strings.TrimSpace(string(out))
}

// newModule makes a folder with the given go.mod and the checksums of this repository. Everything that such a module
// may import has been downloaded for this package's own build, so it builds without a network.
func newModule(t *testing.T, gomod string) string {
	t.Helper()
	dir := t.TempDir()
	sums, err := os.ReadFile(filepath.Join(repository(t), "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "go.mod"), []byte(gomod))
	writeFile(t, filepath.Join(dir, "go.sum"), sums)
	return dir
}

func writeFile(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	content, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, to, content)
}

// goTest runs the tests of the module in dir and returns their output. The server's address is in the environment and
// not in the arguments, because other users of the machine can read those.
func goTest(t *testing.T, dir string, env ...string) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "test", "-count=1", "-vet=off", "-v", "-timeout=40s", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), append(env, "GOFLAGS=-mod=mod "+os.Getenv("GOFLAGS"), "GOPROXY=off", "GOWORK=off")...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}
