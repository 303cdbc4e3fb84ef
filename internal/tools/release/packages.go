package main

import (
	"archive/tar"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// The main package of npm has no program: npm installs, of its optional dependencies, the one whose os and cpu are those
// of the machine. So a user downloads one binary, not six, and no script of a package has to run.
const (
	npmFile  = "ifmatch-npm.tgz"
	npmScope = "@ifmatch/"
)

//go:embed npm/ifmatch.js
var npmStart []byte

//go:embed npm/README.md
var npmReadme []byte

// npmNames are npm's words for Go's.
var npmNames = map[string]string{"windows": "win32", "amd64": "x64"}

func npmName(word string) string {
	if other, differs := npmNames[word]; differs {
		return other
	}
	return word
}

// npm is what npm calls a platform, and npmFile the archive with its package.
func (p platform) npm() string     { return npmName(p.os) + "-" + npmName(p.arch) }
func (p platform) npmFile() string { return "ifmatch-npm-" + p.npm() + ".tgz" }

// npmVersion is the version of a commit without a tag, as Go makes it: it grows with time.
func npmVersion(s source) string {
	return "0.0.0-" + s.time.Format("20060102150405") + "-" + s.hash[:12]
}

// manifest is a package.json.
type manifest struct {
	Name         string            `json:"name"`
	Version      string            `json:"version"`
	Description  string            `json:"description"`
	License      string            `json:"license"`
	Bin          map[string]string `json:"bin,omitempty"`
	Engines      map[string]string `json:"engines,omitempty"`
	OS           []string          `json:"os,omitempty"`
	CPU          []string          `json:"cpu,omitempty"`
	Optional     map[string]string `json:"optionalDependencies,omitempty"`
	PreferUnplug bool              `json:"preferUnplugged,omitempty"` // Yarn must not keep a program inside a zip
}

// writePackages makes npm's packages from the binaries in a folder: one for each platform, and the main one.
func writePackages(s source, all []platform, folder string) error {
	license, err := os.ReadFile(filepath.Join(s.folder, "LICENSE"))
	if err != nil {
		return fmt.Errorf("make the packages: %w", err)
	}
	optional := map[string]string{}
	for _, p := range all {
		data, err := os.ReadFile(filepath.Join(folder, p.file()))
		if err != nil {
			return fmt.Errorf("make the package for %s: %w", p, err)
		}
		name := "bin/ifmatch"
		if p.os == "windows" {
			name += ".exe"
		}
		optional[npmScope+p.npm()] = npmVersion(s)
		m := manifest{Name: npmScope + p.npm(), Version: npmVersion(s), Description: "The program of ifmatch for " + p.String(), License: "MIT",
			OS: []string{npmName(p.os)}, CPU: []string{npmName(p.arch)}, PreferUnplug: true}
		if err := writePackage(filepath.Join(folder, p.npmFile()), s.time, m, entry{name: name, mode: 0o755, data: data}, entry{name: "LICENSE", mode: 0o644, data: license}); err != nil {
			return err
		}
	}
	m := manifest{Name: "ifmatch", Version: npmVersion(s), Description: "Tells within seconds whether a store honours what its clients rely on", License: "MIT",
		Bin: map[string]string{"ifmatch": "bin/ifmatch.js"}, Engines: map[string]string{"node": ">=18"}, Optional: optional}
	return writePackage(filepath.Join(folder, npmFile), s.time, m, entry{name: "bin/ifmatch.js", mode: 0o755, data: npmStart}, entry{name: "README.md", mode: 0o644, data: npmReadme}, entry{name: "LICENSE", mode: 0o644, data: license})
}

// writePackage makes one archive as npm pack does, but the same each time.
func writePackage(path string, at time.Time, m manifest, files ...entry) (err error) {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return fmt.Errorf("make the package %s: %w", m.Name, err)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return fmt.Errorf("make the package %s: %w", m.Name, err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	zip := gzip.NewWriter(f)
	out := tar.NewWriter(zip)
	for _, one := range append([]entry{{name: "package.json", mode: 0o644, data: append(text, '\n')}}, files...) {
		h := &tar.Header{Name: "package/" + one.name, Mode: one.mode, Size: int64(len(one.data)), ModTime: at, Format: tar.FormatUSTAR}
		if err := out.WriteHeader(h); err != nil {
			return fmt.Errorf("make the package %s: %w", m.Name, err)
		}
		if _, err := out.Write(one.data); err != nil {
			return fmt.Errorf("make the package %s: %w", m.Name, err)
		}
	}
	return errors.Join(out.Close(), zip.Close())
}
