package appendblob

import (
	"math/rand/v2"
	"testing"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/register"
)

func BenchmarkCheck1e5(b *testing.B) {
	events := simulate(rand.New(rand.NewPCG(1, 2)), plan{
		events: 100_000, clients: 32, reads: .3, free: .5, hit: .5, unknown: .001, sizes: []int64{512},
	})
	b.ReportAllocs()
	for b.Loop() {
		if r := Check(events, register.Options{}); r.State != finding.Valid {
			b.Fatalf("got %s %s %v, want valid", r.State, r.Why, r.Violations)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(events)), "ns/event")
}
