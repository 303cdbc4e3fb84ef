package reports_test

import (
	"bytes"
	"encoding/json"
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

var renamed = reports.Renamed{"A-1/older": "A-1/new", "A-1/old": "A-1/new", "B-1/old": "B-1/new"}

func TestCurrentAndFormer(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{"A-1/old": "A-1/new", "A-1/older": "A-1/new", "A-1/new": "A-1/new", "C-1/row": "C-1/row", "": ""} {
		if got := renamed.Current(id); got != want {
			t.Errorf("Current(%q) = %q, want %q", id, got, want)
		}
	}
	if d := cmp.Diff(map[string][]string{"A-1/new": {"A-1/old", "A-1/older"}, "B-1/new": {"B-1/old"}}, renamed.Former()); d != "" {
		t.Errorf("Former -want +got:\n%s", d)
	}
	if got := reports.Renamed(nil).Current("A-1/old"); got != "A-1/old" {
		t.Errorf("without a table, Current = %q", got)
	}
}

// TestUpdateRenamesWhereverAResultNamesACase fills every field that names a case, and looks
// for old ids in the JSON of the result, so that a field which is added is not forgotten.
func TestUpdateRenamesWhereverAResultNamesACase(t *testing.T) {
	t.Parallel()
	before := reports.Run{
		Scenarios: []reports.Scenario{{ID: "A-1/old"}, {ID: "C-1/row"}},
		Found:     []reports.Finding{{Case: "A-1/older", Scenario: "B-1/old"}},
		Grids:     []reports.Grid{{Rows: [][]reports.Cell{{{Text: "x", Cases: []string{"B-1/old", "C-1/*"}}}}}},
		Profiles: []reports.Profile{{
			Broken:   []reports.Unmet{{Cases: []string{"A-1/old"}}},
			Unjudged: []reports.Unmet{{Cases: []string{"C-1/row", "B-1/old"}}},
		}},
	}
	was := text(t, before)
	got := text(t, renamed.Update(before))
	if strings.Contains(got, "/old") {
		t.Errorf("an old id is left:\n%s", got)
	}
	want := strings.NewReplacer("A-1/older", "A-1/new", "A-1/old", "A-1/new", "B-1/old", "B-1/new").Replace(was)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if d := cmp.Diff(was, text(t, before)); d != "" {
		t.Errorf("the result that was given has changed -want +got:\n%s", d)
	}
}

func text(t *testing.T, r reports.Run) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", " ")
	if err := e.Encode(r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
