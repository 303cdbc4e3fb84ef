// Package npm installs pinned packages of the npm registry for tests: independent programs to compare
// this project's with.
package npm

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
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
	dir, err := place(from, name)
	if err != nil {
		return "", err
	}
	if complete(dir) {
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

// place is the folder of the packages, whether it exists or not: its name identifies the lock file.
func place(from, name string) (string, error) {
	lock, err := os.ReadFile(filepath.Join(from, "package-lock.json"))
	if err != nil {
		return "", err
	}
	cache := os.Getenv("IFMATCH_CACHE")
	if cache == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("find the cache folder: %w; set IFMATCH_CACHE to a folder", err)
		}
		cache = filepath.Join(user, "ifmatch")
	}
	sum := sha256.Sum256(lock)
	return filepath.Join(cache, name+"-"+hex.EncodeToString(sum[:6])), nil
}

func complete(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "node_modules"))
	return err == nil
}

// install works next to dir and renames at the end, so that dir is complete or absent even if two
// processes install at once.
func install(ctx context.Context, from, dir string) error {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return errors.New("npm was not found; install Node.js 20 or newer")
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	temp, err := os.MkdirTemp(filepath.Dir(dir), "."+filepath.Base(dir)+"-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	for _, name := range []string{"package.json", "package-lock.json", ".npmrc"} {
		content, err := os.ReadFile(filepath.Join(from, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(temp, name), content, 0o644)
		}
		if err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	// Installing the packages does not require running any of their code.
	cmd := exec.CommandContext(ctx, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")
	cmd.Dir = temp
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci: %w\n%s", err, bytes.TrimSpace(out))
	}
	if err := os.Chmod(temp, 0o755); err != nil {
		return err
	}
	if err := os.Rename(temp, dir); err != nil && !complete(dir) { // or another process was faster
		return err
	}
	return nil
}
