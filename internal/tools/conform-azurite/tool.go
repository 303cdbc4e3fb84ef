package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"ifmatch/internal/procgroup"
	"ifmatch/internal/target"
)

// Exit codes, with the same meaning as those of ifmatch.
const (
	codeOK          = 0
	codeDeviates    = 1
	codeUsage       = 2
	codeUnknown     = 3
	codeInterrupted = 130
)

// emulator is a running Azurite, or a test's replacement for it.
type emulator interface {
	Addresses() map[target.Service]string // scheme, host and port
	Close()
}

// tool is the command with its effects on the outside world.
type tool struct {
	stdout, stderr io.Writer
	start          func(ctx context.Context, o options, args []string, log io.Writer) (emulator, error)
}

// mostMemory is how many megabytes of memory a run may have resident. It has up to 282, and on a busy machine 20 more.
const mostMemory = 330

// ifmatch runs the command and returns its exit code.
func (t tool) ifmatch(ctx context.Context, bin string, args []string, stdout io.Writer) (int, error) {
	// It cleans up after an interruption, which may take a while.
	const grace = 30 * time.Second
	cmd := exec.CommandContext(ctx, bin, args...)
	cmd.Stdout, cmd.Stderr = stdout, t.stderr
	procgroup.Isolate(cmd, os.Interrupt, grace)
	err := cmd.Run()
	if ctx.Err() != nil {
		return codeUnknown, fmt.Errorf("run %s: %w", bin, context.Cause(ctx))
	}
	if peak := procgroup.PeakMemory(cmd) >> 20; peak > mostMemory {
		return codeUnknown, fmt.Errorf("%s had %d MB of memory, want at most %d", bin, peak, mostMemory)
	} else if peak > 0 {
		fmt.Fprintf(t.stderr, "peak memory of ifmatch: %d MB\n", peak)
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.Exited() {
		return exit.ExitCode(), nil
	}
	if err != nil {
		return codeUnknown, fmt.Errorf("run %s: %w", bin, err)
	}
	return codeOK, nil
}

// anyway is the remedy in the emulator if it refuses an api-version.
const anyway = "--skipApiVersionCheck"

// proposal is the remedy in ifmatch: the versions that the emulator knows.
var proposal = regexp.MustCompile(`--api-version ([a-z0-9=,-]+)`)

// knownVersion checks that ifmatch stops before the first case, because a default Azurite refuses the
// SDK's version, and returns the --api-version that ifmatch proposes. run is a command line without that
// flag.
func (t tool) knownVersion(ctx context.Context, bin string, run []string) (string, error) {
	var said bytes.Buffer
	quiet := tool{stdout: &said, stderr: &said}
	code, err := quiet.ifmatch(ctx, bin, run, &said)
	if err != nil {
		return "", err
	}
	if code != codeUnknown {
		return "", fmt.Errorf("check the preflight: ifmatch exited %d, want %d; it said:\n%s", code, codeUnknown, said.String())
	}
	version := proposal.FindStringSubmatch(said.String())
	if version == nil || !strings.Contains(said.String(), anyway) {
		return "", fmt.Errorf("check the preflight: ifmatch does not name the remedies --api-version and %s; it said:\n%s", anyway, said.String())
	}
	fmt.Fprintf(t.stderr, "conform-azurite: without --api-version ifmatch exits 3, as it should, and proposes %s\n", version[1])
	return version[1], nil
}
