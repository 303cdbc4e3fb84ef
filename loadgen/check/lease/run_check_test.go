package lease

import (
	"math/rand/v2"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/simulate"
	"ifmatch/loadgen/history"
)

// TestNoFalseAlarm checks runs of a correct service with many clients, with and without lost
// answers.
func TestNoFalseAlarm(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(thorough.Seed(t), 2))
	seen, decided := map[string]int{}, 0
	for k := range 12 {
		clients, unknown := 2<<(k%6), []float64{0, 0.002, 0.02}[k%3]
		ops := newCrowd(r, clients, unknown, 30).events(20000)
		// Where answers are missing, it may be that nothing tells what happened, seldom if few are.
		// Then the verdict may stay open, but there is no violation.
		fine := func(r finding.Result) bool {
			if unknown == 0.002 && r.State == finding.Valid {
				decided++
			}
			return r.State == finding.Valid || unknown > 0 && r.State == finding.Undecided
		}
		got := Check(ops, Options{Timing: bounds.Timing{Rate: 30}})
		if !fine(got) {
			t.Errorf("%d clients, %g unknown: got %s %s, want valid: %+v", clients, unknown, got.State, got.Why, got.Violations)
		}
		for what, n := range got.Observed {
			seen[what] += n
		}
		stream, _ := streamed(ops, Options{Timing: bounds.Timing{Rate: 30}}, 1000, 30e6)
		if !fine(stream) {
			t.Errorf("%d clients, %g unknown: the stream got %s %s, want valid: %+v", clients, unknown, stream.State, stream.Why, stream.Violations)
		}
	}
	if decided < 4 {
		t.Errorf("with one answer in 500 missing, %d of 8 verdicts are valid, want most", decided)
	}
	for _, what := range []string{
		SeenAcquires, SeenRenewals, SeenChanges, SeenReleases, SeenBreaks, SeenExpiries, SeenHandoffs,
		SeenRefusals, SeenLockedWrites, SeenRefusedWrites,
	} {
		if seen[what] == 0 {
			t.Errorf("no %s were seen", what)
		}
	}
}

// streamed gives a history to a Stream as a recorder would: each operation when it has
// returned, and one without an answer some time later.
func streamed(ops []history.Event, o Options, at int, late int64) (finding.Result, int) {
	ops, low := simulate.InOrder(ops, late)
	s := NewStream(o)
	most := 0
	for k := 0; k < len(ops); k += at {
		n := min(k+at, len(ops))
		s.Add(ops[k:n])
		s.Mark(low[n])
		kept := len(s.c.ids) + len(s.c.rules.nameless)
		for range s.c.search.Maybes() {
			kept++
		}
		most = max(most, kept)
	}
	return s.Close(), most
}

// TestStreamForgets checks that what a stream keeps does not grow with the run.
func TestStreamForgets(t *testing.T) {
	t.Parallel()
	ops := newCrowd(rand.New(rand.NewPCG(1, 2)), 16, 0, 30).events(200_000)
	if r, most := streamed(ops, Options{Timing: bounds.Timing{Rate: 30}}, 1000, 30e6); r.State != finding.Valid || most > 2000 {
		t.Errorf("got %s, and %d ids and operations kept; want valid, and those of about 1000 operations", r.State, most)
	}
}

const events = 1_000_000

func BenchmarkCheck(b *testing.B) {
	for _, bench := range []struct {
		name    string
		clients int
		unknown float64
	}{{"8", 8, 0}, {"32", 32, 0}, {"128", 128, 0}, {"32-unknown", 32, 0.01}} {
		ops := newCrowd(rand.New(rand.NewPCG(1, 1)), bench.clients, bench.unknown, 30).events(events)
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				if r := Check(ops, Options{Timing: bounds.Timing{Rate: 30}}); r.State != finding.Valid {
					b.Fatalf("got %s %s, want valid: %+v", r.State, r.Why, r.Violations)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(ops)), "ns/event")
		})
		b.Run(bench.name+"-stream", func(b *testing.B) {
			for b.Loop() {
				if r, _ := streamed(ops, Options{Timing: bounds.Timing{Rate: 30}}, 1000, 30e6); r.State != finding.Valid {
					b.Fatalf("got %s %s, want valid: %+v", r.State, r.Why, r.Violations)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(ops)), "ns/event")
		})
	}
}
