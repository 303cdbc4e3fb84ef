package main

import (
	"debug/buildinfo"
	"debug/elf"
	"fmt"
)

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
