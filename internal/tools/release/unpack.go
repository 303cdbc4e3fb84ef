package main

import (
	"archive/tar"
	"debug/buildinfo"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// unpack writes the files of an archive into a new folder, and none outside it.
func unpack(r io.Reader, folder string) (err error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("unpack: %w", err)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return fmt.Errorf("unpack: %w", err)
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	archive := tar.NewReader(r)
	for {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = unpackOne(root, h, archive)
		}
		if err != nil {
			return fmt.Errorf("unpack: %w", err)
		}
	}
}

func unpackOne(root *os.Root, h *tar.Header, data io.Reader) error {
	name := strings.TrimSuffix(h.Name, "/")
	mode := os.FileMode(h.Mode).Perm()
	if h.FileInfo().IsDir() {
		if err := root.MkdirAll(name, 0o755); err != nil {
			return err
		}
		if h.FileInfo().Mode()&os.ModeSticky != 0 {
			mode |= os.ModeSticky
		}
	} else {
		if i := strings.LastIndexByte(name, '/'); i > 0 {
			if err := root.MkdirAll(name[:i], 0o755); err != nil {
				return err
			}
		}
		if h.Typeflag == tar.TypeSymlink {
			return root.Symlink(h.Linkname, name) // it is never followed here
		}
		f, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
		if err != nil {
			return err
		}
		if _, err := io.Copy(f, data); err != nil {
			return errors.Join(err, f.Close())
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	if os.Getuid() == 0 {
		if err := root.Chown(name, h.Uid, h.Gid); err != nil {
			return err
		}
	}
	return root.Chmod(name, mode)
}

// verify reads from a binary what it was built from and how. It refuses a binary that is not static, or not
// of the commit.
func verify(path string, p platform, commit string) error {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return fmt.Errorf("read what %s was built from: %w", p.file(), err)
	}
	has := map[string]string{}
	for _, s := range info.Settings {
		has[s.Key] = s.Value
	}
	for _, want := range []struct{ key, value string }{
		{"GOOS", p.os}, {"GOARCH", p.arch}, {"CGO_ENABLED", "0"}, {"-trimpath", "true"},
		{"vcs.revision", commit}, {"vcs.modified", "false"},
	} {
		if has[want.key] != want.value {
			return fmt.Errorf("%s was built with %s=%s, want %s", p.file(), want.key, has[want.key], want.value)
		}
	}
	if p.os != "linux" {
		return nil // only on Linux can there be libraries other than the system's own
	}
	return static(path)
}

// static refuses a program that needs a loader or a library.
func static(path string) error {
	f, err := elf.Open(path)
	if err != nil {
		return fmt.Errorf("read the program: %w", err)
	}
	defer f.Close()
	for _, s := range f.Progs {
		if s.Type == elf.PT_INTERP || s.Type == elf.PT_DYNAMIC {
			return fmt.Errorf("%s is not static: it has a part %s", path, s.Type)
		}
	}
	return nil
}
