package sweep_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports/console"
	"ifmatch/reports/load"
	"ifmatch/reports/load/sweep"
)

func TestTheCurve(t *testing.T) {
	t.Parallel()
	r := load.Run{Found: "it collapses\x1b at 8", Points: []load.Point{
		{Param: "clients", Value: 2, Rate: 16_400, Goodput: 10_020, ConflictRate: .375, AttemptsPer: 1.6, Jain: .999, P99: 400 * time.Microsecond, Verdict: load.Valid},
		{Param: "clients", Value: 8, Rate: 31_500, Goodput: 5_010, ConflictRate: .8, AttemptsPer: 5, Jain: .9, P99: 2 * time.Millisecond, Verdict: load.Valid, Bottleneck: "x"},
		{Param: "clients", Value: 128, Rate: 26_200, Goodput: 9, ConflictRate: .98, AttemptsPer: 49.5, Jain: .752, P99: time.Second, Verdict: load.Invalid},
		{Param: "clients", Value: 256, Verdict: load.Incomplete},
	}}
	var b strings.Builder
	if err := sweep.Write(&b, r, sweep.Options{Width: 80}); err != nil {
		t.Fatal(err)
	}
	want := "" +
		"clients  sent/s  goodput/s              conflicts  attempts   Jain     p99\n" +
		"      2  16,400     10,020  ██████████     37.5 %       1.6  0.999  400 µs\n" +
		"      8  31,500      5,010  █████            80 %         5    0.9    2 ms  *\n" +
		"    128  26,200          9  ▏                98 %      49.5  0.752     1 s  invalid\n" +
		"    256       -          -                      -         -      -       -  unmeasured\n" +
		"* the generator was the bottleneck: the service may do better\n" +
		"it collapses\uFFFD at 8\n"
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

func TestAPatternThatCommitsNothingShowsItsRate(t *testing.T) {
	t.Parallel()
	r := load.Run{Points: []load.Point{{Param: "rate", Value: 100, Rate: 100, Verdict: load.Valid}, {Param: "rate", Value: 200, Rate: 200, Verdict: load.Valid}}}
	var b strings.Builder
	if err := sweep.Write(&b, r, sweep.Options{Width: 80, Style: console.Coloured(true)}); err != nil {
		t.Fatal(err)
	}
	for _, bar := range []string{"\x1b[32m█████     \x1b[0m", "\x1b[32m██████████\x1b[0m"} {
		if !strings.Contains(b.String(), bar) {
			t.Errorf("no bar %q in\n%q", bar, b.String())
		}
	}
}

func TestARunWithoutPointsHasNoCurve(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	if err := sweep.Write(&b, load.Run{}, sweep.Options{}); err != nil || b.Len() > 0 {
		t.Errorf("%v, %q", err, b.String())
	}
}

func TestASearchShowsItsPointsInOrderAndMarksWhatItFound(t *testing.T) {
	t.Parallel()
	r := load.Run{Knee: 48, Found: "up to 48 clients p99 stayed at or below 2 ms", Plan: load.Plan{Invariant: "no update is lost: really"}}
	for _, n := range []float64{32, 64, 45, 48, 54} {
		r.Points = append(r.Points, load.Point{Param: "clients", Value: n, Rate: 1000, Goodput: 10, Jain: 1, P99: time.Duration(n) * time.Microsecond, Verdict: load.Valid})
	}
	var b strings.Builder
	if err := sweep.Write(&b, r, sweep.Options{Width: 80}); err != nil {
		t.Fatal(err)
	}
	want := "" +
		"clients  sent/s  goodput/s              conflicts  attempts  Jain    p99\n" +
		"     32   1,000         10  ██████████        0 %         -     1  32 µs\n" +
		"     45   1,000         10  ██████████        0 %         -     1  45 µs\n" +
		"     48   1,000         10  ██████████        0 %         -     1  48 µs  ◀ found\n" +
		"     54   1,000         10  ██████████        0 %         -     1  54 µs\n" +
		"     64   1,000         10  ██████████        0 %         -     1  64 µs\n" +
		"up to 48 clients p99 stayed at or below 2 ms\n"
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

func TestOverallNamesThePointsThatAreNotValid(t *testing.T) {
	t.Parallel()
	point := func(value, rate float64, verdict string) load.Point {
		return load.Point{Param: "rate", Value: value, Rate: rate, Verdict: verdict}
	}
	for _, tc := range []struct {
		points      []load.Point
		interrupted bool
		want        string
	}{
		{[]load.Point{point(1, 1, load.Valid), point(2, 1, load.Valid)}, false, "2 of 2 points valid: no update is lost"},
		{[]load.Point{point(1, 1, load.Valid)}, true, "1 of 1 point valid: no update is lost (interrupted)"},
		{[]load.Point{point(8, 0, load.Valid), point(4, 1, load.Invalid), point(2, 1, load.Valid)}, false, "1 of 3 points valid: no update is lost; invalid: rate=4; unmeasured: rate=8"},
		{[]load.Point{point(8, 1, load.Undecided), point(4, 1, load.Incomplete), point(2.5, 0, load.Undecided)}, true, "0 of 3 points valid; incomplete: rate=4; undecided: rate=8; unmeasured: rate=2.5 (interrupted)"},
	} {
		r := load.Run{Points: tc.points, Interrupted: tc.interrupted, Plan: load.Plan{Invariant: "no update is lost: really"}}
		if got := sweep.Overall(r, sweep.Options{}); got != tc.want {
			t.Errorf("%+v:\n got %s\nwant %s", tc.points, got, tc.want)
		}
	}
}
