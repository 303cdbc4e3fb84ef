// Command release builds what is published for a commit: the static binary for each platform, an OCI
// image of those for Linux, npm's packages, and SHA256SUMS. It builds everything twice, in two folders, and
// the results must be identical. It publishes and signs nothing.
//
//	go run ./internal/tools/release -out dist
//	go run ./internal/tools/release -out dist -platforms linux/amd64 -cached
//
// It builds the commit that is checked out, without later changes. Exit code 1: the results were not
// identical or not as they should be; 2: usage.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	r := release{stdout: os.Stdout}
	var names string
	flag.StringVar(&r.out, "out", "dist", "`folder` to write; it must not exist or be empty")
	flag.StringVar(&names, "platforms", strings.Join(allPlatforms(), ","), "`platforms` to build for, OS/ARCH,...")
	flag.BoolVar(&r.cached, "cached", false, "let the second build use what the first one compiled: seconds instead of minutes, and only the linking is tried")
	flag.Parse()
	code := 1
	var err error
	if r.platforms, err = parsePlatforms(names); err == nil && flag.NArg() > 0 {
		err = fmt.Errorf("there are no arguments, but %q was given", flag.Arg(0))
	}
	if err == nil {
		err = emptyFolder(r.out)
	}
	if err != nil {
		code = 2
	} else {
		err = r.run(ctx)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		stop()
		os.Exit(code)
	}
}

// release is the work of one call.
type release struct {
	stdout    io.Writer
	out       string
	platforms []platform
	cached    bool
}

// emptyFolder refuses a folder that is not empty.
func emptyFolder(path string) error {
	entries, err := os.ReadDir(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("read -out: %w", err)
	}
	if len(entries) > 0 {
		return fmt.Errorf("-out: %s is not empty; name a new one: releases are never mixed", path)
	}
	return nil
}

// run builds, compares and tries everything, and only then writes.
func (r release) run(ctx context.Context) error {
	work, err := os.MkdirTemp("", "ifmatch-release-*")
	if err != nil {
		return fmt.Errorf("make a folder to build in: %w", err)
	}
	defer removeAll(work)
	// The second folder is deeper and its name longer, so that a path that gets into a file shows.
	first, err := checkOut(ctx, filepath.Join(work, "a"))
	if err != nil {
		return err
	}
	second, err := checkOut(ctx, filepath.Join(work, "another", "folder"))
	if err != nil {
		return err
	}
	fmt.Fprintf(r.stdout, "commit %s of %s\n", first.hash, first.time.Format(time.RFC3339))
	if first.dirty {
		fmt.Fprintln(r.stdout, "what was changed since is left out")
	}
	cache := ""
	if !r.cached {
		cache = filepath.Join(work, "cache")
	}
	results := [2]string{filepath.Join(work, "out1"), filepath.Join(work, "out2")}
	for i, s := range []source{first, second} {
		if err := os.Mkdir(results[i], 0o777); err != nil {
			return fmt.Errorf("make a folder to build in: %w", err)
		}
		began := time.Now()
		if err := r.build(ctx, s, results[i], []string{"", cache}[i]); err != nil {
			return err
		}
		fmt.Fprintf(r.stdout, "built %s in %.1f s\n", []string{"once", "again"}[i], time.Since(began).Seconds())
	}
	sums, err := sameFiles(results[0], results[1])
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(results[0], sumsFile), []byte(sums), 0o666); err != nil {
		return fmt.Errorf("write the checksums: %w", err)
	}
	if image := filepath.Join(results[0], imageFile); exists(image) {
		if err := tryImage(ctx, r.stdout, image, first.hash); err != nil {
			return err
		}
	}
	if err := tryPackages(ctx, r.stdout, results[0], r.platforms); err != nil {
		return err
	}
	if err := publish(results[0], r.out); err != nil {
		return err
	}
	fmt.Fprintf(r.stdout, "the same twice:\n%s", sums)
	return nil
}

// build makes all files of a release in a folder.
func (r release) build(ctx context.Context, s source, folder, cache string) error {
	var forLinux []platform
	for _, p := range r.platforms {
		path := filepath.Join(folder, p.file())
		if err := compile(ctx, s, p, path, cache); err != nil {
			return err
		}
		if err := verify(path, p, s.hash); err != nil {
			return err
		}
		if p.os == "linux" {
			forLinux = append(forLinux, p)
		}
	}
	if err := writePackages(s, r.platforms, folder); err != nil {
		return err
	}
	if len(forLinux) == 0 {
		return nil
	}
	return writeImage(filepath.Join(folder, imageFile), s, forLinux, folder)
}
