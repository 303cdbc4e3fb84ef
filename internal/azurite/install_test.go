//go:build unix

package azurite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ifmatch/internal/npm"
)

// folders lists the contents of dir.
func folders(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func TestInstallMakesOneInstallationAndKeepsIt(t *testing.T) {
	become(t, "npm")
	cache := filepath.Join(t.TempDir(), "new")
	var wg sync.WaitGroup
	for range 4 { // at once
		wg.Go(func() {
			var log strings.Builder
			if _, err := Install(t.Context(), Version, cache, &log); err != nil {
				t.Errorf("Install: %v\n%s", err, log.String())
			}
		})
	}
	wg.Wait()
	if got, want := folders(t, cache), "azurite-3.37.0"; got != want {
		t.Errorf("the cache holds %q, want %q", got, want)
	}
	t.Setenv(role, "broken npm") // npm is not run again
	t.Setenv(npm.CacheVariable, cache)
	var log strings.Builder
	dir, err := Install(t.Context(), Version, "", &log)
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(cache, "azurite-3.37.0"); string(dir) != want || log.Len() > 0 {
		t.Errorf("Install = %q and printed %q, want %q and nothing", dir, log.String(), want)
	}
}

func TestInstallFailsWhole(t *testing.T) {
	for _, c := range []struct{ role, want string }{
		{"broken npm", "npm install: exit status 1: npm error 404 not found"},
		{"npm that installs nothing", "npm install left no "},
	} {
		become(t, c.role)
		cache := t.TempDir()
		var log strings.Builder
		if _, err := Install(t.Context(), Version, cache, &log); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Install error = %v, want %q", c.role, err, c.want)
		}
		if got := folders(t, cache); got != "" {
			t.Errorf("%s: left %q in the cache", c.role, got)
		}
	}
}

func TestInstallStopsWithItsContext(t *testing.T) {
	become(t, "deaf azurite") // an npm that hangs
	cache := t.TempDir()
	why := errors.New("enough")
	ctx, cancel := context.WithTimeoutCause(t.Context(), 200*time.Millisecond, why)
	defer cancel()
	if _, err := Install(ctx, Version, cache, &strings.Builder{}); !errors.Is(err, why) {
		t.Errorf("Install error = %v, want %v", err, why)
	}
	if got := folders(t, cache); got != "" {
		t.Errorf("left %q in the cache", got)
	}
}

func TestInstallSaysWhatIsMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Install(t.Context(), Version, t.TempDir(), &strings.Builder{}); err == nil || !strings.Contains(err.Error(), "install Node.js") {
		t.Errorf("Install without npm: %v, want the remedy", err)
	}
}
