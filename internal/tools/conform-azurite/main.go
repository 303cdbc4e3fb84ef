// Conform-azurite judges Azurite in real time: it installs the emulator with npm, starts it on free
// ports, runs the suite against it, stops it, and exits with the suite's code.
//
//	go run ./internal/tools/conform-azurite -bin ./bin/ifmatch [-report r.json] [-- flags and selectors of ifmatch run]
//
// With -expect it passes ifmatch run a list of known failures, and exits as that does: 0 if nothing
// else failed, 1 if something did, 3 if a case could not be judged, 4 if the list no longer fits.
// Because `go run` turns every code but 0 into 1, scripts that look at the code build the command first.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"ifmatch/internal/azurite"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	t := tool{stdout: os.Stdout, stderr: os.Stderr, start: startAzurite}
	code := t.main(ctx, os.Args[1:])
	stop()
	os.Exit(code)
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
	code := codeOK
	switch {
	case o.survey != "":
		code, err = t.survey(ctx, o, azurite.Releases)
	case o.gates > 0:
		code, err = t.gate(ctx, o)
	default:
		_, code, err = t.conform(ctx, o)
	}
	if err != nil {
		fmt.Fprintln(t.stderr, "conform-azurite:", err)
	}
	if ctx.Err() != nil {
		code = codeInterrupted
	}
	return code
}

// gate lets ifmatch write a list of known failures of an unchanged Azurite, and gates with it again
// and again. A gate that is not green flaps.
func (t tool) gate(ctx context.Context, o options) (code int, err error) {
	ctx, cancel := context.WithTimeout(ctx, o.timeout)
	defer cancel()
	temp, stop, err := t.prepared(ctx, o)
	defer stop()
	if err != nil {
		return codeUnknown, err
	}
	list := filepath.Join(temp, "known-failures.tsv")
	run := append([]string{"run", "--target", "@" + filepath.Join(temp, connectionFile)}, o.extra...)
	code, err = t.ifmatch(ctx, o.bin, append(run, "--runs", fmt.Sprint(o.runs), "--write-baseline", list), io.Discard)
	if err != nil || code != codeOK {
		return code, err
	}
	text, err := os.ReadFile(list)
	if err != nil {
		return codeUnknown, err
	}
	fmt.Fprintf(t.stdout, "%s", text)
	flaps := 0
	for i := range o.gates {
		code, err := t.ifmatch(ctx, o.bin, append(run, "--baseline", list), t.stdout)
		if err == nil && code == codeUnknown {
			code, err = t.ifmatch(ctx, o.bin, append(run, "--baseline", list), t.stdout)
		}
		if err != nil {
			return codeUnknown, err
		}
		fmt.Fprintf(t.stderr, "conform-azurite: gate %d of %d: exit code %d\n", i+1, o.gates, code)
		if code != codeOK {
			flaps++
		}
	}
	if flaps > 0 {
		return codeDeviates, fmt.Errorf("%d of %d gates of an unchanged emulator were not green", flaps, o.gates)
	}
	return codeOK, nil
}
