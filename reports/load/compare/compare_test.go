package compare_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"ifmatch/internal/golden"
	"ifmatch/reports/load"
	"ifmatch/reports/load/compare"
)

// shift multiplies the figures of a service: 1 means no change.
type shift struct{ goodput, p50, p99 float64 }

var none = shift{1, 1, 1}

// simulate makes a run of a number of seconds. Noise changes the run as a whole and
// every second of it; neighbouring seconds are similar.
func simulate(rng *rand.Rand, seconds int, noise float64, by shift) load.Run {
	off := func() float64 { return math.Exp(noise * rng.NormFloat64()) }
	r := load.Run{
		Plan:    load.Plan{Workload: "blob-cas", Shape: "closed loop of 32 clients", Params: map[string]string{"clients": "32"}},
		Target:  load.Target{Name: "reference"},
		Seconds: float64(seconds),
		Verdict: load.Verdict{State: load.Valid},
	}
	goodput, p50, p99 := 1500*by.goodput*off(), 300e3*by.p50*off(), 2e6*by.p99*off()
	drift := 0.0
	for i := range seconds {
		drift = .5*drift + noise*rng.NormFloat64()
		r.Series = append(r.Series, load.Second{
			At: float64(i), Sent: int64(30_000 * off()), Commits: int64(goodput * math.Exp(drift)),
			P50: time.Duration(p50 * off()), P99: time.Duration(p99 * off()), Max: time.Second,
		})
	}
	r.Response = load.Distribution{Count: 1e5, P50: time.Duration(p50), P99: time.Duration(p99)}
	r.Contention = load.Contention{
		Commits: int64(goodput) * int64(seconds), Goodput: goodput, Rate: 30_000 * off(), ConflictRate: .9,
		Attempts: int64(20 / by.goodput * off() * goodput * float64(seconds)), Jain: .97, TimeTo: load.Distribution{Count: 7500, P50: time.Duration(5 * p50), P99: time.Duration(5 * p99)},
	}
	r.Operations = []load.Operation{{Name: "Put Blob", Outcomes: []load.Outcome{{Outcome: "won", Count: 7500, Response: r.Response}}}}
	return r
}

func runs(rng *rand.Rand, n, seconds int, noise float64, by shift) []load.Run {
	var out []load.Run
	for range n {
		out = append(out, simulate(rng, seconds, noise, by))
	}
	return out
}

func mustCompare(t *testing.T, before, after []load.Run) compare.Comparison {
	t.Helper()
	c, err := compare.Compare(before, after, compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func judgements(c compare.Comparison) map[string]compare.Judgement {
	out := map[string]compare.Judgement{}
	for _, f := range c.Figures {
		out[f.Name] = f.Judgement
	}
	return out
}

// TestTheSameServiceIsTheSame compares a service with itself: 20 pairs of sides, each
// of ten runs, of five, and of one. The seed is fixed, because otherwise the test
// would itself raise a false alarm now and then.
func TestTheSameServiceIsTheSame(t *testing.T) {
	t.Parallel()
	for _, n := range []int{10, 5, 1} {
		rng := rand.New(rand.NewPCG(2026, uint64(n)))
		for pair := range 20 {
			c := mustCompare(t, runs(rng, n, 30, .02, none), runs(rng, n, 30, .02, none))
			want := compare.Same
			if n == 1 { // two runs prove nothing, whatever their seconds say
				want = compare.Untested
			}
			if got := c.Gate(); got != want {
				t.Errorf("%d runs a side, pair %d: %s: %v", n, pair, got, judgements(c))
			}
		}
	}
}

// TestFalseAlarmsAreAsRareAsPromised counts false alarms over many pairs, with more
// noise than the smallest change that counts.
func TestFalseAlarmsAreAsRareAsPromised(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 7))
	tests, alarms := 0, 0
	for range 300 {
		c := mustCompare(t, runs(rng, 6, 5, .1, none), runs(rng, 6, 5, .1, none))
		// The figures of a simulated run that are independent of each other.
		for _, name := range []string{"goodput", "rate", "response_p50", "response_p99", "attempts_per_commit"} {
			tests++
			if got := judgements(c)[name]; got != compare.Same && got != compare.Untested {
				alarms++
			}
		}
	}
	if share := float64(alarms) / float64(tests); share > compare.DefaultAlpha*1.5 {
		t.Errorf("%d alarms in %d tests: %.3f, promised is %g", alarms, tests, share, compare.DefaultAlpha)
	}
}

