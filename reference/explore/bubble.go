package explore

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"net/http"
	"reflect"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ifmatch/reference"
	"ifmatch/reference/explore/gate"
	"ifmatch/reference/explore/schedule"
	"ifmatch/reference/explore/trial"
	"ifmatch/reference/operation"
)

// Variable is the environment variable whose value, as a failure prints it, makes Run play one schedule only.
const Variable = "EXPLORE"

// The kinds of failures that are no hazards.
const (
	Assertion  = "assertion"
	Panic      = "panic"
	Hang       = "hang"
	LeftBehind = "left behind" // the function has returned, and goroutines that it started have not
)

// Store is the storage account of one schedule. It is new and empty, and its clock is that of the bubble.
type Store struct {
	server *reference.Server
	gate   *gate.Gate
}

// Client returns the HTTP client of one participant: a transport for the official SDKs. Give each participant its own
// name: hazards are found between names, and schedules are drawn with them.
//
//	options := &azblob.ClientOptions{}
//	options.Transport = s.Client("ann")
//	client, err := azblob.NewClientFromConnectionString(s.ConnectionString(), options)
func (s *Store) Client(name string) *http.Client {
	client := s.Setup()
	client.Transport = s.server.RoundTripperFor(func(service operation.Service, next http.Handler) http.Handler {
		return s.gate.Around(name, service, next)
	})
	return client
}

// Setup returns a client that prepares the store, or looks at it afterwards. Its requests do not wait, are never
// disturbed, and are no part of the schedule.
func (s *Store) Setup() *http.Client { return s.server.Client() }

// ConnectionString returns the string that Azure's clients connect with.
func (s *Store) ConnectionString() string { return s.server.ConnectionString() }

// Endpoint returns the URL of a service, such as reference.Blob, without a trailing slash.
func (s *Store) Endpoint(service operation.Service) string {
	return s.server.InProcessEndpoint(service)
}

// Key returns the account key in base64, and Account its name.
func (s *Store) Key() string { return s.server.Key() }

// Account returns the name of the account.
func (s *Store) Account() string { return s.server.Account() }

// newStore makes the store of one schedule, and the gate before it.
func (p *player) newStore(chooser *schedule.Chooser, done <-chan struct{}) *Store {
	s := &Store{server: reference.New(reference.Options{Seed: 1})}
	o := gate.Options{Chooser: chooser, Learned: &p.learned, Now: time.Now, Operation: s.server.Operation}
	if !p.undisturbed {
		o.Lose, o.Jump, o.Break = true, true, s.server.BreakLease
	}
	o.Pass = func(d time.Duration, arrived <-chan struct{}) bool {
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-arrived:
		case <-done:
		case <-timer.C:
			return arrived == nil
		}
		return true
	}
	s.gate = gate.New(o)
	return s
}

// The ends of patience.
const (
	maxSteps = 2000           // requests of one schedule; a program that sends more does not end
	maxIdle  = 24 * time.Hour // in the bubble, without a request; then the program hangs
)

// conduct takes steps until the program is done. It returns what is wrong if that never happens.
func conduct(g *gate.Gate, done <-chan struct{}) (hang string) {
	defer g.Finish(true)
	for {
		synctest.Wait()
		g.Arrive()
		select {
		case <-done:
			return ""
		default:
		}
		switch {
		case len(g.Lines()) > maxSteps:
			return fmt.Sprintf("the function has sent %d requests and goes on", maxSteps)
		case g.Waits():
			g.Step()
		case !g.Idle(maxIdle):
			return fmt.Sprintf("no request has come for %v, and the function has not returned", maxIdle)
		}
	}
}

// detached returns a T that belongs to no test, but has a test's name. What fails in its bubble fails nothing else, and
// what is logged there is dropped.
func detached(name string) *testing.T {
	t := new(testing.T)
	// The field has no setter. Without it the function sees an empty name, and everything else works.
	if f := reflect.ValueOf(t).Elem().FieldByName("name"); f.IsValid() && f.Kind() == reflect.String {
		reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem().SetString(name)
	}
	return t
}

