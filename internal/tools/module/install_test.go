package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/module"
)

// root is the main module's folder, from here.
var root = filepath.Join("..", "..", "..")

// published is the repository as if it had a home.
var published = module.Version{Path: "example.org/you/ifmatch", Version: "v0.1.0"}

// public are the packages that others import.
var public = []string{"reference", "steps", "loadgen", "reports"}

// goCommand runs the go command and returns what it printed.
func goCommand(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.Output()
	if failed := (*exec.ExitError)(nil); err != nil {
		failed, _ = err.(*exec.ExitError)
		if failed != nil {
			t.Fatalf("go %s: %v\n%s%s", strings.Join(args, " "), err, out, failed.Stderr)
		}
		t.Fatalf("go %s: %v", strings.Join(args, " "), err)
	}
	return string(out)
}

// copyRepository copies what git would keep of the repository.
func copyRepository(t *testing.T) string {
	t.Helper()
	list, err := exec.CommandContext(t.Context(), "git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Fatalf("list the files of the repository: %v", err)
	}
	dir := t.TempDir()
	for name := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		content, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) {
			continue // deleted, and not yet committed
		}
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// replaced are the versions that go.work replaces, with what it takes instead.
func replaced(t *testing.T) map[module.Version]module.Version {
	t.Helper()
	var work struct {
		Replace []struct{ Old, New module.Version }
	}
	if err := json.Unmarshal([]byte(goCommand(t, root, nil, "work", "edit", "-json")), &work); err != nil {
		t.Fatal(err)
	}
	all := map[module.Version]module.Version{}
	for _, r := range work.Replace {
		all[r.Old] = r.New
	}
	return all
}

// TestTheRenamedModuleIsInstalledAndImported: after `make module`, at a proxy that has the repository, the program can
// be installed, and a module outside imports its packages and runs their examples.
func TestTheRenamedModuleIsInstalledAndImported(t *testing.T) {
	t.Parallel()
	dir := copyRepository(t)
	out, err := exec.CommandContext(t.Context(), "make", "-C", dir, "module", "PATH="+published.Path).CombinedOutput()
	if err != nil {
		t.Fatalf("make module: %v\n%s", err, out)
	}
	p := proxy{t.TempDir()}
	p.serveFolder(t, published, dir)
	quiet := []string{published.Path}
	for old, instead := range replaced(t) {
		t.Logf("the proxy of this test answers for %v with %v, as go.work does: some registries do not have it. This was not tried on an open proxy.", old, instead)
		p.serveInstead(t, old, instead)
		quiet = append(quiet, old.Path)
	}
	if len(quiet) != 3 {
		t.Errorf("the proxy answers for %v, and only two versions may be replaced", quiet)
	}
	bin := t.TempDir()
	env := []string{
		"GOPROXY=file://" + p.dir + ",file://" + filepath.Join(strings.TrimSpace(goCommand(t, root, nil, "env", "GOMODCACHE")), "cache", "download") + "," + strings.TrimSpace(goCommand(t, root, nil, "env", "GOPROXY")),
		"GONOSUMDB=" + strings.Join(quiet, ","), "GOMODCACHE=" + t.TempDir(), "GOBIN=" + bin, "GOWORK=off", "GOFLAGS=-modcacherw -trimpath",
	}
	goCommand(t, t.TempDir(), env, "install", published.String())
	if out, err := exec.CommandContext(t.Context(), filepath.Join(bin, "ifmatch"), "version").CombinedOutput(); err != nil || !strings.Contains(string(out), published.Version) {
		t.Errorf("the installed program says of its version: %v\n%s", err, out)
	}
	runExamples(t, env)
}

// runExamples imports the public packages in a module outside, and runs their examples there.
func runExamples(t *testing.T, env []string) {
	t.Helper()
	dir := t.TempDir()
	var source strings.Builder
	source.WriteString("package outside\n\nimport (\n")
	tests := []string{"test", "-count=1", "-vet=off", "-v", "-run", "^Example"}
	for _, folder := range public {
		source.WriteString("\t_ \"" + published.Path + "/" + folder + "\"\n")
		tests = append(tests, published.Path+"/"+folder)
	}
	source.WriteString(")\n")
	if err := os.WriteFile(filepath.Join(dir, "outside.go"), []byte(source.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	goCommand(t, dir, env, "mod", "init", "outside")
	goCommand(t, dir, env, "get", published.String())
	goCommand(t, dir, env, "mod", "tidy")
	lines := strings.Split(goCommand(t, dir, env, tests...), "\n")
	ran := 0
	for _, folder := range public {
		end := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "ok  \t"+published.Path+"/"+folder) })
		if end < 0 {
			t.Fatalf("the tests of %s did not run:\n%s", folder, strings.Join(lines, "\n"))
		}
		if !slices.ContainsFunc(lines[:end], func(line string) bool { return strings.HasPrefix(line, "--- PASS: Example") }) {
			t.Errorf("%s has no example", folder)
		}
		lines = lines[end+1:]
		ran++
	}
	if ran != len(public) {
		t.Errorf("examples of %d packages ran, of %d", ran, len(public))
	}
}
