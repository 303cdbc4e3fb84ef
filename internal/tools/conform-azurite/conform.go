package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"ifmatch/internal/azurite"
	"ifmatch/internal/faultproxy"
	"ifmatch/internal/tools/procgroup"
)

// Exit codes, with the meaning that they have for ifmatch itself.
const (
	codeOK          = 0
	codeDeviates    = 1
	codeUsage       = 2
	codeUnknown     = 3
	codeInterrupted = 130
)

// emulator is a running Azurite, or what a test puts in its place.
type emulator interface {
	BlobAddress() string
	ConnectionStringVia(blobAddress string) string
	Close()
}

// tool is the command with what it does to the world.
type tool struct {
	stdout, stderr io.Writer
	start          func(ctx context.Context, o options, args []string, log io.Writer) (emulator, error)
}

// startAzurite installs Azurite unless it is there, and starts it.
func startAzurite(ctx context.Context, o options, args []string, log io.Writer) (emulator, error) {
	dir, err := azurite.Install(ctx, o.cache, log)
	if err != nil {
		return nil, err
	}
	started := azurite.Options{Args: args}
	if o.verbose {
		started.Log = log
	}
	p, err := azurite.Start(ctx, dir, started)
	if err != nil {
		return nil, err // not p: a nil *Process is not a nil emulator
	}
	return p, nil
}

func (t tool) main(ctx context.Context, args []string) int {
	o, err := parseOptions(args, t.stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return codeOK
	case err != nil:
		fmt.Fprintln(t.stderr, "conform-azurite:", err)
		return codeUsage
	}
	bounded, cancel := context.WithTimeout(ctx, o.timeout)
	defer cancel()
	code, err := t.conform(bounded, o)
	if err != nil {
		fmt.Fprintln(t.stderr, "conform-azurite:", err)
	}
	if ctx.Err() != nil {
		code = codeInterrupted
	}
	return code
}

// conform returns the exit code; an error means that something outside the
// suite went wrong.
func (t tool) conform(ctx context.Context, o options) (code int, err error) {
	var expected expectation
	if o.expect != "" {
		if expected, err = readExpectation(o.expect, o.update); err != nil {
			return codeUsage, err
		}
	}
	temp, err := os.MkdirTemp("", "ifmatch-conform-") // for this user's eyes only
	if err != nil {
		return codeUnknown, err
	}
	defer os.RemoveAll(temp)
	report := filepath.Join(temp, "result.json") // never a file that an earlier run left behind

	arguments := []string{"--inMemoryPersistence", "--silent"}
	if !o.defaults {
		arguments = append(arguments, "--skipApiVersionCheck")
	}
	e, err := t.start(ctx, o, arguments, t.stderr)
	if err != nil {
		return codeUnknown, err
	}
	defer e.Close()
	address, closeProxy, err := before(e.BlobAddress(), o.delay)
	if err != nil {
		return codeUnknown, err
	}
	defer closeProxy()
	connection := filepath.Join(temp, "connection")
	if err := os.WriteFile(connection, []byte(e.ConnectionStringVia(address)+"\n"), 0o600); err != nil {
		return codeUnknown, err
	}

	run := []string{"run", "--target", "@" + connection}
	if o.defaults {
		if err := t.checkPreflight(ctx, o.bin, run); err != nil {
			return codeUnknown, err
		}
		run = append(run, "--api-version", azurite.NewestAPI)
	}
	run = append(run, "--report", "json="+report)
	if o.report != "" {
		run = append(run, "--report", "json="+o.report)
	}
	run = append(run, o.extra...)
	began := time.Now()
	code, err = t.ifmatch(ctx, o.bin, run, t.stdout)
	if err != nil {
		return codeUnknown, err
	}
	fmt.Fprintf(t.stderr, "conform-azurite: ifmatch exited %d after %.1f s\n", code, time.Since(began).Seconds())
	if o.expect == "" || code == codeUsage || code == codeInterrupted {
		return code, nil
	}
	r, err := readResult(report)
	if err != nil {
		return codeUnknown, err
	}
	return t.judge(o, expected, r)
}

// ifmatch runs the command and returns its exit code.
func (t tool) ifmatch(ctx context.Context, bin string, args []string, stdout io.Writer) (int, error) {
	// It cleans up when it is interrupted, and that may take a while.
	const grace = 30 * time.Second
	cmd := exec.CommandContext(ctx, bin, args...)
	cmd.Stdout, cmd.Stderr = stdout, t.stderr
	procgroup.Isolate(cmd, os.Interrupt, grace)
	err := cmd.Run()
	if ctx.Err() != nil {
		return codeUnknown, fmt.Errorf("run %s: %w", bin, context.Cause(ctx))
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.Exited() {
		return exit.ExitCode(), nil
	}
	if err != nil {
		return codeUnknown, fmt.Errorf("run %s: %w", bin, err)
	}
	return codeOK, nil
}

// before puts a delaying proxy in front of address, if any delay is wanted, and
// returns where clients should go.
func before(address string, delay time.Duration) (string, func(), error) {
	if delay == 0 {
		return address, func() {}, nil
	}
	h, err := faultproxy.Delay(address, delay)
	if err != nil {
		return "", nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	srv := &http.Server{Handler: h, ReadHeaderTimeout: time.Minute}
	go srv.Serve(l) // ends with Close
	return "http://" + l.Addr().String(), func() { srv.Close() }, nil
}
