package explore

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
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
)

// The kinds of failures that are no hazards.
const (
	Assertion  = "assertion"
	Panic      = "panic"
	Hang       = "hang"
	LeftBehind = "left behind" // the function has returned, and goroutines that it started have not
)

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
	settings
	trial.Player
	learned gate.Learned
	name    string
	f       func(*testing.T, *Store)
	shown   *testing.T // whose output and failures the next play has; nil: nobody's
}

func newPlayer(t *testing.T, f func(*testing.T, *Store), options []Option) *player {
	t.Helper()
	settings, err := newSettings(options)
	if err != nil {
		t.Fatal(err)
	}
	p := &player{settings: settings, name: t.Name(), f: f}
	p.Play, p.Allowed = p.play, settings.allowed
	return p
}

// errStuck is the failure of a schedule of which nothing more is known.
var errStuck = errors.New("a schedule does not end: a goroutine waits for something that is not in the bubble, such as a mutex or the network")

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
			bubble = ownBubble()
			p.inside(t, chooser, o)
		})
	}()
	var late <-chan time.Time // on the machine's clock
	if p.patience > 0 {
		late = time.After(p.patience)
	}
	select {
	case <-ended:
		return o, nil
	case <-late:
		return nil, errStuck
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
		if plan := chooser.Plan(); plan != nil {
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
		case g.Steps() > maxSteps:
			return fmt.Sprintf("the function has sent %d requests and goes on", maxSteps)
		case g.Waits():
			g.Step()
		case !g.Idle(maxIdle):
			return fmt.Sprintf("no request has come for %v, and the function has not returned", maxIdle)
		}
	}
}

// makeRoom lets the stack of a goroutine grow at once, while there is nothing on it to be moved.
//
//go:noinline
func makeRoom() (room [16 << 10]byte) { return room }

// bubbleName finds the bubble in the heading of a goroutine's trace.
var bubbleName = regexp.MustCompile(`^goroutine \d+ \[[^]\n]*(synctest bubble \d+)`)

// ownBubble returns the name of the bubble that it is called in, as traces have it.
func ownBubble() string {
	buf := make([]byte, 256)
	if named := bubbleName.FindSubmatch(buf[:runtime.Stack(buf, false)]); named != nil {
		return string(named[1])
	}
	return ""
}

// traceIn returns the trace of a goroutine of a bubble.
func traceIn(bubble string) string {
	buf := make([]byte, 1<<20)
	for trace := range strings.SplitSeq(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
		if named := bubbleName.FindStringSubmatch(trace); named != nil && named[1] == bubble {
			return "\n" + trace
		}
	}
	return ""
}
