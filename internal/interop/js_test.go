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
	"testing"
	"time"

	"ifmatch/reference/operation"
)

// Microsoft's JavaScript clients, driven by the flows in js, get from the reference what the documents promise them.
//
// The packages come from npm, once, into the cache folder ($IFMATCH_CACHE, or ifmatch in the user's cache folder). They
// are fetched only if this test is asked for by name, as make interop-js does, or in CI: an ordinary go test ./... uses
// them if they are there.
func TestJavaScript(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("SKIPPED: the JavaScript clients were not tried, because node is not installed")
	}
	dir, err := javaScript()
	if errors.Is(err, errNotInstalled) && !fetchPackages() {
		t.Skip("SKIPPED: the JavaScript clients were not tried, because its packages are not installed: make interop-js fetches them")
	}
	if errors.Is(err, errNotInstalled) {
		err = install(t.Context(), dir)
	}
	if err != nil {
		t.Fatal(err)
	}

	// Node finds packages in the folders above the scripts, so the scripts go where the packages are, into a folder of
	// this run.
	scripts, err := os.MkdirTemp(dir, "flows-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(scripts) })
	flows, err := filepath.Glob(filepath.Join("js", "*.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	for _, flow := range flows {
		copyFile(t, flow, filepath.Join(scripts, filepath.Base(flow)))
	}

	for flow, service := range map[string]operation.Service{
		"blobs.mjs":  operation.BlobService,
		"queues.mjs": operation.QueueService,
		"tables.mjs": operation.TableService,
	} {
		t.Run(string(service), func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, node, filepath.Join(scripts, flow))
			cmd.Env = append(os.Environ(), "AZURE_STORAGE_CONNECTION_STRING="+serve(t, service))
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%s: %v\n%s", flow, err, out)
			}
			if !strings.Contains(string(out), "answers as promised") {
				t.Fatalf("%s didn't reach its end:\n%s", flow, out)
			}
			t.Logf("%s", out)
		})
	}
}

var errNotInstalled = errors.New("the packages of js/package-lock.json are not installed")

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