func TestATenthIsFound(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		by     shift
		figure string
		want   compare.Judgement
	}{
		{"goodput down", shift{.9, 1, 1}, "goodput", compare.Worse},
		{"goodput up", shift{1.1, 1, 1}, "goodput", compare.Better},
		{"median up", shift{1, 1.1, 1}, "response_p50", compare.Worse},
		{"tail up", shift{1, 1, 1.1}, "response_p99", compare.Worse},
		{"tail down", shift{1, 1, .9}, "response_p99", compare.Better},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			for _, n := range []int{10, 5} {
				rng := rand.New(rand.NewPCG(11, uint64(n)))
				missed := 0
				for range 20 {
					before, after := runs(rng, n, 30, .02, none), runs(rng, n, 30, .02, tc.by)
					c := mustCompare(t, before, after)
					if judgements(c)[tc.figure] != tc.want || c.Gate() != tc.want {
						missed++
					}
				}
				// With five runs a side the test detects a change only if the sides
				// hardly overlap.
				if allowed := map[int]int{10: 0, 5: 4}[n]; missed > allowed {
					t.Errorf("%d runs a side: missed in %d of 20 pairs, allowed are %d", n, missed, allowed)
				}
			}
		})
	}
}

func TestAFifthIsFoundInSingleRuns(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(13, 13))
	for pair := range 20 {
		c := mustCompare(t, runs(rng, 1, 30, .02, none), runs(rng, 1, 30, .02, shift{.8, 1.25, 1.25}))
		got := judgements(c)
		if got["goodput"] != compare.Worse || got["response_p50"] != compare.Worse || got["response_p99"] != compare.Worse || len(c.Caveats) != 1 || c.Gate() != compare.Untested {
			t.Errorf("pair %d: %v, %v", pair, got, c.Caveats)
		}
	}
}

// TestNoiseIsNoSameness compares runs that differ among themselves by more than a change that counts.
func TestNoiseIsNoSameness(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(44, 44))
	var before, after []load.Run
	for i := range 6 {
		slower := .6 + .2*float64(i%3)
		before = append(before, simulate(rng, 30, .02, shift{slower, 1, 1}))
		after = append(after, simulate(rng, 30, .02, shift{slower * .85, 1, 1}))
	}
	c := mustCompare(t, before, after)
	if got := judgements(c)["goodput"]; got != compare.Untested {
		t.Errorf("a loss of 15 %% in noise of 25 %% is %q, want %q", got, compare.Untested)
	}
	for width, pattern := range map[int]string{80: `(?m)^goodput .* to \+.*cannot tell$`, 60: `(?m)^goodput .*\n  cannot tell .* to \+.*$`} {
		var b strings.Builder
		if err := compare.Write(&b, c, compare.TextOptions{Width: width, All: width < 80}); err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(pattern).MatchString(b.String()) {
			t.Errorf("nothing matches %s: an interval around no change, and cannot tell\n%s", pattern, b.String())
		}
		for line := range strings.Lines(b.String()) {
			if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > width {
				t.Errorf("wider than %d columns: %q", width, line)
			}
		}
	}
}

func TestCorrectnessDecidesWhateverTheFigures(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		before, after     string
		correctness, gate compare.Judgement
	}{
		{load.Valid, load.Valid, compare.Same, compare.Better},
		{load.Valid, load.Invalid, compare.Worse, compare.Worse},
		{load.Invalid, load.Valid, compare.Better, compare.Better},
		{load.Invalid, load.Invalid, compare.Same, compare.Better},
		{load.Valid, load.Undecided, compare.Untested, compare.Untested},
		{load.Incomplete, load.Valid, compare.Untested, compare.Untested},
		{load.Undecided, load.Invalid, compare.Worse, compare.Worse},
	} {
		rng := rand.New(rand.NewPCG(1, 1))
		before, after := runs(rng, 6, 5, .01, none), runs(rng, 6, 5, .01, shift{1.5, 1, 1})
		before[3].Verdict.State, after[5].Verdict.State = tc.before, tc.after
		c := mustCompare(t, before, after)
		if c.Correctness() != tc.correctness || c.Gate() != tc.gate {
			t.Errorf("%s to %s: %s and %s, want %s and %s", tc.before, tc.after, c.Correctness(), c.Gate(), tc.correctness, tc.gate)
		}
	}
}

