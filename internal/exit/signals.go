package exit

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

// sameSignal is how long another signal counts as the one before. timeout(1) and process managers
// signal a process and its group at once; a person who presses Ctrl-C again has first read
// something.
const sameSignal = 300 * time.Millisecond

// Signals are the Ctrl-C, SIGTERM and SIGHUP that the process receives. The first asks a command
// to finish, and to clean up. The second asks it to leave out what it still does beside its report,
// if the command can do that (abandoning). Any further one ends the process.
type Signals struct {
	First, second context.Context // each ended by that signal
	Last          chan os.Signal  // delivers the signal that ends the process
	Stop          func()          // ends the contexts and the delivery
	both          atomic.Bool     // the command heeds the second one
}

// Listen receives signals until stop is called. If the process was started with nohup,
// it should outlive the terminal, so SIGHUP stays ignored.
func Listen() *Signals {
	in := &Signals{Last: make(chan os.Signal, 1)}
	var finish, abandon context.CancelFunc
	in.First, finish = context.WithCancel(context.Background())
	in.second, abandon = context.WithCancel(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(signals, syscall.SIGHUP)
	}
	done := make(chan struct{})
	go in.listen(signals, done, finish, abandon)
	in.Stop = func() {
		signal.Stop(signals)
		close(done)
		finish()
		abandon()
	}
	return in
}

// listen heeds signals.
func (in *Signals) listen(signals <-chan os.Signal, done <-chan struct{}, finish, abandon func()) {
	var before time.Time // of the signal before
	for {
		select {
		case s := <-signals:
			switch {
			case in.First.Err() == nil:
				finish()
			case time.Since(before) <= sameSignal:
				continue
			case in.second.Err() == nil && in.both.Load():
				abandon()
			default:
				in.Last <- s
				return
			}
			before = time.Now()
		case <-done:
			return
		}
	}
}

// Until returns what work returns. If ctx ends first, work is abandoned, and the error is the exit
// code of an interruption. So work may share nothing with what follows that either changes.
func Until[T any](ctx context.Context, work func() (T, error)) (T, error) {
	var none T
	if ctx.Err() != nil {
		return none, With(Interrupted)
	}
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := work()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		return none, With(Interrupted)
	}
}

// dying is more than enough for a signal to arrive.
const dying = 200 * time.Millisecond

// Die ends the process by a signal. A shell that runs a script looks at that and stops the script,
// too. A shell without job control starts background processes with SIGINT ignored. There the
// signal has no effect, and the exit code that die returns is used instead.
func Die(s os.Signal) Code {
	signal.Reset(s)
	if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(s) == nil {
		time.Sleep(dying)
	}
	return Interrupted
}

// Abandoning returns a context that the second signal ends. From now on that signal does not end
// the process: the command must leave out what is not its report.
func (in *Signals) Abandoning() context.Context {
	if in == nil {
		return context.Background()
	}
	in.both.Store(true)
	return in.second
}
