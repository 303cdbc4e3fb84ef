package text_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ifmatch/internal/golden"
	"ifmatch/reports/console"
	"ifmatch/reports/load"
	"ifmatch/reports/load/text"
)

func fixture(t testing.TB, name string) load.Run {
	t.Helper()
	return golden.Decode(t, "../testdata/"+name+".json", load.Decode)
}

var names = []string{"summary", "invalid", "lease", "queue", "sweep"}

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b bytes.Buffer
			if err := text.Write(&b, fixture(t, name), text.Options{Width: 80}); err != nil {
				t.Fatal(err)
			}
			golden.Same(t, "testdata/"+name+".txt", b.String())
		})
	}
}

func TestEveryLineFits80Columns(t *testing.T) {
	t.Parallel()
	for _, name := range names {
		var b bytes.Buffer
		if err := text.Write(&b, fixture(t, name), text.Options{Width: 80, Style: console.Coloured(true)}); err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(b.String(), "\n") {
			if console.Width(line) > 80 {
				t.Errorf("%s: %d columns: %s", name, console.Width(line), line)
			}
		}
	}
}

func TestTheVerdictIsTheFirstLineInItsColour(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"summary": "\x1b[32mvalid\x1b[0m: no update is lost, in 152,331 operations on 1 key (checked in 81.2 ms)",
		"invalid": "\x1b[31minvalid\x1b[0m: 3 violations in 9,009 operations on 4 keys (checked in 4.1 ms)",
		"queue":   "\x1b[33mincomplete\x1b[0m: the history of client 2 ends without its footer; 2,400 operations on 1 key seen (checked in 3 ms)",
	} {
		var b bytes.Buffer
		if err := text.Write(&b, fixture(t, name), text.Options{Style: console.Coloured(true)}); err != nil {
			t.Fatal(err)
		}
		if got, _, _ := strings.Cut(b.String(), "\n"); got != want {
			t.Errorf("%s:\n got %q\nwant %q", name, got, want)
		}
	}
}

func TestACountThatWasGivenUpSaysSo(t *testing.T) {
	t.Parallel()
	r := fixture(t, "invalid")
	r.Verdict.Violations, r.Verdict.More = 32, true
	var b bytes.Buffer
	if err := text.Write(&b, r, text.Options{Width: 80}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"invalid: at least 32 violations in ", "and at least 30 violations more"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("there is no %q in\n%s", want, b.String())
		}
	}
}

func TestTextFromTheServerCannotMoveTheCursor(t *testing.T) {
	t.Parallel()
	r := fixture(t, "invalid")
	const bad = "x\x1b[2J\r\n"
	r.Target.Name, r.Target.Server, r.Verdict.Why, r.Pace.Bottleneck, r.Found = bad, bad, bad, bad, bad
	r.Codes = append(r.Codes, load.Code{Status: 400, Code: bad, Count: 1})
	r.Verdict.NotObserved = []string{bad}
	for i := range r.Verdict.Certificates {
		c := &r.Verdict.Certificates[i]
		c.Sentence, c.Key, c.Rule = bad, bad, bad
		for j := range c.Steps {
			c.Steps[j].Answered, c.Steps[j].Named, c.Steps[j].Code = bad, bad, bad
		}
	}
	var b bytes.Buffer
	if err := text.Write(&b, r, text.Options{Width: 80}); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(b.String(), "\x1b\r") {
		t.Errorf("control characters in\n%q", b.String())
	}
}

