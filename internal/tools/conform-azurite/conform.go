package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ifmatch/internal/azurite"
	"ifmatch/internal/faultproxy"
	"ifmatch/internal/target"
)

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
	addresses, closeProxies, err := before(ctx, e.Addresses(), o.delay)
	defer closeProxies()
	if err != nil {
		return codeUnknown, err
	}
	connection := filepath.Join(temp, "connection")
	if err := os.WriteFile(connection, []byte(target.EmulatorString(addresses)+"\n"), 0o600); err != nil {
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

// before puts a delaying proxy in front of every address, if any delay is wanted,
// and returns where clients should go.
func before(ctx context.Context, addresses map[target.Service]string, delay time.Duration) (map[target.Service]string, func(), error) {
	if delay == 0 {
		return addresses, func() {}, nil
	}
	var proxies []*faultproxy.Proxy
	closeAll := func() {
		for _, p := range proxies {
			_ = p.Close()
		}
	}
	out := make(map[target.Service]string)
	for service, address := range addresses {
		p, err := faultproxy.Listen(ctx, strings.TrimPrefix(address, "http://"), faultproxy.Options{DelayShare: 1, Delay: delay})
		if err != nil {
			return nil, closeAll, err
		}
		proxies = append(proxies, p)
		out[service] = "http://" + p.Address()
	}
	return out, closeAll, nil
}
