package main

import (
	"strings"
	"testing"

	"ifmatch/reports"
)

func TestDifferences(t *testing.T) {
	t.Parallel()
	base := func() reports.Run {
		return reports.Run{Plan: reports.Plan{Hash: "h"}, Seconds: 1, Scenarios: []reports.Scenario{
			{ID: "A/1", Status: reports.Passed, Seconds: 15},
			{ID: "B/1", Status: reports.Failed, Want: "412", Got: "201"},
		}}
	}
	for _, tc := range []struct {
		name   string
		change func(*reports.Run)
		want   string // part of the one difference, or nothing
	}{
		{"nothing", func(*reports.Run) {}, ""},
		{"wall time and exchanges may differ", func(r *reports.Run) {
			r.Seconds = 2
			r.Scenarios[1].Exchanges = []reports.Exchange{{Method: "PUT"}}
		}, ""},
		{"order", func(r *reports.Run) { r.Scenarios[0], r.Scenarios[1] = r.Scenarios[1], r.Scenarios[0] }, ""},
		{"plan", func(r *reports.Run) { r.Plan.Hash = "i" }, "the plans differ"},
		{"verdict", func(r *reports.Run) { r.Scenarios[0].Status = reports.Error }, "A/1 was passed"},
		{"answer", func(r *reports.Run) { r.Scenarios[1].Got = "200" }, `B/1 was failed (reason "", want "412", got "201"`},
		{"time on the target's clock", func(r *reports.Run) { r.Scenarios[0].Seconds = 16 }, "A/1 was"},
		{"lost", func(r *reports.Run) { r.Scenarios = r.Scenarios[:1] }, "B/1 has no verdict"},
		{"new", func(r *reports.Run) { r.Scenarios = append(r.Scenarios, reports.Scenario{ID: "C/1"}) }, "C/1 had no verdict"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			changed := base()
			tc.change(&changed)
			got := differences(base(), changed)
			if tc.want == "" && len(got) > 0 || tc.want != "" && (len(got) != 1 || !strings.Contains(got[0], tc.want)) {
				t.Errorf("differences = %q, want %q", got, tc.want)
			}
		})
	}
}

func TestCompareNeedsABinary(t *testing.T) {
	t.Parallel()
	if _, err := compare(&strings.Builder{}, nil, 1, 1); err == nil {
		t.Error("no error without a binary")
	}
	if _, err := compare(&strings.Builder{}, []string{"./no-such-binary"}, 1, 1); err == nil {
		t.Error("no error for a binary that does not exist")
	}
}
