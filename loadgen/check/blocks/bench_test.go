package blocks

import (
	"math/rand/v2"
	"testing"

	"ifmatch/loadgen/check/finding"
)

// BenchmarkCheck1e6 judges a million events of 32 clients, one in a thousand of which has no answer.
func BenchmarkCheck1e6(b *testing.B) {
	events := simulate(rand.New(rand.NewPCG(1, 2)), plan{events: 1_000_000, clients: 32, blocks: 3, unanswered: 1000})
	b.ReportAllocs()
	for b.Loop() {
		if r := whole(events); r.State != finding.Valid || r.Observed[SeenKept] == 0 {
			b.Fatalf("got %s %v", r.State, r.Violations)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(events)), "ns/event")
}
