package explore_test

import (
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"ifmatch/reference/explore"
	"ifmatch/reference/explore/schedule"
)

// race fails if bob reads before ann writes.
func race(fail func(t *testing.T)) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		t.Log("a schedule is played")
		ctx := t.Context()
		prepare(t, s, map[string]string{"flag": ""})
		together(func(name string) {
			c := blobs(t, s, name)
			if name == "ann" {
				must(t, write(ctx, c, "flag", "up", nil))
			} else if text, _ := read(ctx, t, c, "flag"); text == "" {
				defer fail(t)
			}
		}, "ann", "bob")
	}
}

func TestWhatFailsIsToldApart(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		kind string
		f    func(*testing.T, *explore.Store)
		text string
	}{
		{explore.Assertion, race(func(t *testing.T) { t.Error("down") }), "the function fails in this schedule"},
		{explore.Panic, func(t *testing.T, s *explore.Store) {
			prepare(t, s, map[string]string{"flag": ""})
			done := make(chan struct{})
			go func() {
				_ = write(t.Context(), blobs(t, s, "ann"), "flag", "up", nil)
				close(done)
			}()
			text, _ := read(t.Context(), t, blobs(t, s, "bob"), "flag")
			<-done
			if text == "" {
				panic("down")
			}
		}, "panic: down"},
		{explore.Hang, race(func(*testing.T) { <-make(chan struct{}) }), "no request has come for 24h0m0s"},
		{explore.Hang, race(func(*testing.T) {
			for {
				time.Sleep(time.Minute)
			}
		}), "no request has come for 24h0m0s"},
		{explore.LeftBehind, func(*testing.T, *explore.Store) { go func() { <-make(chan struct{}) }() }, "goroutines outlive the function"},
		{explore.LeftBehind, func(*testing.T, *explore.Store) { go waitForEver() }, "explore_test.waitForEver"},
	} {
		t.Run(tt.kind, func(t *testing.T) {
			r := explore.Find(t, tt.f)
			if r.Failure == nil {
				t.Fatalf("nothing found in %s", r)
			}
			if r.Failure.Kind != tt.kind || !strings.Contains(r.Failure.Text, tt.text) || !strings.Contains(r.Failure.Text, "EXPLORE="+r.Failure.Token+" go test -run '^TestWhatFailsIsToldApart$/") {
				t.Errorf("%s, want %s with %q:\n%s", r.Failure.Kind, tt.kind, tt.text, r.Failure.Text)
			}
		})
	}
}

func waitForEver() { <-make(chan struct{}) }

func TestAMutexThatIsNeverFreeIsTold(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	mu.Lock()
	defer mu.Unlock()
	r := explore.Find(t, race(func(*testing.T) { mu.Lock(); defer mu.Unlock() }), explore.Patience(200*time.Millisecond))
	if r.Failure == nil || r.Failure.Kind != explore.Hang || !strings.Contains(r.Failure.Text, "such as a mutex") {
		t.Errorf("%s: %+v", r, r.Failure)
	}
}

func TestAProgramMaySkip(t *testing.T) {
	t.Parallel()
	if r := explore.Find(t, func(t *testing.T, _ *explore.Store) { t.Skip() }); !r.Skipped || r.Failure != nil {
		t.Errorf("%+v", r)
	}
}

// child says that this process is to run the test of the same name, and to fail.
const child = "IFMATCH_EXPLORE_CHILD"

func TestRunPrintsOneSchedule(t *testing.T) {
	if os.Getenv(child) != "" {
		explore.Run(t, race(func(t *testing.T) { t.Error("the flag is down") }))
		return
	}
	t.Parallel()
	run := func(more ...string) string {
		cmd := exec.Command(os.Args[0], "-test.run=^TestRunPrintsOneSchedule$", "-test.v")
		cmd.Env = append(append(os.Environ(), child+"=1"), more...)
		out, err := cmd.CombinedOutput()
		if err == nil {
			t.Errorf("the test does not fail:\n%s", out)
		}
		return string(out)
	}
	out := run()
	for text, times := range map[string]int{"a schedule is played": 1, "the flag is down": 1, "EXPLORE=": 1, "--- FAIL: TestRunPrintsOneSchedule": 1} {
		if n := strings.Count(out, text); n != times {
			t.Errorf("%q is printed %d times, not %d:\n%s", text, n, times, out)
		}
	}
	word := regexp.MustCompile(`EXPLORE=\S+`).FindString(out)
	took := regexp.MustCompile(`\d+\.\d+s`)
	if again := run(word); took.ReplaceAllString(again, "") != took.ReplaceAllString(out, "") {
		t.Errorf("%s prints\n%s\nand before\n%s", word, again, out)
	}
	if broken := run("EXPLORE=k3f"); !strings.Contains(broken, `reading the schedule "k3f": not one that was printed, copy it whole`) {
		t.Errorf("a broken schedule prints\n%s", broken)
	}
}

// The cure is tried with the schedule first. Then the test passes, and says so.
func TestAScheduleOfMendedCodePasses(t *testing.T) {
	if os.Getenv(child) != "" {
		explore.Run(t, counter(true))
		return
	}
	t.Parallel()
	r := explore.Find(t, counter(false))
	if r.Failure == nil {
		t.Fatalf("nothing found in %s", r)
	}
	for token, want := range map[string]string{
		r.Failure.Token:                "does not fail any more. Without EXPLORE all others are tried",
		schedule.Token([]uint8{0, 99}): "is of another program, or of an older one: EXPLORE needs -run",
	} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestAScheduleOfMendedCodePasses$", "-test.v")
		cmd.Env = append(os.Environ(), child+"=1", "EXPLORE="+token)
		out, err := cmd.CombinedOutput()
		if passed := token == r.Failure.Token; (err == nil) != passed || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v\n%s", token, err, out)
		}
	}
}

// A panic in a goroutine of the function cannot be caught, but says in which schedule it is.
func TestACrashNamesItsSchedule(t *testing.T) {
	f := func(t *testing.T, s *explore.Store) {
		prepare(t, s, map[string]string{"flag": ""})
		together(func(name string) {
			c := blobs(t, s, name)
			if name == "ann" {
				must(t, write(t.Context(), c, "flag", "up", nil))
			} else if text, _ := read(t.Context(), t, c, "flag"); text == "" {
				panic("the flag is down")
			}
		}, "ann", "bob")
	}
	if os.Getenv(child) != "" {
		explore.Run(t, f)
		return
	}
	t.Parallel()
	var word string
	for range 2 { // found, and played again
		cmd := exec.Command(os.Args[0], "-test.run=^TestACrashNamesItsSchedule$")
		cmd.Env = append(os.Environ(), child+"=1", "GODEBUG=tracebacklabels=1", word)
		out, err := cmd.CombinedOutput()
		named := regexp.MustCompile(`"?EXPLORE"?: ?"?(k\w+)`).FindSubmatch(out)
		if err == nil || named == nil || !strings.Contains(string(out), "panic: the flag is down") {
			t.Fatalf("%v\n%s", err, out)
		}
		word = "EXPLORE=" + string(named[1])
	}
}

// It is not parallel: others would start goroutines meanwhile.
func TestNothingIsLeftBehind(t *testing.T) {
	explore.Find(t, counter(false))
	before := runtime.NumGoroutine()
	for _, p := range gallery {
		explore.Find(t, p.make(false))
		explore.Find(t, p.make(true), explore.Budget(20*time.Millisecond))
	}
	for end := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(end); {
		runtime.Gosched() // one that is about to return still counts
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines, and %d before", after, before)
	}
}
