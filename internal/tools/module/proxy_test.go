package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"
)

// proxy is the folder of a GOPROXY.
type proxy struct{ dir string }

// serve answers for a version of a module by its go.mod and its zip.
func (p proxy) serve(t *testing.T, m module.Version, gomod, archive []byte) {
	t.Helper()
	escaped, err := module.EscapePath(m.Path)
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(p.dir, filepath.FromSlash(escaped), "@v")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{
		"list": []byte(m.Version + "\n"), m.Version + ".info": fmt.Appendf(nil, `{"Version":%q}`, m.Version),
		m.Version + ".mod": gomod, m.Version + ".zip": archive,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// serveFolder answers for a version by what is in a folder.
func (p proxy) serveFolder(t *testing.T, m module.Version, dir string) {
	t.Helper()
	gomod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	var archive bytes.Buffer
	if err := modzip.CreateFromDir(&archive, m, dir); err != nil {
		t.Fatal(err)
	}
	p.serve(t, m, gomod, archive.Bytes())
}

// download is what `go mod download -json` says of a module.
type download struct{ Path, Version, GoMod, Zip string }

// serveInstead answers for a version by another one, which is downloaded.
func (p proxy) serveInstead(t *testing.T, m, other module.Version) {
	t.Helper()
	var d download
	if err := json.Unmarshal([]byte(goCommand(t, root, nil, "mod", "download", "-json", other.String())), &d); err != nil {
		t.Fatal(err)
	}
	gomod, err := os.ReadFile(d.GoMod)
	if err != nil {
		t.Fatal(err)
	}
	from, err := zip.OpenReader(d.Zip)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	var archive bytes.Buffer
	to := zip.NewWriter(&archive)
	for _, f := range from.File {
		if err := copyEntry(to, m.String()+strings.TrimPrefix(f.Name, other.String()), f); err != nil {
			t.Fatal(err)
		}
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	p.serve(t, m, bytes.Replace(gomod, []byte("module "+other.Path+"\n"), []byte("module "+m.Path+"\n"), 1), archive.Bytes())
}

func copyEntry(to *zip.Writer, name string, f *zip.File) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	w, err := to.Create(name)
	if err == nil {
		_, err = io.Copy(w, r)
	}
	return err
}
