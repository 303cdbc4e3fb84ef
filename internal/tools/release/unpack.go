package main

import (
	"archive/tar"
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
