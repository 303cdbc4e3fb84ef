package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"ifmatch/internal/azurite"
	"ifmatch/internal/target"
	"ifmatch/internal/weatherproxy"
	"ifmatch/reference/operation"
	"ifmatch/reference/weather"
	"ifmatch/reports"
)

// startAzurite starts Azurite, and installs it if needed.
func startAzurite(ctx context.Context, o options, args []string, log io.Writer) (emulator, error) {
	dir, err := azurite.Install(ctx, o.release, o.cache, log)
	if err != nil {
		return nil, err
	}
	started := azurite.Options{Args: args, Optional: []string{"--inMemoryPersistence"}}
	if o.verbose {
		started.Log = log
	}
	p, err := azurite.Start(ctx, dir, started)
	if err != nil {
		return nil, err // not p: a nil *Process is not a nil emulator
	}
	return p, nil
}

// conform judges one release. It returns its result, if there is one, and the exit code; an error means
// that something outside the suite went wrong.
func (t tool) conform(ctx context.Context, o options) (r *reports.Run, code int, err error) {
	ctx, cancel := context.WithTimeout(ctx, o.timeout)
	defer cancel()
	temp, stop, err := t.prepared(ctx, o)
	defer stop()
	if err != nil {
		return nil, codeUnknown, err
	}
	report := filepath.Join(temp, "result.json") // never a file of an earlier run
	run := []string{"run", "--target", "@" + filepath.Join(temp, connectionFile)}
	if o.defaults {
		version, err := t.knownVersion(ctx, o.bin, run)
		if err != nil {
			return nil, codeUnknown, err
		}
		run = append(run, "--api-version", version)
	}
	run = append(run, "--report", "json="+report)
	if o.report != "" {
		run = append(run, "--report", "json="+o.report)
	}
	run = append(append(run, o.listed()...), o.extra...)
	began := time.Now()
	code, err = t.ifmatch(ctx, o.bin, run, t.stdout)
	if err != nil {
		return nil, codeUnknown, err
	}
	fmt.Fprintf(t.stderr, "conform-azurite: ifmatch exited %d after %.1f s\n", code, time.Since(began).Seconds())
	if o.expect == "" && o.survey == "" || code == codeUsage || code == codeInterrupted {
		return nil, code, nil
	}
	result, err := readResult(report)
	if err != nil {
		return nil, codeUnknown, err
	}
	if o.expect != "" {
		code = o.code(code, result, t.stdout)
	}
	return &result, code, nil
}

// connectionFile holds the connection string of the emulator that was started.
const connectionFile = "connection"

// prepared starts the emulator. It returns a new folder with its connection string, and what stops it;
// stop is never nil.
func (t tool) prepared(ctx context.Context, o options) (temp string, stop func(), err error) {
	var ended []func()
	stop = func() {
		for _, end := range slices.Backward(ended) {
			end()
		}
	}
	temp, err = os.MkdirTemp("", "ifmatch-conform-") // readable only by this user
	if err != nil {
		return "", stop, err
	}
	ended = append(ended, func() { _ = os.RemoveAll(temp) })
	arguments := []string{"--silent"}
	if !o.defaults {
		arguments = append(arguments, "--skipApiVersionCheck")
	}
	e, err := t.start(ctx, o, arguments, t.stderr)
	if err != nil {
		return "", stop, err
	}
	ended = append(ended, e.Close)
	addresses, closeProxies, err := before(ctx, e.Addresses(), o.delay)
	ended = append(ended, closeProxies)
	if err != nil {
		return "", stop, err
	}
	return temp, stop, os.WriteFile(filepath.Join(temp, connectionFile), []byte(target.EmulatorString(addresses)+"\n"), 0o600)
}

// before puts a delaying proxy in front of every address, if a delay is requested, and returns the
// addresses for clients.
func before(ctx context.Context, addresses map[target.Service]string, delay time.Duration) (map[target.Service]string, func(), error) {
	if delay == 0 {
		return addresses, func() {}, nil
	}
	late := weather.Rule{Kind: weather.StallAnswer, Share: 1, Held: delay}
	a := weatherproxy.Account{Endpoints: map[operation.Service]string{}}
	for service, address := range addresses {
		a.Endpoints[operation.Service(service)] = address
	}
	front, err := weatherproxy.Before(ctx, a, weather.New(weather.Spec{Rules: []weather.Rule{late}}), nil)
	if err != nil {
		return nil, func() {}, err
	}
	out := make(map[target.Service]string)
	for service, address := range front.Endpoints {
		out[target.Service(service)] = address
	}
	return out, front.Close, nil
}
