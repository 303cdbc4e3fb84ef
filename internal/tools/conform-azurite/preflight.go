package main

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strings"
)

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
