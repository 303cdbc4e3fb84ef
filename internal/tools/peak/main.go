//go:build unix

// Command peak judges the reference with a built binary, once inside its process and once over a socket,
// and prints the peak memory of each run. It exits 1 if that is more than allowed, or if a run does not
// end well.
//
//	go run ./internal/tools/peak -max 300 bin/ifmatch
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"ifmatch/internal/procgroup"
	"ifmatch/internal/tools/internal/server"
)

func main() {
	most := flag.Int64("max", 300, "`megabytes` of resident memory that a run may have")
	inside := flag.Bool("inside", false, "only measure the run inside the process")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "peak: name the binary to run: peak [-max MEGABYTES] BINARY")
		os.Exit(2)
	}
	judge := both
	if *inside {
		judge = within
	}
	if err := judge(context.Background(), os.Stdout, flag.Arg(0), *most); err != nil {
		fmt.Fprintln(os.Stderr, "peak:", err)
		os.Exit(1)
	}
}

// within judges the reference inside the process.
func within(ctx context.Context, w io.Writer, binary string, most int64) error {
	return measured(ctx, w, most, binary)
}

// both judges the reference in both ways.
func both(ctx context.Context, w io.Writer, binary string, most int64) error {
	if err := within(ctx, w, binary, most); err != nil {
		return err
	}
	return serving(ctx, binary, func(file string) error {
		return measured(ctx, w, most, binary, "--target", "@"+file)
	})
}

// measured runs every case, which gates whatever its level, and compares the memory of the run with the limit.
func measured(ctx context.Context, w io.Writer, most int64, name string, args ...string) error {
	what := "run"
	if len(args) > 0 {
		what += " over a socket"
	}
	cmd := exec.CommandContext(ctx, name, append([]string{"run", "--level", "observed"}, args...)...)
	cmd.Stdout, cmd.Stderr = w, os.Stderr
	err := cmd.Run()
	peak := procgroup.PeakMemory(cmd)
	if err != nil || peak == 0 {
		return errors.Join(fmt.Errorf("%s: its memory is not known", what), err)
	}
	fmt.Fprintf(w, "peak memory of %s: %d MB\n", what, peak>>20)
	if peak > most<<20 {
		return fmt.Errorf("%s had %d MB, want at most %d", what, peak>>20, most)
	}
	return nil
}

// serving runs the reference on free ports while f runs; f receives a file with its connection string.
func serving(ctx context.Context, binary string, f func(file string) error) error {
	connection, stop, err := server.Reference(ctx, binary)
	if err != nil {
		return err
	}
	defer stop()
	dir, err := os.MkdirTemp("", "ifmatch-peak-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "account.txt")
	if err := os.WriteFile(file, []byte(connection), 0o600); err != nil {
		return err
	}
	return f(file)
}
