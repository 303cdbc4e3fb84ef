// Load-ratio loads the reference and Azurite with the same plans, and compares them. Every workload must
// be valid on both. Under blob-cas with 32 clients the reference must commit at least 40 times as many
// updates per second. Both servers run in their own processes, one at a time, with the same clients,
// seed and back-off.
//
//	go run ./internal/tools/load-ratio -bin ./bin/ifmatch [-duration 5s] [-least 40]
//
// It needs npm and node. Exit code 1: a history was not valid, or the ratio is too small.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"ifmatch/internal/azurite"
	"ifmatch/internal/procgroup"
	"ifmatch/internal/target"
	"ifmatch/internal/tools/internal/server"
	"ifmatch/reports/load"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	c := comparison{stdout: os.Stdout, stderr: os.Stderr}
	flag.StringVar(&c.binary, "bin", "bin/ifmatch", "the command that is run")
	flag.DurationVar(&c.duration, "duration", 5*time.Second, "how long blob-cas is measured")
	flag.DurationVar(&c.each, "each", time.Second, "how long the other workloads are measured")
	flag.Float64Var(&c.least, "least", 40, "smallest ratio of goodput that is accepted")
	flag.Parse()
	if err := c.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "load-ratio:", err)
		stop()
		os.Exit(1)
	}
}

// clients is the number of clients in every run.
const clients = "32"

// comparison is what the flags request.
type comparison struct {
	stdout, stderr io.Writer
	binary         string
	duration, each time.Duration
	least          float64
	folder         string
}

func (c *comparison) run(ctx context.Context) error {
	var err error
	if c.folder, err = os.MkdirTemp("", "ifmatch-ratio-*"); err != nil {
		return err
	}
	defer os.RemoveAll(c.folder)
	workloads, err := c.workloads(ctx)
	if err != nil {
		return err
	}
	reference, err := c.onReference(ctx, workloads)
	if err != nil {
		return fmt.Errorf("load the reference: %w", err)
	}
	other, err := c.onAzurite(ctx, workloads)
	if err != nil {
		return fmt.Errorf("load Azurite: %w", err)
	}
	return c.compare(workloads, reference, other)
}

// compare prints both sides and returns what is wrong.
func (c *comparison) compare(workloads []string, reference, other map[string]load.Run) error {
	fmt.Fprintf(c.stdout, "%-16s %12s %12s %8s\n", "goodput/s", "reference", "Azurite", "ratio")
	var wrong []error
	for _, w := range workloads {
		a, b := reference[w], other[w]
		x, y := a.Contention.Goodput, b.Contention.Goodput
		ratio := "-"
		if y > 0 {
			ratio = fmt.Sprintf("%.1f", x/y)
		}
		fmt.Fprintf(c.stdout, "%-16s %12.0f %12.1f %8s\n", w, x, y, ratio)
		for name, r := range map[string]load.Run{"the reference": a, "Azurite": b} {
			if r.Verdict.State != load.Valid {
				wrong = append(wrong, fmt.Errorf("%s on %s is %s", w, name, r.Verdict.State))
			}
			if r.Contention.Commits == 0 {
				wrong = append(wrong, fmt.Errorf("%s on %s committed nothing", w, name))
			}
		}
		if w == "blob-cas" && x < c.least*y {
			wrong = append(wrong, fmt.Errorf("blob-cas: the reference commits %.1f times as much as Azurite, want %g", x/y, c.least))
		}
	}
	return errors.Join(wrong...)
}

// workloads asks the command for its workloads on the services that Azurite has.
func (c *comparison) workloads(ctx context.Context) ([]string, error) {
	out, err := exec.CommandContext(ctx, c.binary, "list", "workloads", "--json").Output()
	if err != nil {
		return nil, fmt.Errorf("list workloads: %w", err)
	}
	var rows []struct {
		Name     string
		Services []string
		Kind     string // of resource, of a mix: whoever loads it chooses the operations
	}
	if err := json.Unmarshal(out, &rows); err != nil {
		return nil, fmt.Errorf("list workloads: %w", err)
	}
	var names []string
	for _, r := range rows {
		if r.Kind == "" && !slices.Contains(r.Services, string(target.File)) {
			names = append(names, r.Name)
		}
	}
	return names, nil
}

// onReference loads `ifmatch serve` in its own process.
func (c *comparison) onReference(ctx context.Context, workloads []string) (map[string]load.Run, error) {
	connection, stop, err := server.Reference(ctx, c.binary)
	if err != nil {
		return nil, err
	}
	defer stop()
	return c.all(ctx, workloads, connection)
}

// onAzurite loads Azurite, and installs it if needed.
func (c *comparison) onAzurite(ctx context.Context, workloads []string) (map[string]load.Run, error) {
	dir, err := azurite.Install(ctx, azurite.Version, "", c.stderr)
	if err != nil {
		return nil, err
	}
	p, err := azurite.Start(ctx, dir, azurite.Options{Args: []string{"--inMemoryPersistence", "--skipApiVersionCheck", "--silent"}})
	if err != nil {
		return nil, err
	}
	defer p.Close()
	return c.all(ctx, workloads, target.EmulatorString(p.Addresses()))
}

// all runs every workload against one target.
func (c *comparison) all(ctx context.Context, workloads []string, connection string) (map[string]load.Run, error) {
	// The connection string is in a file, because it must not be on a command line.
	target := filepath.Join(c.folder, "target.txt")
	if err := os.WriteFile(target, []byte(connection), 0o600); err != nil {
		return nil, err
	}
	out := map[string]load.Run{}
	for _, w := range workloads {
		d := c.each
		if w == "blob-cas" {
			d = c.duration
		}
		r, err := c.one(ctx, w, d, target)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", w, err)
		}
		out[w] = r
	}
	return out, nil
}

func (c *comparison) one(ctx context.Context, workload string, d time.Duration, target string) (load.Run, error) {
	result := filepath.Join(c.folder, "result.json")
	cmd := exec.CommandContext(ctx, c.binary, "load", workload, "--clients", clients, "--duration", d.String(), "--warmup", "500ms",
		"--target", "@"+target, "--report", "json="+result)
	procgroup.Isolate(cmd, os.Interrupt, time.Minute)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		return load.Run{}, fmt.Errorf("%w\n%s", err, said.Bytes())
	}
	f, err := os.Open(result)
	if err != nil {
		return load.Run{}, err
	}
	defer f.Close()
	return load.Decode(f)
}
