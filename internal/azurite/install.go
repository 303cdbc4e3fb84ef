// Package azurite installs and runs Azurite, Microsoft's storage emulator, in fixed releases, so
// that the suite has other implementations to judge. It needs npm and node. It uses only its own
// cache folder and ends only processes that it started.
package azurite

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"ifmatch/internal/npm"
)

// Version is the release whose deviations are all known.
const Version = "3.37.0"

// Releases are those that a judge of emulators must be able to judge, the oldest first.
var Releases = []string{"3.7.0", "3.12.0", "3.20.1", "3.26.0", "3.31.0", Version}

// Dir is a folder that holds a complete installation.
type Dir string

// program is what serves blobs, queues and tables, in an installation.
var program = filepath.Join("node_modules", "azurite", "dist", "src", "azurite.js")

func (d Dir) script() string { return filepath.Join(string(d), program) }

// Install returns an installation of a release below cacheDir, and makes one with npm if there is none.
// The empty cacheDir means npm.Cache. An installation appears as a whole or not at all, so several
// processes may request the same one at once. npm's output goes to log.
func Install(ctx context.Context, release, cacheDir string, log io.Writer) (Dir, error) {
	var err error
	if cacheDir == "" {
		cacheDir, err = npm.Cache()
	}
	dir := filepath.Join(cacheDir, "azurite-"+release)
	if err == nil && !npm.Has(dir, program) {
		fmt.Fprintf(log, "installing azurite@%s into %s\n", release, dir)
		err = npm.Into(ctx, dir, program, log, func(string) error { return nil }, "install", "azurite@"+release)
	}
	if err != nil {
		return "", fmt.Errorf("install Azurite: %w", err)
	}
	return Dir(dir), nil
}
