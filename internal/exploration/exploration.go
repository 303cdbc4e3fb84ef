// Package exploration explores the schedules of a command in any language. The command is run again and again on a new
// store, whose requests are held and released one at a time. Which one goes next is chosen as package schedule says.
package exploration

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"ifmatch/internal/procgroup"
	"ifmatch/internal/sendonce"
	"ifmatch/internal/target"
	"ifmatch/reference"
	"ifmatch/reference/explore/gate"
	"ifmatch/reference/explore/hazard"
	"ifmatch/reference/explore/schedule"
	"ifmatch/reference/explore/trial"
	"ifmatch/reference/metadata"
)

// Options say what to explore.
type Options struct {
	trial.Limits
	Command []string
	Env     []string      // further variables that get the connection string of the first client
	Clients int           // how many clients are told apart
	Timeout time.Duration // of one run; a command that takes longer hangs
	Lose    bool          // answers may be lost
	Jump    bool          // time may jump
	Allowed map[hazard.Kind]bool
	// Target is the account that is explored, in place of a new reference for each run. Nothing is ever removed from it, and
	// its time cannot jump.
	Target *target.Session
	Began  func() // is told of each run
}

// Variables name the variables that commands read the connection string of the first client from.
var Variables = []string{"AZURE_STORAGE_CONNECTION_STRING", "AzureWebJobsStorage"}

// The reasons why there is nothing to explore.
var (
	ErrNotStarted = errors.New("running the command")
	ErrFails      = errors.New("without any disturbance")
	ErrSilent     = errors.New("no request of the command reached the server, so nothing was explored") // it uses another store, or none
)

// errHangs is the failure of a command that does not end.
var errHangs = errors.New("the command does not end")

// maxShrinks bounds how often a schedule that fails is run again to make it shorter.
const maxShrinks = 40

// Find runs the command until it fails, first without any disturbance. If it fails then, or sends nothing, there is an
// error, and what it did is found.
func Find(ctx context.Context, o Options) (r trial.Report, err error) {
	x := newExplorer(ctx, o)
	// Left to itself the command may meet its own race. Nobody is disturbed either if all take turns; a machine that is busy
	// elsewhere may let somebody miss his turn, but not each time.
	for _, x.wait = range []time.Duration{0, turns, turns, turns} { // first requests pass as they come
		if r.Found, err = x.Try(schedule.Follow(nil)); err != nil {
			return r, err
		}
		if r.Found.Failed == "" || r.Found.Worst {
			break
		}
	}
	switch first := r.Found; {
	case first.Failed != "" && len(first.Hazards) == 0:
		return r, fmt.Errorf("%w: %s", ErrFails, first.Failed)
	case len(first.Lines) == 0:
		return r, ErrSilent
	}
	x.wait = quiet
	o.Live, o.Departures, o.Shrinks = true, trial.MaxDepartures, maxShrinks
	return x.Explore(o.Limits)
}

// Replay runs the command by a schedule.
func Replay(ctx context.Context, o Options, choices []uint8) (*trial.Outcome, error) {
	return newExplorer(ctx, o).Try(schedule.Follow(choices))
}

// explorer runs one command, and remembers what it usually does.
type explorer struct {
	Options
	trial.Player
	learned gate.Learned
	wait    time.Duration // before a step is taken
}

func newExplorer(ctx context.Context, o Options) *explorer {
	x := &explorer{Options: o, Player: trial.Player{Allowed: o.Allowed}, wait: quiet}
	x.Play = func(c *schedule.Chooser) (*trial.Outcome, error) { return x.run(ctx, c) }
	return x
}

// clock is this machine's clock, which can jump.
type clock struct{ ahead atomic.Int64 }

func (c *clock) Now() time.Time { return time.Now().UTC().Add(time.Duration(c.ahead.Load())) }

// How long nothing must have moved before a step is taken: long enough for a local client to send its next request.
const (
	quiet = 15 * time.Millisecond
	turns = 500 * time.Millisecond // before it is another client's turn, when nobody is to be disturbed, or after a pause
)

