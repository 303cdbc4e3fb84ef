package scenario

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports"
	"ifmatch/steps/verdict"
)

// fakeClock is a clock that a test moves: either a movable one, or a real one on which every
// wait takes as long as it should, plus late.
type fakeClock struct {
	now     time.Time
	movable bool
	late    time.Duration
	passed  []time.Duration
}

func (c *fakeClock) Now() time.Time { return c.now }
func (c *fakeClock) Movable() bool  { return c.movable }

func (c *fakeClock) Pass(ctx context.Context, d time.Duration) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c.passed = append(c.passed, d)
	c.now = c.now.Add(d + c.late)
	return nil
}

// takes lets real time go by that the scenario does not mention.
func (c *fakeClock) takes(d time.Duration) { c.now = c.now.Add(d) }

func newFakeTimeline(movable bool) (*Timeline, *fakeClock) {
	c := &fakeClock{now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), movable: movable}
	return NewTimeline(c), c
}

// runs starts a timer with a request that took a second.
func (c *fakeClock) runs(t *Timeline, key string, d time.Duration) {
	sent := c.now
	if !c.movable {
		c.takes(time.Second)
	}
	t.Start(key, "the "+key, d, sent, c.now)
}

func TestPassWaitsForWhatIsNominallyOver(t *testing.T) {
	t.Parallel()
	const s = time.Second
	tests := []struct {
		name    string
		movable bool
		timers  []time.Duration // started together, before any time passes
		pass    []time.Duration
		want    []time.Duration // the waits that the clock is asked for
	}{
		{"nothing runs", false, nil, []time.Duration{10 * s}, []time.Duration{10 * s}},
		{"it nominally ends now", false, []time.Duration{15 * s}, []time.Duration{15 * s}, []time.Duration{17 * s}},
		{"it ended before, long enough ago", false, []time.Duration{15 * s}, []time.Duration{20 * s}, []time.Duration{20 * s}},
		{"it ended before, but not by much", false, []time.Duration{15 * s}, []time.Duration{16 * s}, []time.Duration{17 * s}},
		{"it still runs", false, []time.Duration{15 * s}, []time.Duration{14 * s}, []time.Duration{14 * s}},
		{"it still runs, then ends", false, []time.Duration{15 * s}, []time.Duration{10 * s, 5 * s}, []time.Duration{10 * s, 7 * s}},
		{"what ended long ago costs nothing", false, []time.Duration{15 * s}, []time.Duration{15 * s, 5 * s}, []time.Duration{17 * s, 5 * s}},
		{"one of two, then the other", false, []time.Duration{14 * s, 60 * s}, []time.Duration{15 * s, 45 * s}, []time.Duration{16 * s, 46 * s}},
		{"a movable clock is exact", true, []time.Duration{15 * s}, []time.Duration{15 * s}, []time.Duration{15 * s}},
		{"a movable clock, still running", true, []time.Duration{15 * s}, []time.Duration{10 * s, 5 * s}, []time.Duration{10 * s, 5 * s}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tl, clock := newFakeTimeline(tt.movable)
			// The request and its answer are one instant here, to keep the numbers simple.
			for i, d := range tt.timers {
				tl.Start(string(rune('a'+i)), "it", d, clock.now, clock.now)
			}
			for _, d := range tt.pass {
				if err := tl.Pass(t.Context(), d); err != nil {
					t.Fatal(err)
				}
			}
			if d := cmp.Diff(tt.want, clock.passed); d != "" {
				t.Errorf("waits -want +got:\n%s", d)
			}
		})
	}
}

func TestPassCountsFromTheAnswer(t *testing.T) {
	t.Parallel()
	// A lease may have begun as late as its answer came.
	tl, clock := newFakeTimeline(false)
	clock.runs(tl, "lease", 15*time.Second)
	clock.takes(3 * time.Second)
	if err := tl.Pass(t.Context(), 15*time.Second); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]time.Duration{15 * time.Second}, clock.passed); d != "" {
		t.Errorf("waits -want +got:\n%s", d) // 3 s have passed already, more than the slack
	}
	tl, clock = newFakeTimeline(false)
	clock.runs(tl, "lease", 15*time.Second)
	if err := tl.Pass(t.Context(), 15*time.Second); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]time.Duration{17 * time.Second}, clock.passed); d != "" {
		t.Errorf("waits -want +got:\n%s", d)
	}
}

func TestPassEndsWithTheContext(t *testing.T) {
	t.Parallel()
	tl, _ := newFakeTimeline(false)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := tl.Pass(ctx, time.Second); !errors.Is(err, context.Canceled) {
		t.Errorf("pass = %v, want context.Canceled", err)
	}
}

