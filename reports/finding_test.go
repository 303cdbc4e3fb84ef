package reports_test

import (
	"bytes"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"ifmatch/reports"
)

func diff(want, got any) string { return gocmp.Diff(want, got) }

// seen returns a finding that its probe did not show again.
func seen(id, level string) reports.Finding {
	return reports.Finding{Clause: "A-1", Case: id, Level: level, Operation: "Put Page", Respect: "ETag", Differs: []reports.Difference{reports.InResponse}, Scenario: "B-1/row"}
}

// part returns a result with a case and its verdict; a case with a reason is a probe.
func part(id string, v reports.Status, probeOf string, findings ...reports.Finding) reports.Run {
	r := reports.Run{Schema: reports.Schema, Plan: reports.Plan{Level: "should"}, Summary: reports.Summary{Planned: 1}, Found: findings,
		Scenarios: []reports.Scenario{{ID: id, Service: "blob", Level: "must", Clauses: []string{"B-1"}, Status: v, ProbeOf: probeOf}}}
	r.Summary.Add(v)
	return r
}

func TestFindingsDecideTheOutcome(t *testing.T) {
	t.Parallel()
	listed := seen("A-1/row", "must")
	listed.Known = &reports.Known{}
	for _, c := range []struct {
		name string
		f    reports.Finding
		want reports.Outcome
	}{
		{"seen once", seen("A-1/row", "must"), reports.Unknown},
		{"seen once, and no case is about it", seen("", "must"), reports.Unknown},
		{"seen once, below the level that gates", seen("A-1/row", "observed"), reports.Conforms},
		{"seen once, and in the baseline", listed, reports.Conforms},
	} {
		if got := part("B-1/row", reports.Passed, "", c.f).Outcome(); got != c.want {
			t.Errorf("%s: outcome %d, want %d", c.name, got, c.want)
		}
	}
}

func TestFindingsAreChecked(t *testing.T) {
	t.Parallel()
	for want, spoil := range map[string]func(*reports.Finding){
		"level is":                func(f *reports.Finding) { f.Level = "" },
		"holds a space":           func(f *reports.Finding) { f.Case = "A 1" },
		"the run had no baseline": func(f *reports.Finding) { f.Known = &reports.Known{} },
	} {
		f := seen("A-1/row", "must")
		spoil(&f)
		if err := reports.Encode(new(bytes.Buffer), part("B-1/row", reports.Passed, "", f)); err == nil || !strings.Contains(err.Error(), "finding 1") || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	var b bytes.Buffer
	r := part("B-1/row", reports.Passed, "", seen("A-2/row", "must"), seen("", "must"))
	if err := reports.Encode(&b, r); err != nil {
		t.Fatal(err)
	}
	back, err := reports.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if d := diff(r.Found, back.Found); d != "" {
		t.Errorf("stored and read -want +got:\n%s", d)
	}
}

func TestMergeKeepsAFindingOnce(t *testing.T) {
	t.Parallel()
	other := seen("", "must")
	other.Operation = "Put Blob"
	r, err := reports.Merge(
		part("B-1/row", reports.Passed, "", seen("A-1/row", "must"), seen("", "must"), seen("A-3/row", "must")),
		part("B-2/row", reports.Passed, "", seen("A-1/row", "must"), seen("", "must"), other),
		part("A-3/row", reports.Failed, "C-1/row"))
	if err != nil {
		t.Fatal(err)
	}
	if d := diff([]reports.Finding{seen("A-1/row", "must"), seen("", "must"), other}, r.Found); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if err := r.Validate(); err != nil {
		t.Error(err)
	}
}

// TestMergeJoinsProbes: one part plays as a probe what another part chose, or also plays
// as one.
func TestMergeJoinsProbes(t *testing.T) {
	t.Parallel()
	probe := part("A-1/row", reports.Failed, "B-1/row")
	for _, c := range []struct {
		name string
		runs []reports.Run
		want reports.Scenario
	}{
		{"two probes", []reports.Run{probe, probe}, probe.Scenarios[0]},
		{"a case that failed, too", []reports.Run{part("A-1/row", reports.Failed, ""), probe}, part("A-1/row", reports.Failed, "").Scenarios[0]},
		{"a case that passed", []reports.Run{part("A-1/row", reports.Passed, ""), probe}, probe.Scenarios[0]},
		{"a case that passed afterwards", []reports.Run{probe, part("A-1/row", reports.Passed, "")}, probe.Scenarios[0]},
	} {
		r, err := reports.Merge(c.runs...)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if d := diff([]reports.Scenario{c.want}, r.Scenarios); d != "" || r.Summary != (reports.Summary{Planned: 1, Failed: 1}) {
			t.Errorf("%s: %v, -want +got:\n%s", c.name, r.Summary, d)
		}
	}
}