func TestWhatWasAskedForComesFirst(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	before, after := runs(rng, 1, 5, .01, none), runs(rng, 1, 5, .01, none)
	after[0].Plan.Params = map[string]string{"clients": "64", "zipf": "1.2", "seed": "9"}
	after[0].Target.Server = "Emulator/2"
	want := []compare.Parameter{{"--clients", "32", "64"}, {"server", "", "Emulator/2"}, {"--zipf", "", "1.2"}}
	if d := cmp.Diff(want, mustCompare(t, before, after).Parameters); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

func TestRunsOfDifferentWorkloadsAreRefused(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	before, after := runs(rng, 1, 5, .01, none), runs(rng, 1, 5, .01, none)
	after[0].Plan.Workload = "blob-append"
	if _, err := compare.Compare(before, after, compare.Options{}); err == nil || !strings.Contains(err.Error(), "blob-cas and blob-append") {
		t.Errorf("Compare: %v", err)
	}
	c, err := compare.Compare(before, after, compare.Options{Force: true})
	if err != nil || c.Parameters[0].Name != "workload" {
		t.Errorf("forced: %v, %v", c.Parameters, err)
	}
	if _, err := compare.Compare(before, nil, compare.Options{}); err == nil {
		t.Error("an empty side is accepted")
	}
}

func TestShortRunsAreNotTested(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	c := mustCompare(t, runs(rng, 1, 4, .01, none), runs(rng, 1, 4, .01, shift{.2, 1, 1}))
	if got := c.Gate(); got != compare.Untested {
		t.Errorf("gate of four seconds: %s", got)
	}
}

func TestASecondCutShortIsNoSample(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	before, after := runs(rng, 1, 6, 0, none), runs(rng, 1, 6, 0, none)
	after[0].Seconds = 5.3
	after[0].Series[5].Commits = 100
	for _, f := range mustCompare(t, before, after).Figures {
		if f.Name == "goodput" && f.Samples != [2]int{6, 5} {
			t.Errorf("%v samples, want 6 and 5", f.Samples)
		}
	}
}

func TestTheRateOfAnOpenRunIsNobodysMerit(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	before, after := runs(rng, 6, 5, .01, none), runs(rng, 6, 5, .01, none)
	for i := range after {
		before[i].Plan.Open, after[i].Plan.Open = true, true
		after[i].Contention.Rate /= 2
	}
	if got := judgements(mustCompare(t, before, after))["rate"]; got != compare.Changed {
		t.Errorf("rate: %s, want changed", got)
	}
}

func TestSplit(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	four := runs(rng, 4, 5, .01, none)
	lengths := func(groups [][]load.Run) []int {
		var out []int
		for _, g := range groups {
			out = append(out, len(g))
		}
		return out
	}
	groups, err := compare.Split(four)
	if err != nil || !slices.Equal(lengths(groups), []int{2, 2}) {
		t.Errorf("four equal runs: %v, %v", lengths(groups), err)
	}
	four[1].Tool.Version = "v2"
	four[3].Tool.Version = "v2"
	four[2].Tool.Version = "v3"
	groups, err = compare.Split(four)
	if err != nil || !slices.Equal(lengths(groups), []int{1, 2, 1}) {
		t.Errorf("three versions: %v, %v", lengths(groups), err)
	}
	if _, err := compare.Split(runs(rng, 3, 5, .01, none)); err == nil || !strings.Contains(err.Error(), "two halves") {
		t.Errorf("three equal runs: %v", err)
	}
	if _, err := compare.Split(four[:1]); err == nil {
		t.Error("one run is split")
	}
}

func TestNoiseIsAsLargeAsItIs(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 5))
	for _, tc := range []struct{ noise, low, high float64 }{{0, 0, 1e-9}, {.02, .01, .06}, {.2, .1, .6}} {
		spreads, err := compare.Noise(runs(rng, 10, 5, tc.noise, none))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range spreads {
			if s.Name == "goodput" && (s.HalvesDiffer < tc.low || s.HalvesDiffer > tc.high || s.Samples != 10) {
				t.Errorf("noise %g: halves are %g apart, want %g to %g", tc.noise, s.HalvesDiffer, tc.low, tc.high)
			}
		}
		if len(spreads) == 0 {
			t.Errorf("noise %g: nothing found", tc.noise)
		}
	}
	one, err := compare.Noise(runs(rng, 1, 30, .02, none))
	if err != nil || len(one) != 4 {
		t.Errorf("of one run: %v, %v; want the four figures that seconds have", one, err)
	}
	two := runs(rng, 2, 5, .02, none)
	two[1].Plan.Params["clients"] = "64"
	two[1].Plan.Shape = "closed loop of 64 clients"
	if _, err := compare.Noise(two); err == nil {
		t.Error("the noise of two configurations")
	}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 3))
	before, after := runs(rng, 6, 10, .01, none), runs(rng, 6, 10, .01, shift{.7, 1, 1.6})
	for i := range after {
		after[i].Tool.Version, before[i].Tool.Version = "v0.4.0", "v0.3.0"
		after[i].Plan.Params = map[string]string{"clients": "32", "backoff": "exponential:1ms:64ms"}
	}
	after[0].Pace.Bottleneck = "x"
	after[1].Verdict.State = load.Invalid
	single := runs(rng, 2, 20, .01, none)
	for name, c := range map[string]compare.Comparison{
		"worse": mustCompare(t, before, after), "same": mustCompare(t, single[:1], single[1:]),
	} {
		var b bytes.Buffer
		if err := compare.Write(&b, c, compare.TextOptions{Width: 80}); err != nil {
			t.Fatal(err)
		}
		golden.Same(t, "testdata/"+name+".txt", b.String())
	}
}

