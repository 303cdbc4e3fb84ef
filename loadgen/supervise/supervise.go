// Package supervise runs the target of a load as a child process, kills it under load, and starts it again: what it had
// acknowledged must still be there. It is for programs on this machine that are meant to survive that.
package supervise

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"ifmatch/internal/procgroup"
	"ifmatch/internal/target"
	"ifmatch/loadgen"
)

// restartLimit is how long a target may take until it answers: far more than any emulator needs.
const restartLimit = time.Minute

// Restarter is a target that is killed now and then.
type Restarter struct {
	command  string
	every    time.Duration
	endpoint loadgen.Endpoint
	services []target.Service

	cmd   *exec.Cmd
	ended chan struct{} // closed when cmd has been waited for
	said  tail

	Times  int   // how often it was killed and restarted
	Failed error // why the target no longer runs or answers
}

// ErrAnswers means that something else already runs at the target's address.
var ErrAnswers = errors.New("something already answers at its address")

// Start runs a command by sh, which becomes the target, and returns once its services answer. Every is how long it runs
// until it is killed. The caller ends it.
func Start(ctx context.Context, command string, every time.Duration, e loadgen.Endpoint, services []target.Service) (*Restarter, error) {
	r := &Restarter{command: command, every: every, endpoint: e, services: services}
	if _, err := loadgen.Greet(ctx, e, services, 300*time.Millisecond); err == nil {
		return nil, ErrAnswers
	}
	if err := r.start(ctx); err != nil {
		r.End()
		return nil, err
	}
	return r, nil
}

// start runs the command, and returns once all services answer.
func (r *Restarter) start(ctx context.Context) error {
	// The run's context may end before the last state was read, so it is not used here.
	cmd := exec.CommandContext(context.WithoutCancel(ctx), "sh", "-c", "exec "+r.command)
	procgroup.Isolate(cmd, syscall.SIGTERM, 5*time.Second)
	cmd.Stdout, cmd.Stderr = &r.said, &r.said
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start the target: %w", err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // it has been killed
		close(ended)
	}()
	r.cmd, r.ended = cmd, ended
	for limit := time.Now().Add(restartLimit); ; {
		_, err := loadgen.Greet(ctx, r.endpoint, r.services, time.Second)
		if err == nil {
			return nil
		}
		select {
		case <-ended:
			return fmt.Errorf("start the target: it ended at once%s", r.said.last())
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
		if time.Now().After(limit) {
			return fmt.Errorf("start the target: no answer after %s: %w%s", restartLimit, err, r.said.last())
		}
	}
}

// kill ends the process and all its children, without a chance to save anything.
func (r *Restarter) kill() {
	if r.cmd == nil {
		return
	}
	_ = procgroup.Signal(r.cmd, syscall.SIGKILL) // the process may have ended
	<-r.ended
}

// During kills the target repeatedly while the plan of a run is sent. The target runs again when the last state is read.
func (r *Restarter) During(ctx context.Context, c *loadgen.Config) {
	stop := make(chan struct{})
	var running sync.WaitGroup
	c.Restart = func(restart func(kill func(), start func() error) error) {
		running.Go(func() {
			for {
				select {
				case <-time.After(r.every):
				case <-stop:
					return
				case <-ctx.Done():
					return
				case <-r.ended:
					r.Failed = fmt.Errorf("the target ended by itself%s", r.said.last())
					return
				}
				if r.Failed = restart(r.kill, func() error { return r.start(context.WithoutCancel(ctx)) }); r.Failed != nil {
					return
				}
				r.Times++
			}
		})
	}
	sent := c.Sent
	c.Sent = func() {
		close(stop)
		running.Wait()
		if sent != nil {
			sent()
		}
	}
}

// End stops the target for good.
func (r *Restarter) End() {
	if r.cmd == nil {
		return
	}
	_ = procgroup.Signal(r.cmd, syscall.SIGTERM)
	select {
	case <-r.ended:
	case <-time.After(5 * time.Second):
		r.kill()
	}
}

// tail keeps the end of a process's output.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if n := len(t.text) - 4096; n > 0 {
		t.text = bytes.Clone(t.text[n:])
	}
	return len(p), nil
}

// last is the last line of output, for the end of a sentence.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	if line := lines[len(lines)-1]; line != "" {
		return "; its last output: " + line
	}
	return ""
}
