package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// sameSignal is how long a second signal counts as the first one. timeout(1) and process managers
// signal a process and its group at once; a person who presses Ctrl-C again has first read
// something.
const sameSignal = 300 * time.Millisecond

// interruptible returns a context that the first Ctrl-C, SIGTERM or SIGHUP ends, and a channel
// that delivers the second signal, until stop is called. If the process was started with nohup,
// it should outlive the terminal, so SIGHUP stays ignored.
func interruptible(parent context.Context) (ctx context.Context, second <-chan os.Signal, stop func()) {
	ctx, cancel := context.WithCancel(parent)
	signals, again := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(signals, syscall.SIGHUP)
	}
	done := make(chan struct{})
	go func() {
		first := time.Time{}
		for {
			select {
			case s := <-signals:
				switch {
				case first.IsZero():
					first = time.Now()
					cancel()
				case time.Since(first) > sameSignal:
					again <- s
					return
				}
			case <-done:
				return
			}
		}
	}()
	return ctx, again, func() {
		signal.Stop(signals)
		close(done)
		cancel()
	}
}

// dying is more than enough for a signal to arrive.
const dying = 200 * time.Millisecond

// die ends the process by a signal. A shell that runs a script looks at that and stops the script,
// too. A shell without job control starts background processes with SIGINT ignored. There the
// signal has no effect, and the exit code that die returns is used instead.
func die(s os.Signal) ExitCode {
	signal.Reset(s)
	if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(s) == nil {
		time.Sleep(dying)
	}
	return Interrupted
}
