package explore

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ifmatch/reference/explore/gate"
	"ifmatch/reference/explore/schedule"
	"ifmatch/reference/explore/trial"
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
			bubble = bubbleOf(stack(256, false))
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
	s := newStore(chooser, &p.learned, p.undisturbed, done)
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