func TestTheGateSaysWhy(t *testing.T) {
	t.Parallel()
	side := func(state string) compare.Side { return compare.Side{Runs: 5, State: state} }
	figure := func(j compare.Judgement) []compare.Figure { return []compare.Figure{{Judgement: j}} }
	for _, tc := range []struct {
		name       string
		comparison compare.Comparison
		want       string
	}{
		{"single runs", compare.Comparison{Old: compare.Side{Runs: 1, State: load.Valid}, New: compare.Side{Runs: 1, State: load.Valid}}, "could not tell: it takes 5 runs of each side to show a difference"},
		{"undecided", compare.Comparison{Old: side(load.Valid), New: side(load.Undecided), Figures: figure(compare.Same)}, "could not tell: the verdicts are valid and undecided"},
		{"nothing tested", compare.Comparison{Old: side(load.Valid), New: side(load.Valid), Figures: figure(compare.Untested)}, "could not tell: no figure could be tested"},
		{"lost updates", compare.Comparison{Old: side(load.Valid), New: side(load.Invalid), Parameters: []compare.Parameter{{}}}, "worse: the service is no longer correct"},
		{"slower", compare.Comparison{Old: side(load.Valid), New: side(load.Valid), Figures: figure(compare.Worse)}, "worse: "},
		{"slower with more clients", compare.Comparison{Old: side(load.Valid), New: side(load.Valid), Figures: figure(compare.Worse), Parameters: []compare.Parameter{{}}}, "worse: parameters changed, too, and may be why"},
		{"faster with fewer", compare.Comparison{Old: side(load.Valid), New: side(load.Valid), Figures: figure(compare.Better), Parameters: []compare.Parameter{{}}}, "better: parameters changed, too, and may be why"},
		{"the same", compare.Comparison{Old: side(load.Valid), New: side(load.Valid), Figures: figure(compare.Same), Parameters: []compare.Parameter{{}}}, "no worse: "},
	} {
		word, sentence := tc.comparison.Words()
		if got := word + ": " + sentence; got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}
