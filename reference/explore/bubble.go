package explore

import (
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
	"ifmatch/reference/explore/hazard"
	"ifmatch/reference/explore/history"
	"ifmatch/reference/explore/schedule"
)

// The kinds of failures that are no hazards.
const (
	Assertion  = "assertion"
	Panic      = "panic"
	Hang       = "hang"
	LeftBehind = "left behind" // the function has returned, and goroutines that it started have not
)

// outcome is how a schedule ended.
type outcome struct {
	failed   bool // f failed its T
	skipped  bool
	panicked string
	hung     string
	left     string
	bubble   string // as the traces of its goroutines name it
	stuck    bool   // it has not ended in time
	lines    []history.Line
	hazards  []hazard.Hazard
}

// why returns the kind of failure, or "".
func (o *outcome) why() string {
	switch {
	case o.panicked != "":
		return Panic
	case o.hung != "", o.stuck:
		return Hang
	case len(o.hazards) > 0:
		return string(o.hazards[0].Kind)
	case o.failed:
		return Assertion
	case o.left != "":
		return LeftBehind
	}
	return ""
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
	settings
	learned gate.Learned
	finder  hazard.Finder
	name    string
	f       func(*testing.T, *Store)
}

func newPlayer(t *testing.T, f func(*testing.T, *Store), options []Option) *player {
	t.Helper()
	settings, err := newSettings(options)
	if err != nil {
		t.Fatal(err)
	}
	return &player{settings: settings, finder: hazard.Finder{Allowed: settings.allowed}, name: t.Name(), f: f}
}

// play plays a schedule in a bubble of t, and judges it.
func (p *player) play(t *testing.T, chooser *schedule.Chooser) *outcome {
	o, ended := &outcome{}, make(chan struct{})
	go func() { // a bubble whose T fails ends the goroutine that started it
		defer close(ended)
		defer func() {
			if r := recover(); r != nil && o.hung == "" {
				o.left = fmt.Sprint(r) + o.leftBehind()
			}
		}()
		synctest.Test(t, func(t *testing.T) { p.inside(t, chooser, o) })
	}()
	var late <-chan time.Time // on the machine's clock
	if p.patience > 0 {
		late = time.After(p.patience)
	}
	select {
	case <-ended:
		p.finder.Learn(o.lines)
		o.hazards = p.finder.Find(o.lines)
		return o
	case <-late: // what goes on in there is not known
		return &outcome{stuck: true}
	}
}

// inside plays a schedule in the bubble that it is called in.
func (p *player) inside(t *testing.T, chooser *schedule.Chooser, o *outcome) {
	makeRoom()
	o.bubble = ownBubble()
	done := make(chan struct{})
	s := p.newStore(chooser, done)
	go func() {
		defer close(done)
		defer func() {
			if r := recover(); r != nil {
				o.panicked = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
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
	o.hung = conduct(s.gate, done)
	o.lines = s.gate.Lines()
	o.failed, o.skipped = t.Failed(), t.Skipped()
	if o.hung != "" {
		t.Fail()
	}
}

// newStore makes the store of one schedule, and the gate before it.
func (p *player) newStore(chooser *schedule.Chooser, done <-chan struct{}) *Store {
	s := &Store{server: reference.New(reference.Options{Seed: 1})}
	o := gate.Options{Chooser: chooser, Learned: &p.learned, Now: time.Now, Operation: s.server.Operation}
	if !p.undisturbed {
		o.Lose, o.Delay, o.Jump, o.Break = true, true, true, s.breakLease
	}
	o.Pass = func(d time.Duration, whole bool) bool {
		arrived := s.gate.Arrived()
		if whole {
			arrived = nil
		}
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-arrived:
		case <-done:
		case <-timer.C:
			return whole
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

// leftBehind returns the trace of a goroutine of the bubble.
func (o *outcome) leftBehind() string {
	buf := make([]byte, 1<<20)
	for trace := range strings.SplitSeq(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
		if named := bubbleName.FindStringSubmatch(trace); named != nil && named[1] == o.bubble {
			return "\n" + trace
		}
	}
	return ""
}