// run runs the command once, and takes a step when nothing has moved for a while.
func (x *explorer) run(ctx context.Context, chooser *schedule.Chooser) (*trial.Outcome, error) {
	x.Began()
	c := new(clock)
	options := reference.Options{Clock: c}
	if x.Target != nil { // only its names count
		options.Account, options.Key = x.Target.Credential.Account, x.Target.Credential.Key.Reveal()
	}
	server := reference.New(options)
	defer func() { _ = server.Close() }()
	g := gate.New(gate.Options{
		Chooser: chooser, Learned: &x.learned, Now: c.Now, Operation: server.Operation, Live: true, Lose: x.Lose, Jump: x.Jump && x.Target == nil,
		Pass: func(d time.Duration, _ <-chan struct{}) bool {
			c.ahead.Add(int64(d))
			return true
		},
	})
	env, err := x.Options.open(ctx, server, g)
	if err != nil {
		return nil, err
	}
	out, done := "", make(chan struct{})
	go func() {
		defer close(done)
		out, err = execute(ctx, x.Options, env)
	}()
	drive(g, x.wait, c, done)
	if errors.Is(err, ErrNotStarted) || ctx.Err() != nil {
		return nil, cmp.Or(ctx.Err(), err)
	}
	o := &trial.Outcome{Lines: g.Lines(), Title: "the command succeeds in this schedule", Output: out}
	if err != nil {
		o.Failed, o.Worst, o.Title = err.Error(), errors.Is(err, errHangs), ""
	}
	return o, nil
}

// drive takes steps until done is closed. When a holder is paused, the others get the time to ask once more for what it
// held.
func drive(g *gate.Gate, wait time.Duration, c *clock, done <-chan struct{}) {
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
			before := c.ahead.Load()
			g.Step()
			if next = time.Now().Add(wait); c.ahead.Load() > before {
				next = time.Now().Add(turns)
			}
		}
	}
}

// execute runs the command, and tells what it has printed.
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
	case limited.Err() != nil:
		err = fmt.Errorf("%w within %v", errHangs, o.Timeout)
	case errors.Is(err, exec.ErrWaitDelay):
		err = nil // it has succeeded, and left something behind
	case err != nil:
		err = fmt.Errorf("the command fails: %w", err)
	}
	_ = procgroup.Signal(cmd, syscall.SIGKILL) // what it left behind, if anything: its group keeps the number that is now free
	if out.Len() == 0 {
		return "", err
	}
	return "\nthe command printed\n" + out.String(), err
}

// open opens the services for each client, and returns the variables that the command gets.
func (o *Options) open(ctx context.Context, server *reference.Server, g *gate.Gate) (env []string, err error) {
	for n := 1; n <= o.Clients; n++ {
		name, suffix := "client", ""
		if o.Clients > 1 {
			name = fmt.Sprintf("client %d", n)
		}
		if n > 1 {
			suffix = fmt.Sprintf("_%d", n)
		}
		connection := fmt.Sprintf("DefaultEndpointsProtocol=http;AccountName=%s;AccountKey=%s;", server.Account(), server.Key())
		for _, service := range reference.Services() {
			path, onward := "/"+server.Account(), http.Handler(nil)
			if o.Target != nil {
				endpoint, offered := o.Target.Endpoints[target.Service(service)]
				if !offered {
					continue
				}
				if onward, path, err = forward(endpoint); err != nil {
					return nil, err
				}
			}
			at, err := server.ListenFor(ctx, name, service, func(own http.Handler) http.Handler {
				return g.Around(name, service, cmp.Or(onward, own))
			})
			if err != nil {
				return nil, err
			}
			url, upper := "http://"+at+path, strings.ToUpper(string(service))
			connection += upper[:1] + string(service[1:]) + "Endpoint=" + url + ";"
			env = append(env, "AZURE_STORAGE_"+upper+"_URL"+suffix+"="+url)
		}
		for _, variable := range slices.Concat(Variables, o.Env) {
			env = append(env, variable+suffix+"="+connection)
		}
	}
	return env, nil
}

// once sends requests on to targets. Answers pass as they are.
var once = sendonce.Over(&http.Transport{DisableCompression: true, IdleConnTimeout: 10 * time.Second})

// forward returns a handler that passes requests on to a service as they are, signatures and all, and the path of the
// service.
func forward(endpoint string) (http.Handler, string, error) {
	to, err := url.Parse(endpoint)
	if err != nil || to.Host == "" {
		return nil, "", fmt.Errorf("standing in front of %q: it is not a URL", endpoint)
	}
	proxy := &httputil.ReverseProxy{
		Transport: once,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host, r.Out.Header = to.Scheme, to.Host, to.Host, r.In.Header.Clone()
			// Go's server has changed the case of the names of metadata, and the service keeps it. What is refused stays as it is.
			if all, err := metadata.Parse(r.Out.Header, math.MaxInt, metadata.SpellingOf(r.In.Context())); err == nil {
				maps.DeleteFunc(r.Out.Header, func(name string, _ []string) bool { return strings.HasPrefix(name, "X-Ms-Meta-") })
				all.Show(r.Out.Header, new(metadata.Spelling))
			}
		},
	}
	return proxy, strings.TrimSuffix(to.EscapedPath(), "/"), nil
}