func TestPassTellsOfWaitsInRealTime(t *testing.T) {
	t.Parallel()
	for _, movable := range []bool{false, true} {
		tl, clock := newFakeTimeline(movable)
		start := clock.now
		var told []time.Duration
		tl.waits = func(until time.Time) { told = append(told, until.Sub(start)) }
		tl.Start("lease", "the lease", 15*time.Second, clock.now, clock.now)
		if err := tl.Pass(t.Context(), 15*time.Second); err != nil {
			t.Fatal(err)
		}
		want := []time.Duration{17 * time.Second}
		if movable {
			want = nil
		}
		if d := cmp.Diff(want, told); d != "" {
			t.Errorf("movable %v: waits told -want +got:\n%s", movable, d)
		}
	}
}

func TestJudgeOurOwnLateness(t *testing.T) {
	t.Parallel()
	const s = time.Second
	tests := []struct {
		name    string
		movable bool
		takes   time.Duration // until the answer to judge arrives
		pass    time.Duration // nominal time that passes before that
		late    bool
	}{
		// The lease of 15 seconds began with a request that took one.
		{"soon enough", false, 11 * s, 0, false},
		{"at the last moment", false, 12 * s, 0, false},
		{"so late that it might be over", false, 12*s + 1, 0, true},
		{"long after", false, time.Hour, 0, true},
		{"nominally still running, really too", false, s, 10 * s, false},
		{"nominally still running, really perhaps over", false, 4 * s, 10 * s, true},
		{"nominally over: late is no matter", false, time.Hour, 15 * s, false},
		{"a movable clock is never late", true, time.Hour, 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tl, clock := newFakeTimeline(tt.movable)
			clock.runs(tl, "lease", 15*s)
			if tt.pass > 0 {
				if err := tl.Pass(t.Context(), tt.pass); err != nil {
					t.Fatal(err)
				}
			}
			clock.takes(tt.takes)
			err := tl.Judge()
			var v *verdict.Verdict
			if errors.As(err, &v) != tt.late {
				t.Fatalf("judge = %v, want late: %v", err, tt.late)
			}
			if tt.late && (!v.Late || v.Status != reports.Error) {
				t.Errorf("judge = %+v, want a late error", v)
			}
		})
	}
}

func TestJudgeForgetsWhatWasStoppedOrBegunAnew(t *testing.T) {
	t.Parallel()
	tl, clock := newFakeTimeline(false)
	clock.runs(tl, "lease", 15*time.Second)
	clock.takes(time.Minute)
	if tl.Judge() == nil {
		t.Fatal("a lease that ended long ago is not late")
	}
	clock.runs(tl, "lease", 15*time.Second)
	if err := tl.Judge(); err != nil {
		t.Errorf("renewed: %v", err)
	}
	clock.takes(time.Minute)
	tl.Stop("lease")
	if err := tl.Judge(); err != nil {
		t.Errorf("stopped: %v", err)
	}
}

func TestTimersStartAgainUntilStopped(t *testing.T) {
	t.Parallel()
	tl, clock := newFakeTimeline(false)
	left := func() time.Duration {
		tl.Restart("lease", clock.now, clock.now)
		return tl.Remaining("lease", clock.now, clock.now).Least
	}
	if d := left(); d != 0 {
		t.Errorf("left of nothing = %s", d)
	}
	tl.Start("lease", "the lease", 37*time.Second, clock.now, clock.now)
	tl.Start("other", "the other", time.Second, clock.now, clock.now)
	clock.takes(time.Second)
	if d := left(); d != 37*time.Second {
		t.Errorf("left = %s, want 37s", d)
	}
	tl.Stop("lease")
	if d := left(); d != 0 {
		t.Errorf("left after stop = %s", d)
	}
}

func TestLeftIsBetweenTheBoundsOfTwoExchanges(t *testing.T) {
	t.Parallel()
	tl, clock := newFakeTimeline(false)
	if got := tl.Remaining("lease", clock.now, clock.now); got != (Remaining{}) {
		t.Errorf("left of nothing = %+v", got)
	}
	clock.runs(tl, "lease", 20*time.Second) // sent at 0, answered at 1
	clock.takes(4 * time.Second)
	sent := clock.now // 5
	clock.takes(2 * time.Second)
	want := Remaining{Least: 13 * time.Second, Most: 16 * time.Second, Running: true}
	if got := tl.Remaining("lease", sent, clock.now); got != want {
		t.Errorf("left = %+v, want %+v", got, want)
	}
	if err := tl.Pass(t.Context(), 20*time.Second); err != nil {
		t.Fatal(err)
	}
	if got := tl.Remaining("lease", clock.now, clock.now); got != (Remaining{}) {
		t.Errorf("left of what is nominally over = %+v", got)
	}
}
