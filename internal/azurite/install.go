// Package azurite installs and runs Azurite, Microsoft's storage emulator, in fixed releases, so
// that the suite has other implementations to judge. It needs npm and node. It uses only its own
// cache folder and ends only processes that it started.
package azurite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"ifmatch/internal/procgroup"
)

// Version is the release whose deviations are all known.
const Version = "3.37.0"

// Releases are those that a judge of emulators must be able to judge, the oldest first.
var Releases = []string{"3.7.0", "3.12.0", "3.20.1", "3.26.0", "3.31.0", Version}

// CacheVariable names the environment variable that replaces the user's cache folder.
const CacheVariable = "IFMATCH_CACHE"

// Dir is a folder that holds a complete installation.
type Dir string

// script is the program that serves blobs, queues and tables.
func (d Dir) script() string {
	return filepath.Join(string(d), "node_modules", "azurite", "dist", "src", "azurite.js")
}

// complete reports whether the installation can be used.
func (d Dir) complete() bool {
	_, err := os.Stat(d.script())
	return err == nil
}

// installGrace is how long npm may take to remove its half-written files.
const installGrace = 5 * time.Second

// Install returns an installation of a release below cacheDir, and makes one with npm if there is none.
// The empty cacheDir means $IFMATCH_CACHE, or else "ifmatch" in the user's cache folder. An
// installation appears as a whole or not at all, so several processes may request the same one at
// once. npm's output goes to log.
func Install(ctx context.Context, release, cacheDir string, log io.Writer) (Dir, error) {
	if cacheDir == "" {
		var err error
		if cacheDir, err = defaultCache(); err != nil {
			return "", err
		}
	}
	dir := Dir(filepath.Join(cacheDir, "azurite-"+release))
	if dir.complete() {
		return dir, nil
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		return "", errors.New("install Azurite: npm was not found; install Node.js 20 or newer")
	}
	if err := os.MkdirAll(cacheDir, 0o755); err != nil {
		return "", fmt.Errorf("install Azurite: %w", err)
	}
	temp, err := os.MkdirTemp(cacheDir, ".azurite-") // next to its place: a rename must not cross file systems
	if err != nil {
		return "", fmt.Errorf("install Azurite: %w", err)
	}
	defer os.RemoveAll(temp)
	fmt.Fprintf(log, "installing azurite@%s into %s\n", release, dir)
	// Installing the packages does not require running any of their code.
	cmd := exec.CommandContext(ctx, npm, "install", "--prefix", temp, "--ignore-scripts", "--no-audit", "--no-fund",
		"--no-update-notifier", "--loglevel=error", "azurite@"+release)
	cmd.Dir = temp
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	procgroup.Isolate(cmd, os.Interrupt, installGrace)
	err = cmd.Run()
	log.Write(said.Bytes())
	switch {
	case ctx.Err() != nil:
		return "", fmt.Errorf("install Azurite: %w", context.Cause(ctx))
	case err != nil:
		return "", fmt.Errorf("install Azurite: npm install: %w: %s", err, lastLines(said.Bytes()))
	case !Dir(temp).complete():
		return "", fmt.Errorf("install Azurite: npm install left no %s", Dir(temp).script())
	}
	if err := os.Chmod(temp, 0o755); err != nil {
		return "", fmt.Errorf("install Azurite: %w", err)
	}
	if err := os.Rename(temp, string(dir)); err != nil && !dir.complete() { // or another process was faster
		return "", fmt.Errorf("install Azurite: %w", err)
	}
	return dir, nil
}

func defaultCache() (string, error) {
	if dir := os.Getenv(CacheVariable); dir != "" {
		return dir, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("install Azurite: %w; set %s to a folder", err, CacheVariable)
	}
	return filepath.Join(dir, "ifmatch"), nil
}

// lastLines returns the end of a program's output, where it reports errors.
func lastLines(said []byte) string {
	const enough = 2 << 10
	said = bytes.TrimSpace(said)
	if len(said) > enough {
		said = said[len(said)-enough:]
	}
	return string(said)
}
