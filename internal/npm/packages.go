// Package npm installs pinned packages of the npm registry for tests: programs that
// nobody here wrote, to hold ours against.
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

// ErrNotInstalled says that the packages are not there and may not be fetched.
var ErrNotInstalled = errors.New("the packages of its package-lock.json are not installed")

var installing sync.Mutex

// Packages returns a folder whose node_modules are those of from/package-lock.json. It is
// in the cache folder ($IFMATCH_CACHE, or ifmatch in the user's cache folder), and its
// name begins with name. It is filled by npm if it is missing and fetch allows that.
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

// place is the folder where the packages are, or should be: its name says which lock
// file they follow.
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

// install works beside dir and renames at the end, so that dir is whole or absent also
// when two runs install at once.
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
	// Nothing in the packages has to be run to install them.
	cmd := exec.CommandContext(ctx, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")
	cmd.Dir = temp
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci: %w\n%s", err, bytes.TrimSpace(out))
	}
	if err := os.Chmod(temp, 0o755); err != nil {
		return err
	}
	if err := os.Rename(temp, dir); err != nil && !complete(dir) { // or another run was faster
		return err
	}
	return nil
}