func TestAnInterruptedSweepDoesNotHeadlineAnEmptyPoint(t *testing.T) {
	t.Parallel()
	r := fixture(t, "sweep")
	r.Operations, r.Response, r.Contention, r.Pace, r.Codes = nil, load.Distribution{}, load.Contention{}, load.Pace{}, nil
	r.Interrupted, r.Found = true, ""
	r.Doubts = []string{"nothing was measured: the run was over before its measured part began"}
	r.Points = append(r.Points[:2], load.PointOf("clients", 8, r))
	var b bytes.Buffer
	if err := text.Write(&b, r, text.Options{Width: 90}); err != nil {
		t.Fatal(err)
	}
	want := `2 of 3 points valid: no update is lost; unmeasured: clients=8 (interrupted)

clients  sent/s  goodput/s                        conflicts  attempts   Jain     p99
      2  16,400     10,020  ████████████████████     37.5 %       1.6  0.999  400 µs
      4  18,300      5,850  ███████████▋             67.7 %       3.1  0.999  800 µs
      8       -          -                                -         -      -       -  unmeasured
in doubt: nothing was measured: the run was over before its measured part began
`
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

func TestFactsSayNoMoreThanTheCountsBear(t *testing.T) {
	t.Parallel()
	const ms = time.Millisecond
	base := func() load.Run {
		return load.Run{
			Plan:       load.Plan{Workload: "blob-cas", Invariant: "no update is lost", Open: true},
			Verdict:    load.Verdict{State: load.Valid},
			Contention: load.Contention{Attempts: 6638, Commits: 17, ConflictRate: .997, AttemptsPer: load.Spread{P50: 1, P99: 2, Max: 2}, TimeTo: load.Distribution{Count: 17, P50: ms, P99: 2 * ms, Max: 2 * ms}, Unfinished: 32},
			Pace:       load.Pace{Requested: 5000, Sent: 5000, Clients: 32, LateAfter: ms, Own: load.Distribution{Count: 5000, P99: 1200 * time.Microsecond, Max: 9 * ms}},
		}
	}
	for _, tc := range []struct {
		name         string
		change       func(*load.Run)
		want, absent string
	}{
		{"attempts that came to nothing count", func(*load.Run) {}, "a commit       cost 390 attempts\n", "p99 2"},
		{"what got through is called so", func(*load.Run) {}, "the 17 that got through: p50 1, max 2 attempts\n               and p50 1 ms, max 2 ms; 32 unfinished\n", ""},
		{"one attempt", func(r *load.Run) { r.Contention.Attempts = 17 }, "cost 1 attempt\n", "1 attempts"},
		{"one update", func(r *load.Run) {
			r.Contention.Commits, r.Contention.TimeTo, r.Contention.AttemptsPer.Max = 1, load.Distribution{Count: 1, P50: ms, P99: ms, Max: ms}, 1
		}, "the 1 that got through: max 1 attempt\n               and max 1 ms;", "p50"},
		{"no update", func(r *load.Run) { r.Contention.Commits = 0 }, "a commit       none, and 32 unfinished\n", "got through"},
		{"own lag is a note", func(*load.Run) {}, "p99 of our own lag is 1.2 ms, in the response times but not in the service times\n", "bottleneck"},
		{"own lag of a few", func(r *load.Run) { r.Pace.Own.Count = 99 }, "the most of our own lag is 9 ms, in the response times", "p99 of our"},
		{"own lag of a timer", func(r *load.Run) { r.Pace.Own.P99 = ms }, "send lag", "our own lag"},
		{"a busy machine", func(r *load.Run) { r.Pace.Waited, r.Seconds = 0.7, 5 }, "this machine was overloaded: runnable threads waited 70 % of the time for a CPU", "BUSY"},
		{"a machine with little to do", func(r *load.Run) { r.Pace.Waited, r.Seconds = 0.5, 5 }, "", "was busy"},
		{"own lag of a bottleneck", func(r *load.Run) { r.Pace.Bottleneck = "it sent late" }, "bottleneck", "our own lag"},
		{"what came too early to time", func(r *load.Run) {
			r.Contention.Lease = &load.Lease{AfterBreak: load.Distribution{Count: 9, Max: ms}, Handoff: load.Distribution{Count: 2, Min: ms, P50: ms, Max: ms}}
		}, "break to next holder: p50 0, max 1 ms (0: acquired before that, by our clock)\n", "max 1 ms (0: acquired before that, by our clock)\n           expiry"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			r := base()
			tc.change(&r)
			var b bytes.Buffer
			if err := text.Write(&b, r, text.Options{}); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(b.String(), tc.want) || tc.absent != "" && strings.Contains(b.String(), tc.absent) {
				t.Errorf("want %q and no %q in\n%s", tc.want, tc.absent, b.String())
			}
		})
	}
}

func TestWriteErrorsArePassedOn(t *testing.T) {
	t.Parallel()
	broken := errors.New("disk on fire")
	if err := text.Write(failing{broken}, fixture(t, "summary"), text.Options{}); !errors.Is(err, broken) {
		t.Errorf("Write: %v, want %v", err, broken)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestCertificatesThatAreNotShownAreCounted(t *testing.T) {
	t.Parallel()
	r := fixture(t, "invalid")
	r.Verdict.Violations++
	r.Verdict.Certificates = append(r.Verdict.Certificates, r.Verdict.Certificates[0])
	var b bytes.Buffer
	if err := text.WriteVerdict(&b, r, text.Options{}); err != nil {
		t.Fatal(err)
	}
	if want := "; --json has 1 of them"; !strings.Contains(b.String(), want) {
		t.Errorf("there is no %q in\n%s", want, b.String())
	}
}
