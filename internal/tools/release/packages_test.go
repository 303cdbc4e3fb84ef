package main

import (
	"archive/tar"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// packed makes npm's packages of two platforms, from files that are no programs.
func packed(t *testing.T) string {
	t.Helper()
	s, folder := commit, t.TempDir()
	s.folder = t.TempDir()
	if err := os.WriteFile(filepath.Join(s.folder, "LICENSE"), []byte("MIT"), 0o600); err != nil {
		t.Fatal(err)
	}
	all := []platform{{"linux", "amd64"}, {"windows", "arm64"}}
	for _, p := range all {
		if err := os.WriteFile(filepath.Join(folder, p.file()), []byte("a program for "+p.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := writePackages(s, all, folder); err != nil {
		t.Fatal(err)
	}
	return folder
}

// unpacked reads an archive of npm: the modes of its files, and its package.json.
func unpacked(t *testing.T, path string) (modes map[string]int64, m manifest) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	zip, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	modes = map[string]int64{}
	for in := tar.NewReader(zip); ; {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			return modes, m
		}
		if err != nil {
			t.Fatal(err)
		}
		modes[h.Name] = h.Mode
		if h.Name == "package/package.json" {
			if err := json.NewDecoder(in).Decode(&m); err != nil {
				t.Fatal(err)
			}
		}
		if !h.ModTime.Equal(commit.time) {
			t.Errorf("%s is of %s, want the time of the commit", h.Name, h.ModTime)
		}
	}
}

// TestPackages: the main package starts what one of the small ones carries; they are the same each time.
func TestPackages(t *testing.T) {
	t.Parallel()
	one, two := packed(t), packed(t)
	if _, err := sameFiles(one, two); err != nil {
		t.Error(err)
	}
	const version = "0.0.0-20261122130000-012345678901"
	modes, main := unpacked(t, filepath.Join(one, npmFile))
	if d := cmp.Diff(map[string]int64{"package/package.json": 0o644, "package/bin/ifmatch.js": 0o755, "package/README.md": 0o644, "package/LICENSE": 0o644}, modes); d != "" {
		t.Errorf("the main package (-want +got):\n%s", d)
	}
	if d := cmp.Diff(map[string]string{"@ifmatch/linux-x64": version, "@ifmatch/win32-arm64": version}, main.Optional); d != "" || main.Name != "ifmatch" || main.Bin["ifmatch"] != "bin/ifmatch.js" || main.Version != version {
		t.Errorf("the main package is %+v", main)
	}
	for file, want := range map[string]manifest{
		"ifmatch-npm-linux-x64.tgz":   {Name: "@ifmatch/linux-x64", OS: []string{"linux"}, CPU: []string{"x64"}},
		"ifmatch-npm-win32-arm64.tgz": {Name: "@ifmatch/win32-arm64", OS: []string{"win32"}, CPU: []string{"arm64"}},
	} {
		modes, got := unpacked(t, filepath.Join(one, file))
		program := "package/bin/ifmatch"
		if got.OS[0] == "win32" {
			program += ".exe"
		}
		if modes[program] != 0o755 || len(modes) != 3 || got.Name != want.Name || got.OS[0] != want.OS[0] || got.CPU[0] != want.CPU[0] || got.Version != version || len(got.Optional) > 0 {
			t.Errorf("%s is %+v with %v", file, got, modes)
		}
	}
}
