package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// sumsFile is the input of `sha256sum --check`.
const sumsFile = "SHA256SUMS"

// sameFiles returns the checksums of the files in two folders; its error names those that differ.
func sameFiles(a, b string) (string, error) {
	names, err := filesOf(a)
	if err != nil {
		return "", err
	}
	others, err := filesOf(b)
	if err != nil {
		return "", err
	}
	if strings.Join(names, "\n") != strings.Join(others, "\n") {
		return "", fmt.Errorf("the second build made %v, and the first %v", others, names)
	}
	var sums strings.Builder
	var differ []error
	for _, name := range names {
		one, err := sum(filepath.Join(a, name))
		if err != nil {
			return "", err
		}
		two, err := sum(filepath.Join(b, name))
		if err != nil {
			return "", err
		}
		if one != two {
			differ = append(differ, fmt.Errorf("%s cannot be reproduced: it was %s, and then %s", name, one, two))
		}
		fmt.Fprintf(&sums, "%s  %s\n", one, name)
	}
	return sums.String(), errors.Join(differ...)
}

func filesOf(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder) // sorted by name
	if err != nil {
		return nil, fmt.Errorf("read what was built: %w", err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out, nil
}

func sum(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("read what was built: %w", err)
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("read what was built: %w", err)
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

// publish copies the built files to their destination.
func publish(from, to string) error {
	names, err := filesOf(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o777); err != nil {
		return fmt.Errorf("make -out: %w", err)
	}
	for _, name := range names {
		if err := copyFile(filepath.Join(from, name), filepath.Join(to, name)); err != nil {
			return fmt.Errorf("write -out: %w", err)
		}
	}
	return nil
}

func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, info.Mode().Perm())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	_, err = io.Copy(out, in)
	return err
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// removeAll also deletes what git and the go command made read-only.
func removeAll(folder string) {
	_ = filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			_ = os.Chmod(path, 0o777)
		}
		return nil
	})
	_ = os.RemoveAll(folder) // anything left is in a temporary folder
}
