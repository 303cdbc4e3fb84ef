package queue

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
	for k := range 12 {
		clients, unknown := 3<<(k%5), []float64{0, 0.002, 0.02}[k%3]
		ops := newCrowd(r, clients, unknown, 30).events(max(5000, thorough.Of(20_000)))
		got := Check(ops, bounds.Timing{Rate: 30})
		if got.State != finding.Valid {
			t.Errorf("%d clients, %g unknown: got %s %s, want valid: %+v", clients, unknown, got.State, got.Why, got.Violations)
		}
		for _, what := range []string{SeenPuts, SeenGets, SeenRedeliveries, SeenWindows, SeenUpdates, SeenRemovals, SeenPeeks, SeenRefusals, SeenDrained, SeenFirst} {
			if got.Observed[what] == 0 {
				t.Errorf("%d clients: no %s were seen", clients, what)
			}
		}
		if stream := streamed(ops, bounds.Timing{Rate: 30}, 1000, 30e6); stream.State != finding.Valid {
			t.Errorf("%d clients, %g unknown: the stream got %s %s, want valid: %+v", clients, unknown, stream.State, stream.Why, stream.Violations)
		}
	}
}

func streamed(ops []history.Event, o bounds.Timing, at int, late int64) finding.Result {
	ops, low := simulate.InOrder(ops, late)
	s := NewStream(o)
	for k := 0; k < len(ops); k += at {
		n := min(k+at, len(ops))
		s.Add(ops[k:n])
		s.Mark(low[n])
	}
	return s.Close()
}

// TestStreamForgets checks that what a stream keeps does not grow with the run.
func TestStreamForgets(t *testing.T) {
	t.Parallel()
	ops, low := simulate.InOrder(newCrowd(rand.New(rand.NewPCG(1, 2)), 12, 0.001, 30).events(max(60_000, thorough.Of(300_000))), 30e6)
	s := NewStream(bounds.Timing{Rate: 30})
	most := 0
	for k := 0; k < len(ops); k += 1000 {
		n := min(k+1000, len(ops))
		s.Add(ops[k:n])
		s.Mark(low[n])
		most = max(most, len(s.lives))
	}
	if r := s.Close(); r.State != finding.Valid {
		t.Errorf("got %s, want valid: %+v", r.State, r.Violations)
	}
	if most > 3000 {
		t.Errorf("kept up to %d messages, want only those in the queue", most)
	}
}

const events = 1_000_000

func BenchmarkCheck(b *testing.B) {
	for _, bench := range []struct {
		name    string
		clients int
		unknown float64
	}{{"12", 12, 0}, {"48", 48, 0}, {"48-unknown", 48, 0.01}} {
		ops := newCrowd(rand.New(rand.NewPCG(1, 1)), bench.clients, bench.unknown, 30).events(events)
		for _, way := range []struct {
			name  string
			check func([]history.Event, bounds.Timing) finding.Result
		}{{"", Check}, {"-stream", func(ops []history.Event, o bounds.Timing) finding.Result { return streamed(ops, o, 1000, 30e6) }}} {
			b.Run(bench.name+way.name, func(b *testing.B) {
				for b.Loop() {
					if r := way.check(ops, bounds.Timing{Rate: 30}); r.State != finding.Valid {
						b.Fatalf("got %s %s, want valid: %+v", r.State, r.Why, r.Violations)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(ops)), "ns/event")
			})
		}
	}
}
