//go:build unix

package procgroup

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// start runs a script in its own process group and returns the first line that it prints.
func start(t *testing.T, ctx context.Context, script string, grace time.Duration) (*exec.Cmd, string) {
	t.Helper()
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	Isolate(cmd, syscall.SIGTERM, grace)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return cmd, strings.TrimSpace(line)
}

func TestIsolateEndsTheWholeGroup(t *testing.T) {
	t.Parallel()
	const script = "sleep 60 & echo ready; wait"
	cmd := exec.CommandContext(t.Context(), "sh", "-c", script)
	Isolate(cmd, syscall.SIGTERM, time.Minute)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	if _, err := lines.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	if err := Signal(cmd, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	// The pipe stays open while any process of the group runs.
	if _, err := io.Copy(io.Discard, lines); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("Wait = nil, want the end by a signal")
	}
	if took := time.Since(begun); took > 30*time.Second {
		t.Errorf("the group ended after %s: not all of it was told", took)
	}
}

func TestIsolateKillsWhatDoesNotListen(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cmd, _ := start(t, ctx, "trap '' TERM; echo ready; while :; do :; done", 100*time.Millisecond)
	cancel()
	if err := cmd.Wait(); err == nil {
		t.Error("Wait = nil, want the end by a signal")
	}
}

func TestSignalToNobody(t *testing.T) {
	t.Parallel()
	cmd, line := start(t, t.Context(), "echo done", time.Second)
	if line != "done" {
		t.Fatalf("the script said %q", line)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	if err := Signal(cmd, syscall.SIGTERM); !errors.Is(err, os.ErrProcessDone) {
		t.Errorf("Signal = %v, want os.ErrProcessDone", err)
	}
}
