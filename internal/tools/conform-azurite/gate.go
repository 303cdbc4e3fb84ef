package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

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
