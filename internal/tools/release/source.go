package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// source is a fresh checkout of a commit.
type source struct {
	folder string
	hash   string
	time   time.Time // of the commit
	dirty  bool      // the repository it was taken from has uncommitted changes
}

// checkOut clones the repository of this folder, as committed, into another. A clone contains no file
// that was not committed.
func checkOut(ctx context.Context, folder string) (source, error) {
	s := source{folder: folder}
	top, err := git(ctx, ".", "rev-parse", "--show-toplevel")
	if err != nil {
		return s, err
	}
	if s.hash, err = git(ctx, ".", "rev-parse", "HEAD"); err != nil {
		return s, err
	}
	changes, err := git(ctx, ".", "status", "--porcelain", "--untracked-files=no")
	if err != nil {
		return s, err
	}
	s.dirty = changes != ""
	if _, err := git(ctx, ".", "clone", "--quiet", filepath.FromSlash(top), folder); err != nil {
		return s, err
	}
	if _, err := git(ctx, folder, "checkout", "--quiet", "--detach", s.hash); err != nil {
		return s, err
	}
	seconds, err := git(ctx, folder, "show", "--no-patch", "--format=%ct", "HEAD")
	if err != nil {
		return s, err
	}
	unix, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return s, fmt.Errorf("read the time of the commit: %w", err)
	}
	s.time = time.Unix(unix, 0).UTC()
	return s, nil
}

func git(ctx context.Context, folder string, args ...string) (string, error) {
	var stderr strings.Builder
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir, cmd.Stderr = folder, &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(stderr.String()))
	}
	return strings.TrimSpace(string(out)), nil
}