// player plays the schedules of one function.
type player struct {
	trial.Limits
	trial.Player
	learned     gate.Learned
	name        string
	f           func(*testing.T, *Store)
	shown       *testing.T // whose output and failures the next play has; nil: nobody's
	undisturbed bool
	patience    time.Duration // for one schedule, on the machine's clock; 0: for ever
}

// play plays a schedule in a bubble.
func (p *player) play(chooser *schedule.Chooser) (*trial.Outcome, error) {
	t := detached(p.name)
	if p.shown != nil {
		t, p.shown = p.shown, nil
	}
	o, bubble, ended := &trial.Outcome{}, "", make(chan struct{})
	go func() { // a bubble whose T fails ends the goroutine that started it
		defer close(ended)
		defer func() {
			if r := recover(); r != nil && o.Failed == "" {
				o.Failed, o.Stays, o.Title = LeftBehind, true, fmt.Sprint("goroutines outlive the function in this schedule: ", r, traceIn(bubble))
			}
		}()
		synctest.Test(t, func(t *testing.T) {
			bubble = bubbleOf(stack(256, false))
			p.inside(t, chooser, o)
		})
	}()
	select {
	case <-ended:
		return o, nil
	case <-time.After(cmp.Or(p.patience, math.MaxInt64)): // on the machine's clock
		return nil, errors.New("a schedule does not end: a goroutine waits for something that is not in the bubble, such as a mutex or the network")
	}
}

// inside plays a schedule in the bubble that it is called in.
func (p *player) inside(t *testing.T, chooser *schedule.Chooser, o *trial.Outcome) {
	makeRoom()
	done := make(chan struct{})
	s := p.newStore(chooser, done)
	go func() {
		defer close(done)
		defer func() {
			if r := recover(); r != nil {
				o.Failed, o.Worst, o.Title, o.Output = Panic, true, "a panic in this schedule", fmt.Sprintf("panic: %v\n%s\n", r, debug.Stack())
				t.Fail()
			}
		}()
		makeRoom()
		if plan, made := chooser.Plan(); made {
			// The only trace that a goroutine leaves when it crashes: GODEBUG=tracebacklabels=1 shows it.
			pprof.SetGoroutineLabels(pprof.WithLabels(t.Context(), pprof.Labels(Variable, schedule.Token(plan))))
		}
		p.f(t, s)
	}()
	hung := conduct(s.gate, done)
	o.Lines, o.Skipped = s.gate.Lines(), t.Skipped()
	switch {
	case hung != "":
		o.Failed, o.Worst, o.Stays, o.Title = Hang, true, true, "this schedule hangs: "+hung
		t.Fail()
	case t.Failed() && o.Failed == "":
		o.Failed, o.Title = Assertion, "the function fails in this schedule"
	}
}

// makeRoom lets the stack of a goroutine grow at once, while there is nothing on it to be moved.
//
//go:noinline
func makeRoom() (room [16 << 10]byte) { return room }

// stack returns the trace of this goroutine, or of all, but not more than most bytes.
func stack(most int, all bool) string {
	buf := make([]byte, most)
	return string(buf[:runtime.Stack(buf, all)])
}

// bubbleOf returns the bubble that the heading of a goroutine's trace names.
func bubbleOf(trace string) string {
	heading, _, _ := strings.Cut(trace, "\n")
	_, bubble, _ := strings.Cut(heading, "synctest bubble ")
	return bubble
}

// traceIn returns the trace of a goroutine of a bubble.
func traceIn(bubble string) string {
	for trace := range strings.SplitSeq(stack(1<<20, true), "\n\n") {
		if bubble != "" && bubbleOf(trace) == bubble {
			return "\n" + trace
		}
	}
	return ""
}
