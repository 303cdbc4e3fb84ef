package features_test

import (
	"testing"

	"ifmatch/features"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// BenchmarkLoad measures what every command that lists or runs cases does first.
func BenchmarkLoad(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := steps.Index(features.FS); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOneCaseInOrder measures the cost of a repeated case.
func BenchmarkOneCaseInOrder(b *testing.B) {
	s, err := steps.Load(features.FS)
	if err != nil {
		b.Fatal(err)
	}
	p, err := s.Select(plan.Selection{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if got := plan.InOrder(p.Pick([]string{s.Cases[len(s.Cases)-1].ID})); len(got) != 1 {
			b.Fatalf("%d cases", len(got))
		}
	}
}
