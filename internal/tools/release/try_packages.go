package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"ifmatch/internal/tools/internal/server"
)

// tryPackages installs npm's packages from their files, without a registry, and has what npx starts probe two servers: the
// built-in one, and one that breaks a promise.
func tryPackages(ctx context.Context, w io.Writer, folder string, all []platform) error {
	here := platform{runtime.GOOS, runtime.GOARCH}
	npm, err := exec.LookPath("npm")
	if err != nil || !slices.Contains(all, here) {
		fmt.Fprintln(w, "npm's packages were not installed: there is no npm here, or none of them is for this machine")
		return nil
	}
	work, err := os.MkdirTemp("", "ifmatch-npm-*")
	if err != nil {
		return fmt.Errorf("make a folder for the packages: %w", err)
	}
	defer removeAll(work)
	if err := os.WriteFile(filepath.Join(work, "package.json"), []byte("{\"private\": true}\n"), 0o666); err != nil {
		return fmt.Errorf("make a folder for the packages: %w", err)
	}
	install := exec.CommandContext(ctx, npm, "install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error",
		filepath.Join(folder, npmFile), filepath.Join(folder, here.npmFile()))
	install.Dir = work
	if out, err := install.CombinedOutput(); err != nil {
		return fmt.Errorf("install npm's packages: %w\n%s", err, out)
	}
	connection, stop, err := server.Start(ctx, filepath.Join(folder, here.file()), strings.Fields(faultyServer)...)
	if err != nil {
		return err
	}
	defer stop()
	for _, one := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"probe", "create-if-absent"}, 0, "# create-if-absent: yes, refused by 409 BlobAlreadyExists"},
		{[]string{"probe", "--target", "env", "create-if-absent"}, 1, "not ok 1 - create-if-absent BLOB-COND-20"},
		{[]string{"probe"}, 2, "probe for which profile?"},
	} {
		cmd := exec.CommandContext(ctx, "npx", append([]string{"--no-install", "ifmatch"}, one.args...)...)
		cmd.Dir, cmd.Env = work, append(os.Environ(), "AZURE_STORAGE_CONNECTION_STRING="+connection)
		out, err := cmd.CombinedOutput()
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			return fmt.Errorf("start npx: %w", err)
		}
		if cmd.ProcessState.ExitCode() != one.code || !strings.Contains(string(out), one.says) {
			return fmt.Errorf("npx ifmatch %s ended with %d, want %d and %q\n%s", strings.Join(one.args, " "), cmd.ProcessState.ExitCode(), one.code, one.says, out)
		}
	}
	fmt.Fprintln(w, "installed from npm's packages: npx ifmatch probe says yes to the reference, and names what a faulty server breaks")
	return nil
}

// faultyServer are the arguments of a server that lets creations overwrite.
//
//go:embed npm/faulty-server.txt
var faultyServer string
