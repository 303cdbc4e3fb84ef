package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
)

// remedies are what a person needs to read when Azurite refuses the SDK's
// api-version: the flag of ifmatch, and the switch of the emulator.
var remedies = []string{"--api-version", "--skipApiVersionCheck"}

// checkPreflight sees that ifmatch stops before the first case and says what to
// do. run is a command line without --api-version.
func (t tool) checkPreflight(ctx context.Context, bin string, run []string) error {
	var said bytes.Buffer
	quiet := tool{stdout: &said, stderr: &said}
	code, err := quiet.ifmatch(ctx, bin, run, io.Writer(&said))
	if err != nil {
		return err
	}
	if code != codeUnknown {
		return fmt.Errorf("check the preflight: ifmatch exited %d, want %d; it said:\n%s", code, codeUnknown, said.String())
	}
	for _, r := range remedies {
		if !strings.Contains(said.String(), r) {
			return fmt.Errorf("check the preflight: ifmatch does not name the remedy %s; it said:\n%s", r, said.String())
		}
	}
	fmt.Fprintln(t.stderr, "conform-azurite: without --api-version ifmatch names the remedies and exits 3, as it should")
	return nil
}
