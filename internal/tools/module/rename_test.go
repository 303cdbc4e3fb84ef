package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

// before are files of a repository without an address, and after what they become at example.org/a/b.
var before, after = map[string]string{
	"go.mod":                        "module ifmatch\n\ngo 1.26\n",
	"x/go.mod":                      "module ifmatch/internal/x\n\nrequire ifmatch v0.0.0\n\nreplace ifmatch => ../..\n",
	"a.go":                          "package a\n\nimport (\n\t\"github.com/x/y\"\n\t\"ifmatch/steps\"\n)\n\nvar _ = y.Z(steps.Run, \"ifmatch\", \"/ifmatch/advance\", \"ifmatch/stepsister\", \"tmp/ifmatch/steps\")\n",
	"README.md":                     "`ifmatch run` (package `ifmatch/reference`), ifmatch/reports too:\ngo mod edit -require=ifmatch@v0.0.0 -replace=ifmatch=../ifmatch && go mod tidy\n- uses: ./ifmatch\n",
	"bin/README.md":                 "ifmatch/steps\n",
	"binary":                        "ifmatch/steps\x00",
	"deps_test.go":                  "package deps\n\nconst module = \"ifmatch\"\n\nconst other = \"x\\nrequire ifmatch v0.0.0\\nreplace ifmatch => %q\"\n",
	".ci/run":                       "go test ifmatch/steps\n",
	"internal/tools/module/home.go": "package main // ifmatch/steps\n",
}, map[string]string{
	"go.mod":       "module example.org/a/b\n\ngo 1.26\n",
	"x/go.mod":     "module example.org/a/b/internal/x\n\nrequire example.org/a/b v0.0.0\n\nreplace example.org/a/b => ../..\n",
	"a.go":         "package a\n\nimport (\n\t\"example.org/a/b/steps\"\n\t\"github.com/x/y\"\n)\n\nvar _ = y.Z(steps.Run, \"ifmatch\", \"/ifmatch/advance\", \"ifmatch/stepsister\", \"tmp/ifmatch/steps\")\n",
	"README.md":    "`ifmatch run` (package `example.org/a/b/reference`), example.org/a/b/reports too:\ngo get example.org/a/b@latest\n- uses: ./ifmatch\n",
	"deps_test.go": "package deps\n\nconst module = \"example.org/a/b\"\n\nconst other = \"x\\nrequire example.org/a/b v0.0.0\\nreplace example.org/a/b => %q\"\n",
	".ci/run":      "go test example.org/a/b/steps\n",
}

func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestRename names a module, names it again, and looks at each file; what stays is compared, too.
func TestRename(t *testing.T) {
	t.Parallel()
	dir := write(t, before)
	for _, path := range []string{"github.com/you/it", "example.org/a/b"} {
		if changed, err := Rename(dir, path); err != nil || changed != len(after) {
			t.Fatalf("Rename(%s) = %d, %v, want %d files", path, changed, err, len(after))
		}
	}
	for name, text := range before {
		want, changes := after[name]
		if !changes {
			want = text
		}
		want = strings.Replace(want, "./ifmatch\n", "you/it@main\n", 1) // the first name was one on GitHub
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(got) != want {
			t.Errorf("%s, %v:\n%s\nwant\n%s", name, err, got, want)
		}
	}
}

func TestRenameRefuses(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"", "ifmatch", "example.org/A b", "/usr/bin:/bin", "example.org/x/"} {
		dir := write(t, before)
		if _, err := Rename(dir, path); err == nil {
			t.Errorf("Rename(%q) succeeded", path)
		}
		if text, err := os.ReadFile(filepath.Join(dir, "go.mod")); err != nil || string(text) != before["go.mod"] {
			t.Errorf("Rename(%q) changed go.mod: %v\n%s", path, err, text)
		}
	}
	if _, err := Rename(t.TempDir(), "example.org/a"); err == nil || !strings.Contains(err.Error(), "in the folder of the main module") {
		t.Errorf("Rename in a folder without a module: %v", err)
	}
}

// TestHomelessSentencesStand: each sentence that a home changes stands somewhere.
func TestHomelessSentencesStand(t *testing.T) {
	t.Parallel()
	gomod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if home(modfile.ModulePath(gomod), published.Path) == nil {
		t.Skip("the module has a home already")
	}
	var pages strings.Builder
	for _, page := range []string{"README.md", "docs/getting-started.md", "docs/testing.md", "docs/gate.md"} {
		text, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			t.Fatal(err)
		}
		pages.Write(text)
	}
	for _, pairs := range [][][2]string{homeless, checkedOut} {
		for _, p := range pairs {
			if !strings.Contains(pages.String(), p[0]) {
				t.Errorf("no page says %q any more", p[0])
			}
		}
	}
}
