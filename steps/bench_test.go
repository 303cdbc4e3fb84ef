package steps_test

import (
	"context"
	"testing"

	"ifmatch/internal/embedded"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// BenchmarkSuite runs every case on the reference, in process.
func BenchmarkSuite(b *testing.B) {
	p := choose(b, plan.Selection{})
	for b.Loop() {
		if _, err := steps.Run(context.Background(), steps.Config{Target: embedded.New(embedded.Options{}), Plan: p}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*len(p.Cases))/b.Elapsed().Seconds(), "cases/s")
}
