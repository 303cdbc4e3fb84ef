package baseline_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports"
)

// finding returns a finding that the probe did not show again.
func finding(id string) reports.Finding {
	return reports.Finding{Case: id, Level: "must", Operation: "Put Page", Respect: "ETag", Differs: []reports.Difference{reports.InResponse}, Scenario: "B-1/row"}
}

// TestALineKnowsAFinding: a line for a probe covers what a set-up found, whether the
// probe showed it again or not.
func TestALineKnowsAFinding(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, line string
		known      bool // the finding has the line
		out        reports.Outcome
	}{
		{"always", "A-1/row\tresponse ETag\n", true, reports.Conforms},
		{"sometimes", "A-1/row\tsometimes response ETag\tit is slow\n", true, reports.Conforms},
		{"no line", "", false, reports.Unknown},
		{"another line", "A-2/row\tresponse ETag\n", false, reports.Unknown},
	} {
		r := of(t, "should", "B-1/row passed")
		r.Found = []reports.Finding{finding("A-1/row")}
		got := read(t, c.line).Judge(r, "known.tsv", exists)
		if (got.Found[0].Known != nil) != c.known || got.Outcome() != c.out || c.known && got.Baseline.Outside+len(got.Baseline.Stale) > 0 {
			t.Errorf("%s: known %v, outcome %d, %+v", c.name, got.Found[0].Known, got.Outcome(), got.Baseline)
		}
		if r.Found[0].Known != nil {
			t.Errorf("%s: the run itself was changed", c.name)
		}
		if again := read(t, "").Judge(got, "empty.tsv", exists).Found[0]; again.Known != nil {
			t.Errorf("%s: another list does not begin anew: %+v", c.name, again)
		}
		if err := got.Validate(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestACaseThatPassesIsNotFixedIfASetUpFailed: the case that a finding names was chosen,
// too.
func TestACaseThatPassesIsNotFixedIfASetUpFailed(t *testing.T) {
	t.Parallel()
	r := of(t, "should", "A-1/row passed", "B-1/row passed")
	r.Found = []reports.Finding{finding("A-1/row")}
	got := read(t, "A-1/row\tresponse ETag\n").Judge(r, "known.tsv", exists)
	if got.Scenarios[0].Status != reports.Passed || got.Found[0].Known == nil || got.Outcome() != reports.Conforms {
		t.Errorf("%+v, outcome %d", got.Scenarios[0], got.Outcome())
	}
}

func TestUpdateWritesFindings(t *testing.T) {
	t.Parallel()
	r := of(t, "should", "B-1/row passed", "A-1/row failed response ETag")
	r.Scenarios[1].ProbeOf = "B-1/row"
	r.Found = []reports.Finding{finding("A-2/row"), finding("A-3/row"), finding("")}
	const before, want = "# Ours.\n\nA-3/row\tsometimes effect\twe know\nA-4/row\teffect\n",
		"# Ours.\n\nA-1/row\tresponse ETag\n" +
			"A-2/row\tsometimes response ETag\tseen once, in B-1/row\n" +
			"A-3/row\tsometimes effect\twe know\nA-4/row\teffect\n"
	updated := read(t, before).Update([]reports.Run{r}, exists)
	if d := cmp.Diff(want, write(t, updated)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	nothing := r
	nothing.Found = r.Found[:2]
	if got := read(t, write(t, updated)).Judge(nothing, "known.tsv", exists); got.Outcome() != reports.Conforms {
		t.Errorf("a run judged by the list that it wrote: outcome %d", got.Outcome())
	}
}
