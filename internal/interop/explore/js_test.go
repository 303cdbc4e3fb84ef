package explore_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ifmatch/internal/exploration"
	"ifmatch/internal/npm"
	"ifmatch/reference/explore/hazard"
	"ifmatch/reference/explore/trial"
)

// script returns a command that runs a script of the folder js with its pinned packages. They are fetched only in CI, or
// if a test with JavaScript in its name is asked for.
func script(t *testing.T, name string, arguments ...string) []string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	fetch := os.Getenv("CI") != ""
	for _, arg := range os.Args {
		fetch = fetch || strings.HasPrefix(arg, "-test.run=") && strings.Contains(arg, "JavaScript")
	}
	packages, err := npm.Packages(t.Context(), "js", "explore-js", fetch)
	if errors.Is(err, npm.ErrNotInstalled) {
		t.Skip("the npm packages are not installed: go test ./internal/interop/explore -run JavaScript")
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join("js", name))
	if err != nil {
		t.Fatal(err)
	}
	// A module finds its packages beside itself or above.
	folder, err := os.MkdirTemp(packages, "explore-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	at := filepath.Join(folder, name)
	if err := os.WriteFile(at, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return append([]string{node, at}, arguments...)
}

// explored explores a command with some clients.
func explored(t *testing.T, clients, runs int, allowed map[hazard.Kind]bool, command []string) trial.Report {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	o := exploration.Options{Command: command, Clients: clients, Timeout: 30 * time.Second, Allowed: allowed, Began: func() {}, Limits: trial.Limits{Plays: runs, Seed: 1}}
	r, err := exploration.Find(ctx, o)
	if err != nil {
		t.Fatalf("%v\n%+v", err, r.Found)
	}
	if r.Found == nil {
		r.Found = new(trial.Outcome)
	}
	return r
}

func TestJavaScriptLosesAnUpdate(t *testing.T) {
	t.Parallel()
	r := explored(t, 2, 100, nil, script(t, "counter.mjs"))
	if r.Found.Failed != string(hazard.LostUpdate) {
		t.Errorf("found %q in %d runs:\n%s", r.Found.Failed, r.Tried, r.Found.Draw(""))
	}
	if r := explored(t, 2, 8, nil, script(t, "counter.mjs", "careful")); r.Found.Failed != "" {
		t.Errorf("found %q in %d runs:\n%s%s", r.Found.Failed, r.Tried, r.Found.Draw(""), r.Found.Output)
	}
}

// Microsoft's checkpoint store claims a partition that nobody has owned yet without a condition: several processors that
// start on an empty hub can own it at once.
func TestJavaScriptProcessorsOwnOnePartition(t *testing.T) {
	t.Parallel()
	command := script(t, "processors.mjs")
	r := explored(t, 3, 100, nil, command)
	if r.Found.Failed != string(hazard.LostUpdate) {
		t.Errorf("found %q in %d runs:\n%s", r.Found.Failed, r.Tried, r.Found.Draw(""))
	}
	r = explored(t, 3, 100, map[hazard.Kind]bool{hazard.LostUpdate: true}, command)
	if !strings.Contains(r.Found.Output, "is owned by processor") {
		t.Errorf("found %q in %d runs:\n%s", r.Found.Failed, r.Tried, r.Found.Output)
	}
}
