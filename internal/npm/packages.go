// Package npm installs pinned packages of the npm registry: independent programs to compare this
// project's with.
package npm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"ifmatch/internal/procgroup"
)

// ErrNotInstalled says that the packages are missing and may not be fetched.
var ErrNotInstalled = errors.New("the packages of its package-lock.json are not installed")

var installing sync.Mutex

// Packages returns a folder whose node_modules are those of from/package-lock.json. It is in the cache
// folder ($IFMATCH_CACHE, or ifmatch in the user's cache folder), and its name begins with name. If
// it is missing and fetch allows it, npm fills it.
func Packages(ctx context.Context, from, name string, fetch bool) (string, error) {
	installing.Lock()
	defer installing.Unlock()
	dir, err := packagesFolder(from, name)
	if err != nil {
		return "", err
	}
	if Has(dir, "node_modules") {
		return dir, nil
	}
	if !fetch {
		return dir, fmt.Errorf("%s: %w", from, ErrNotInstalled)
	}
	if err := install(ctx, from, dir); err != nil {
		return dir, fmt.Errorf("install the packages of %s: %w", from, err)
	}
	return dir, nil
}

// packagesFolder is the folder of the packages, whether it exists or not: its name identifies the lock file.
func packagesFolder(from, name string) (string, error) {
	lock, err := os.ReadFile(filepath.Join(from, "package-lock.json"))
	if err != nil {
		return "", err
	}
	cache, err := Cache()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(lock)
	return filepath.Join(cache, name+"-"+hex.EncodeToString(sum[:6])), nil
}

// CacheVariable names the environment variable that replaces the user's cache folder.
const CacheVariable = "IFMATCH_CACHE"

// Cache is the folder of what was installed: $IFMATCH_CACHE, or else "ifmatch" in the user's cache folder.
func Cache() (string, error) {
	if dir := os.Getenv(CacheVariable); dir != "" {
		return dir, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("find the cache folder: %w; set %s to a folder", err, CacheVariable)
	}
	return filepath.Join(dir, "ifmatch"), nil
}

func install(ctx context.Context, from, dir string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	return Into(ctx, dir, "node_modules", io.Discard, func(temp string) error {
		for _, name := range []string{"package.json", "package-lock.json", ".npmrc"} {
			content, err := os.ReadFile(filepath.Join(from, name))
			if err == nil {
				err = os.WriteFile(filepath.Join(temp, name), content, 0o644)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}, "ci")
}

// grace is how long npm may take to remove its half-written files.
const grace = 5 * time.Second

// Into runs npm in a new folder next to dir, and renames that to dir, so that dir is complete or absent even if two
// processes install at once: complete if it has the file proof. prepare fills the folder first. npm's output goes to log.
func Into(ctx context.Context, dir, proof string, log io.Writer, prepare func(temp string) error, args ...string) error {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return errors.New("npm was not found; install Node.js 20 or newer")
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	temp, err := os.MkdirTemp(filepath.Dir(dir), "."+filepath.Base(dir)+"-") // a rename must not cross file systems
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if err := prepare(temp); err != nil {
		return err
	}
	// Installing the packages does not require running any of their code.
	flags := []string{args[0], "--prefix", temp, "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"}
	cmd := exec.CommandContext(ctx, npm, append(flags, args[1:]...)...)
	cmd.Dir = temp
	procgroup.Isolate(cmd, os.Interrupt, grace)
	said, err := cmd.CombinedOutput()
	_, _ = log.Write(said)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return fmt.Errorf("npm %s: %w: %s", args[0], err, procgroup.LastLines(said))
	case !Has(temp, proof):
		return fmt.Errorf("npm %s left no %s", args[0], filepath.Join(temp, proof))
	}
	if err := os.Chmod(temp, 0o755); err != nil {
		return err
	}
	if err := os.Rename(temp, dir); err != nil && !Has(dir, proof) { // or another process was faster
		return err
	}
	return nil
}

// Has reports whether a folder has a file.
func Has(dir, file string) bool {
	_, err := os.Stat(filepath.Join(dir, file))
	return err == nil
}
