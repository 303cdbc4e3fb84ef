package queue

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/simulate"
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
	s.options = bounds.Timing{Early: simulate.Tolerance(s.service.early), Late: simulate.Tolerance(s.service.late)}
	s.ops = handled(r, 7, 4+r.IntN(7), 1+r.IntN(3), s.service, float64(r.IntN(2))*0.3)
	if damaged && len(s.ops) > 0 {
		damage(r, s.ops)
	}
	r.Shuffle(len(s.ops), func(i, j int) { s.ops[i], s.ops[j] = s.ops[j], s.ops[i] })
	return s
}

func (s sample) String() string {
	return fmt.Sprintf("early %d late %d\n%s", s.service.early, s.service.late, simulate.Text(s.ops))
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
