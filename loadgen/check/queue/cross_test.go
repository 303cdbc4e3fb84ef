package queue

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// sample is a random history with the options to check it by.
type sample struct {
	ops     []history.Event
	service service
	options bounds.Timing
}

func draw(r *rand.Rand, damaged bool) sample {
	var s sample
	if r.IntN(2) == 0 {
		s.service.early, s.service.late = int64(r.IntN(3)), int64(r.IntN(3))
	}
	s.options = bounds.Timing{Early: exact(s.service.early), Late: exact(s.service.late)}
	s.ops = simulate(r, 7, 4+r.IntN(7), 1+r.IntN(3), s.service, float64(r.IntN(2))*0.3)
	if damaged && len(s.ops) > 0 {
		damage(r, s.ops)
	}
	r.Shuffle(len(s.ops), func(i, j int) { s.ops[i], s.ops[j] = s.ops[j], s.ops[i] })
	return s
}

func exact(ns int64) time.Duration {
	if ns == 0 {
		return -1
	}
	return time.Duration(ns)
}

func (s sample) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "early %d late %d\n", s.service.early, s.service.late)
	ops := slices.Clone(s.ops)
	slices.SortFunc(ops, func(a, b history.Event) int { return int(a.Invoke - b.Invoke) })
	for _, e := range ops {
		end := fmt.Sprint(e.Return)
		if e.Return == history.Open {
			end = "open"
		}
		fmt.Fprintf(&b, "[%d %s] client %d op %d value %d if %d tag %d arg %d got %d outcome %d flags %d\n",
			e.Invoke, end, e.Client, e.Op, e.Value, e.If, e.Tag, e.Arg, e.Got, e.Outcome, e.Flags)
	}
	return b.String()
}

// TestAgreesWithTheOracle compares verdicts on random histories, valid and damaged, with an
// exhaustive search over whole instants.
func TestAgreesWithTheOracle(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(thorough.Seed(t), 1))
	n := map[finding.State]int{}
	for k := range thorough.Of(24000) {
		s := draw(r, k%4 > 0)
		want := finding.Invalid
		if oracle(s.ops, s.service) {
			want = finding.Valid
		}
		got := Check(s.ops, s.options)
		if got.State != want {
			t.Fatalf("history %d: got %s, want %s\n%s%+v", k, got.State, want, s, got.Violations)
		}
		if k%4 == 0 && want == finding.Invalid {
			t.Fatalf("history %d: the oracle rejects what the simulator did\n%s", k, s)
		}
		n[want]++
	}
	t.Log(n)
	if n[finding.Valid] < thorough.Of(5000) || n[finding.Invalid] < thorough.Of(1500) {
		t.Errorf("got %v, want thousands of each", n)
	}
}

// TestStreamAgreesWithTheOracle gives the same histories to a stream, a few
// events at a time.
func TestStreamAgreesWithTheOracle(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(thorough.Seed(t), 3))
	n := map[finding.State]int{}
	for k := range thorough.Of(24000) {
		s := draw(r, k%4 > 0)
		want := finding.Invalid
		if oracle(s.ops, s.service) {
			want = finding.Valid
		}
		if got := streamed(s.ops, s.options, 1+r.IntN(3), 5); got.State != want {
			t.Fatalf("history %d: got %s, want %s\n%s%+v", k, got.State, want, s, got.Violations)
		}
		n[want]++
	}
	t.Log(n)
}
