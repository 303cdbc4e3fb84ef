// Package exploration explores the schedules of a command in any language. The command is run again and again on a new
// store, whose requests are held and released one at a time. Which one goes next is chosen as package schedule says.
package exploration

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"ifmatch/internal/procgroup"
	"ifmatch/reference"
	"ifmatch/reference/explore/gate"
	"ifmatch/reference/explore/hazard"
	"ifmatch/reference/explore/schedule"
	"ifmatch/reference/explore/trial"
)

// Options say what to explore.
type Options struct {
	Command []string
	Env     []string      // further variables that get the connection string of the first client
	Clients int           // how many clients are told apart
	Timeout time.Duration // of one run; a command that takes longer hangs
	Lose    bool          // answers may be lost
	Jump    bool          // time may jump
	Allowed map[hazard.Kind]bool
	Target  *Target // nil: a new reference for each run
	Began   func()  // is told of each run; nil: nobody is
}

// Variables name the variables that commands read the connection string of the first client from.
var Variables = []string{"AZURE_STORAGE_CONNECTION_STRING", "AzureWebJobsStorage"}

// explorer runs one command, and remembers what it usually does.
type explorer struct {
	Options
	trial.Player
	learned gate.Learned
	wait    time.Duration // before a step is taken
}

func newExplorer(ctx context.Context, o Options) *explorer {
	x := &explorer{Options: o, wait: quiet}
	x.Player.Allowed = o.Allowed
	x.Play = func(c *schedule.Chooser) (*trial.Outcome, error) { return x.run(ctx, c) }
	return x
}

// clock is this machine's clock, which can jump.
type clock struct{ ahead atomic.Int64 }

func (c *clock) Now() time.Time { return time.Now().UTC().Add(time.Duration(c.ahead.Load())) }

// How long nothing must have moved before a step is taken: long enough for a local client to send its next request.
const (
	free  = time.Duration(0) // requests pass as they come
	quiet = 15 * time.Millisecond
	turns = 500 * time.Millisecond // before it is another client's turn, when nobody is to be disturbed, or after a pause
)

// run runs the command once, and takes a step when nothing has moved for a while.
func (x *explorer) run(ctx context.Context, chooser *schedule.Chooser) (*trial.Outcome, error) {
	c, paused := new(clock), false
	if x.Began != nil {
		x.Began()
	}
	options := reference.Options{Clock: c}
	if x.Target != nil { // only its names count
		options.Account, options.Key = x.Target.Account, x.Target.Key
	}
	server := reference.New(options)
	g := gate.New(gate.Options{
		Chooser: chooser, Learned: &x.learned, Now: c.Now, Operation: server.Operation, Live: true, Lose: x.Lose, Jump: x.Jump && x.Target == nil,
		Pass: func(d time.Duration, _ <-chan struct{}) bool {
			c.ahead.Add(int64(d))
			paused = true
			return true
		},
	})
	env, err := x.open(ctx, server, g)
	defer func() { _ = server.Close() }()
	if err != nil {
		return nil, err
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		drive(g, x.wait, &paused, done)
	}()
	out, err := execute(ctx, x.Options, env)
	close(done)
	<-ended
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if errors.Is(err, ErrNotStarted) {
		return nil, err
	}
	ending := &trial.Outcome{Lines: g.Lines(), Worst: errors.Is(err, ErrHangs), Title: "the command succeeds in this schedule"}
	if out != "" {
		ending.Output = "\nthe command printed\n" + out
	}
	switch {
	case ending.Worst:
		ending.Failed, ending.Title = err.Error(), ""
	case err != nil:
		ending.Failed, ending.Title = "the command fails: "+err.Error(), ""
	}
	return ending, nil
}

// drive takes steps until done is closed. When a holder is paused, the others get the time to ask once more for what it
// held.
func drive(g *gate.Gate, wait time.Duration, paused *bool, done <-chan struct{}) {
	defer g.Finish(false)
	tick := time.NewTicker(quiet / 10)
	defer tick.Stop()
	next := time.Now()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		if g.Arrive() {
			next = time.Now().Add(wait)
		}
		for g.Waits() && (!time.Now().Before(next) || wait == turns && g.GoesOn()) {
			g.Step()
			if next = time.Now().Add(wait); *paused {
				next, *paused = time.Now().Add(turns), false
			}
		}
	}
}

// ErrHangs is the failure of a command that does not end, and ErrNotStarted that of one that does not even begin.
var (
	ErrHangs      = errors.New("the command does not end")
	ErrNotStarted = errors.New("running the command")
)

// execute runs the command, and returns what it has printed.
func execute(ctx context.Context, o Options, env []string) (string, error) {
	limited, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	cmd := exec.CommandContext(limited, o.Command[0], o.Command[1:]...)
	cmd.Env = append(os.Environ(), env...)
	procgroup.Isolate(cmd, syscall.SIGKILL, time.Second)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	switch {
	case cmd.Process == nil:
		return "", fmt.Errorf("%w: %w", ErrNotStarted, err)
	case limited.Err() != nil && ctx.Err() == nil:
		err = fmt.Errorf("%w within %v", ErrHangs, o.Timeout)
	case errors.Is(err, exec.ErrWaitDelay):
		err = nil // it has succeeded, and left something behind
	}
	_ = procgroup.Signal(cmd, syscall.SIGKILL) // what it left behind, if anything: its group keeps the number that is now free
	return out.String(), err
}

// open opens the services for each client, and returns the variables that the command gets.
func (x *explorer) open(ctx context.Context, server *reference.Server, g *gate.Gate) (env []string, err error) {
	for n := 1; n <= x.Clients; n++ {
		name, suffix := "client", ""
		if x.Clients > 1 {
			name = fmt.Sprintf("client %d", n)
		}
		if n > 1 {
			suffix = fmt.Sprintf("_%d", n)
		}
		connection := fmt.Sprintf("DefaultEndpointsProtocol=http;AccountName=%s;AccountKey=%s;", server.Account(), server.Key())
		for _, service := range reference.Services() {
			path, target := "/"+server.Account(), http.Handler(nil)
			if x.Target != nil {
				if x.Target.Endpoints[service] == "" {
					continue
				}
				if target, path, err = forward(x.Target.Endpoints[service]); err != nil {
					return nil, err
				}
			}
			at, err := server.ListenFor(ctx, name, service, func(own http.Handler) http.Handler {
				return g.Around(name, service, cmp.Or(target, own))
			})
			if err != nil {
				return nil, err
			}
			url, upper := "http://"+at+path, strings.ToUpper(string(service))
			connection += upper[:1] + string(service[1:]) + "Endpoint=" + url + ";"
			env = append(env, "AZURE_STORAGE_"+upper+"_URL"+suffix+"="+url)
		}
		for _, variable := range slices.Concat(Variables, x.Env) {
			env = append(env, variable+suffix+"="+connection)
		}
	}
	return env, nil
}
