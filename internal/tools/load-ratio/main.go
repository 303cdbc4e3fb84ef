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
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
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
