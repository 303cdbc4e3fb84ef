// Package server runs a built ifmatch as a server in a process of its own.
package server

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"ifmatch/internal/procgroup"
	"ifmatch/internal/target"
)

// Reference serves all services on free ports.
func Reference(ctx context.Context, binary string) (connection string, stop func(), err error) {
	args := []string{"serve"}
	for _, s := range target.Services {
		args = append(args, "--"+string(s)+"-addr", "127.0.0.1:0")
	}
	return Start(ctx, binary, args...)
}

// Start runs a server with these arguments until stop, and returns the connection string that it prints.
func Start(ctx context.Context, binary string, args ...string) (connection string, stop func(), err error) {
	cmd := exec.CommandContext(ctx, binary, args...)
	procgroup.Isolate(cmd, os.Interrupt, 5*time.Second)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return "", nil, fmt.Errorf("start a server: %w", err)
	}
	stop = func() {
		_ = procgroup.Signal(cmd, os.Interrupt)
		_ = cmd.Wait()
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		stop()
		return "", nil, fmt.Errorf("read the connection string of a server: %w", err)
	}
	return strings.TrimSpace(line), stop, nil
}
