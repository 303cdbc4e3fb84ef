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
		"    256       0          0                    0 %         -      0       0  incomplete\n" +
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
