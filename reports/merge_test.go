package reports_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports"
)

func TestMergePutsPartsTogether(t *testing.T) {
	t.Parallel()
	whole, err := reports.Decode(bytes.NewReader(fixture(t)))
	if err != nil {
		t.Fatal(err)
	}
	part := func(from, to int) reports.Run {
		r := whole
		r.Scenarios, r.Summary = whole.Scenarios[from:to], reports.Summary{Planned: to - from}
		for _, s := range r.Scenarios {
			r.Summary.Add(s.Status)
		}
		return r
	}
	got, err := reports.Merge(part(4, 9), part(0, 4))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(whole.Scenarios, got.Scenarios); d != "" {
		t.Errorf("cases -want +got:\n%s", d)
	}
	if got.Summary != whole.Summary || got.Seconds != 2*whole.Seconds {
		t.Errorf("summary %v in %g s, want %v in %g s", got.Summary, got.Seconds, whole.Summary, 2*whole.Seconds)
	}
	if err := got.Validate(); err != nil {
		t.Error(err)
	}
}

func TestMergeRefusesWhatDoesNotBelongTogether(t *testing.T) {
	t.Parallel()
	r, err := reports.Decode(bytes.NewReader(fixture(t)))
	if err != nil {
		t.Fatal(err)
	}
	elsewhere, judged, level := r, r, r
	elsewhere.Target.Name = "another"
	judged.Baseline = &reports.Baseline{}
	level.Plan.Level = "must"
	for _, c := range []struct {
		runs []reports.Run
		want string
	}{
		{nil, "no result was given"},
		{[]reports.Run{r, r}, "BLOB-COND-20/put-blob-exists has a verdict in result 2 and in an earlier one"},
		{[]reports.Run{r, elsewhere}, `the target of result 2 is "another", but that of the first is "azurite"`},
		{[]reports.Run{r, level}, "the level of result 2"},
		{[]reports.Run{r, judged}, "result 2 was judged with a baseline"},
	} {
		if _, err := reports.Merge(c.runs...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Merge: %v, want %q", err, c.want)
		}
	}
}
