//go:build unix

package azurite

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ifmatch/internal/npm"
	"ifmatch/internal/target"
	"ifmatch/internal/thorough"
)

// fakeDir is an installation for the programs of become.
const fakeDir = Dir("fake")

// gone waits, for a bounded time, until the process pid has ended.
func gone(pid int) bool {
	for range 500 {
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || zombie(pid) {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

// zombie reports whether pid has ended and waits for a parent that will not come.
func zombie(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, _ := strings.Cut(string(stat), ") ")
	return err == nil && strings.HasPrefix(rest, "Z")
}

func childOf(t *testing.T, p *Process) int {
	t.Helper()
	_, rest, _ := strings.Cut(p.said.tail(), "child ")
	number, _, _ := strings.Cut(rest, "\n")
	pid, err := strconv.Atoi(number)
	if err != nil {
		t.Fatalf("no child in %q", p.said.tail())
	}
	return pid
}

func TestStartAndClose(t *testing.T) {
	for _, r := range []string{"azurite", "stubborn azurite"} {
		t.Run(r, func(t *testing.T) {
			become(t, r)
			var log strings.Builder
			p, err := Start(t.Context(), fakeDir, Options{Args: []string{"--inMemoryPersistence"}, Log: &log, grace: time.Second})
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			c, err := target.Parse(target.EmulatorString(p.Addresses()), target.ParseOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if len(c.Endpoints) != 3 || !c.Loopback() {
				t.Errorf("endpoints = %v, want three on this machine", c.Endpoints)
			}
			u, err := url.Parse(c.Endpoints[target.Blob])
			if err != nil {
				t.Fatal(err)
			}
			if want := p.Addresses()[target.Blob] + "/devstoreaccount1"; u.String() != want {
				t.Errorf("blob endpoint = %s, want %s", u, want)
			}
			child := childOf(t, p)
			p.Close()
			p.Close() // a second time
			if !strings.Contains(log.String(), "--inMemoryPersistence") {
				t.Errorf("Azurite was started without its arguments: %s", log.String())
			}
			if !gone(child) {
				t.Error("what Azurite started still runs after Close")
			}
			if _, err := os.Stat(p.folder); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("its data is still there: %v", err)
			}
		})
	}
}

func TestStartAsksTheReleaseForItsSwitches(t *testing.T) {
	become(t, "old azurite")
	var log strings.Builder
	p, err := Start(t.Context(), fakeDir, Options{Args: []string{"--silent"}, Optional: []string{"--inMemoryPersistence"}, Log: &log})
	if err != nil {
		t.Fatal(err)
	}
	at := p.Addresses()
	p.Close()
	if len(at) != 2 || at[target.Table] != "" || strings.Contains(log.String(), "--inMemoryPersistence") || !strings.Contains(log.String(), "--silent") {
		t.Errorf("an old release serves %v, and was started with %s", at, log.String())
	}
	become(t, "azurite")
	if p, err = Start(t.Context(), fakeDir, Options{Optional: []string{"--inMemoryPersistence"}, Log: &log}); err != nil {
		t.Fatal(err)
	}
	p.Close()
	if !strings.Contains(log.String(), "--inMemoryPersistence") {
		t.Errorf("a new release was started with %s", log.String())
	}
}

func TestStartSaysWhyItFailed(t *testing.T) {
	for _, c := range []struct{ role, want string }{
		{"azurite that dies", "start Azurite: it ended at once: Error: bad option --colour"},
		{"azurite of another age", "start Azurite: its help names no service"},
		{"azurite without help", "start Azurite: ask it for its switches: exit status 1: SyntaxError: Unexpected token '?'"},
		{"azurite without ports", "start Azurite: a port was taken at the same moment"},
	} {
		become(t, c.role)
		p, err := Start(t.Context(), fakeDir, Options{})
		if err == nil {
			p.Close()
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: Start error = %v, want %q", c.role, err, c.want)
		}
	}
}

func TestStartGivesUpWithItsContext(t *testing.T) {
	become(t, "deaf azurite")
	var err error
	for wait := 300 * time.Millisecond; wait < time.Minute; wait *= 3 { // on a busy machine even its help takes long
		ctx, cancel := context.WithTimeout(t.Context(), wait)
		var p *Process
		if p, err = Start(ctx, fakeDir, Options{}); err == nil {
			p.Close()
		}
		cancel()
		if err == nil || !strings.Contains(err.Error(), "ask it for its switches") {
			break
		}
	}
	if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "does not answer") {
		t.Errorf("Start error = %v, want one about the port that does not answer", err)
	}
}

// TestRealAzurite starts the installed Azurite, if there is one.
func TestRealAzurite(t *testing.T) {
	if !thorough.All() {
		t.Skip("it takes ten seconds: the stage azurite of .ci/run runs it")
	}
	cache, err := npm.Cache()
	if err != nil {
		t.Skip(err)
	}
	dir := Dir(cache + "/azurite-" + Version)
	if !npm.Has(string(dir), program) {
		t.Skip("Azurite is not installed: make conform-azurite does so")
	}
	start := func() *Process {
		p, err := Start(t.Context(), dir, Options{Args: []string{"--inMemoryPersistence", "--silent"}})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := start()
	begun := time.Now()
	p.Close()
	if took := time.Since(begun); took >= stopGrace {
		t.Errorf("Close took %s: Azurite had to be killed", took)
	}
	p = start()
	defer p.Close()
	p.alive.Close() // as if our process were killed
	select {
	case <-p.ended:
	case <-time.After(20 * time.Second):
		t.Error("Azurite outlives the process that started it")
	}
}
