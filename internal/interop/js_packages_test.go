package interop

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
	"strings"
	"sync"
	"time"
)

var errNotInstalled = errors.New("the packages of js/package-lock.json are not installed")

var installing sync.Mutex

// packages is the folder where the pinned packages are. It installs them if they are missing and this run may.
func packages(ctx context.Context) (string, error) {
	installing.Lock()
	defer installing.Unlock()
	dir, err := javaScript()
	if errors.Is(err, errNotInstalled) && fetchPackages() {
		err = install(ctx, dir)
	}
	return dir, err
}

// javaScript is the folder where the pinned packages are, or should be: its name says which lock file they follow.
func javaScript() (string, error) {
	lock, err := os.ReadFile(filepath.Join("js", "package-lock.json"))
	if err != nil {
		return "", err
	}
	cache := os.Getenv("IFMATCH_CACHE")
	if cache == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("finding the cache folder: %w; set IFMATCH_CACHE to a folder", err)
		}
		cache = filepath.Join(user, "ifmatch")
	}
	sum := sha256.Sum256(lock)
	dir := filepath.Join(cache, "interop-js-"+hex.EncodeToString(sum[:6]))
	if _, err := os.Stat(filepath.Join(dir, "node_modules")); err != nil {
		return dir, errNotInstalled
	}
	return dir, nil
}

// fetchPackages tells whether this run may download packages.
func fetchPackages() bool {
	for _, arg := range os.Args {
		if strings.HasPrefix(arg, "-test.run=") && strings.Contains(arg, "JavaScript") {
			return true
		}
	}
	return os.Getenv("CI") != ""
}

// install puts the pinned packages into dir. It works beside it and renames at the end, so that dir is whole or absent
// also when two runs install at once.
func install(ctx context.Context, dir string) error {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return errors.New("installing the JavaScript clients: npm was not found; install Node.js 20 or newer")
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return fmt.Errorf("installing the JavaScript clients: %w", err)
	}
	temp, err := os.MkdirTemp(filepath.Dir(dir), ".interop-js-")
	if err != nil {
		return fmt.Errorf("installing the JavaScript clients: %w", err)
	}
	defer os.RemoveAll(temp)
	for _, name := range []string{"package.json", "package-lock.json", ".npmrc"} {
		content, err := os.ReadFile(filepath.Join("js", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(temp, name), content, 0o644)
		}
		if err != nil {
			return fmt.Errorf("installing the JavaScript clients: %w", err)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	// Nothing in the packages has to be run to install them.
	cmd := exec.CommandContext(ctx, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")
	cmd.Dir = temp
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("installing the JavaScript clients: npm ci: %w\n%s", err, bytes.TrimSpace(out))
	}
	if err := os.Chmod(temp, 0o755); err != nil {
		return fmt.Errorf("installing the JavaScript clients: %w", err)
	}
	err = os.Rename(temp, dir)
	if _, missing := os.Stat(filepath.Join(dir, "node_modules")); err != nil && missing != nil { // or another run was faster
		return fmt.Errorf("installing the JavaScript clients: %w", err)
	}
	return nil
}
