package matrix_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/internal/golden"
	"ifmatch/reports"
	"ifmatch/reports/matrix"
)

// targets are the stored result, one in which all cases pass, and one with fewer
// cases.
func targets(t testing.TB) []matrix.Column {
	t.Helper()
	faulty, right, old := golden.Load(t, "tables"), golden.Load(t, "tables"), golden.Load(t, "tables")
	right.Summary = reports.Summary{Planned: right.Summary.Planned}
	for i := range right.Scenarios {
		s := &right.Scenarios[i]
		if s.Status == reports.Failed || s.Status == reports.Blocked {
			s.Status, s.Reason, s.Want, s.Got, s.Differs, s.BlockedBy = reports.Passed, "", "", "", nil, ""
		}
		right.Summary.Add(s.Status)
	}
	old.Scenarios, old.Summary = nil, reports.Summary{}
	for _, s := range faulty.Scenarios {
		if s.Service == "blob" {
			old.Scenarios = append(old.Scenarios, s)
			old.Summary.Planned++
			old.Summary.Add(s.Status)
		}
	}
	return []matrix.Column{{Name: "reference", Run: right}, {Name: "emulator-1", Run: old}, {Name: "emulator-2", Run: faulty}}
}

func build(t testing.TB) matrix.Matrix {
	t.Helper()
	m, err := matrix.New(targets(t), demands...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// demands are those of a client with the same answer at all targets, and of a strict
// one, which differs: unknown at the first target, no at the others.
var demands = []reports.Demand{
	{Name: "content", Title: "A content client", Needs: []reports.Need{{Clause: "BLOB-TAB-01C", Does: "replaces blobs", Source: "o/r: f", Cases: []string{"BLOB-TAB-01C/put-blob/page-blob/exists/if-match-current"}}}},
	{Name: "strict", Title: "A strict client", Needs: []reports.Need{{Clause: "BLOB-TAB-01C", Does: "relies on refusals", Source: "o/r: f", Cases: []string{"BLOB-TAB-01C/put-blob/block-blob/exists/if-match-stale"}},
		{Clause: "TABLE-OPS-01", Does: "queries <entities>", Source: "o/r: g", Cases: []string{"TABLE-OPS-01/nothing-of-the-kind"}}}},
}

func TestClientsAreToldApart(t *testing.T) {
	t.Parallel()
	m := build(t)
	if m.Clients[0].Name != "strict" || !m.Clients[0].Differs() || m.Clients[1].Differs() {
		t.Errorf("clients are %q and %q, want the one that differs first", m.Clients[0].Name, m.Clients[1].Name)
	}
	for i, want := range []reports.Fit{reports.FitUnknown, reports.Misfits, reports.Misfits} {
		if got := m.Clients[0].Cells[i]; got.Fit != want {
			t.Errorf("at %s the strict client is told %q, want %q", m.Columns[i].Name, got.Answer(), want)
		}
	}
}

func TestDifferencesComeFirst(t *testing.T) {
	t.Parallel()
	m := build(t)
	var differ []string
	for _, r := range m.Rows[:m.Count(matrix.Differ)] {
		differ = append(differ, r.Clause)
	}
	if d := cmp.Diff([]string{"BLOB-LM-REL-B-Le", "BLOB-TAB-01C"}, differ); d != "" {
		t.Errorf("clauses that differ, -want +got:\n%s", d)
	}
	want := []matrix.Cell{{State: "passed", Passed: 15, Cases: 15}, {State: "failed", Passed: 14, Cases: 15}, {State: "failed", Passed: 14, Cases: 15}}
	if d := cmp.Diff(want, m.Rows[1].Cells); d != "" {
		t.Errorf("cells of BLOB-TAB-01C, -want +got:\n%s", d)
	}
	for _, r := range m.Rows {
		switch {
		case r.Clause == "TABLE-OPS-01" && (r.Group != matrix.Partly || r.Cells[1].State != ""):
			t.Errorf("a clause that one target was not asked is %+v", r)
		case r.Clause == "CONT-USE-05" && r.Group != matrix.Partly:
			t.Errorf("a clause with blocked cases is %+v", r)
		case r.Clause == "TABLE-VERB-04-open" && r.Group != matrix.Unjudged:
			t.Errorf("an undocumented clause is %+v", r)
		}
	}
}

func TestOneFailureBelowTheLevelIsWeak(t *testing.T) {
	t.Parallel()
	m := build(t)
	if c := m.Rows[0].Cells[2]; m.Rows[0].Clause != "BLOB-LM-REL-B-Le" || c.State != "weak" {
		t.Errorf("%s is %+v, want weak", m.Rows[0].Clause, c)
	}
	if c := m.Columns[2]; c.Gating != 1 || c.Weak != 1 || c.Unjudged() != 8 {
		t.Errorf("%d gate, %d do not, %d are not judged; want 1, 1, 8", c.Gating, c.Weak, c.Unjudged())
	}
}

func TestWhatCannotBeCompared(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		change func([]matrix.Column)
		want   string
	}{
		"another level": {func(c []matrix.Column) { c[1].Plan.Level = "must" }, "reference gates on should, but emulator-1 on must"},
		"one name":      {func(c []matrix.Column) { c[2].Name = "reference" }, "two of them are called reference"},
	} {
		columns := targets(t)
		tc.change(columns)
		if _, err := matrix.New(columns); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", name, err, tc.want)
		}
	}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	m := build(t)
	golden.Check(t, "matrix.html", reports.Run{}, func(w io.Writer, _ reports.Run) error { return m.Write(w) })
	golden.Check(t, "matrix.txt", reports.Run{}, func(w io.Writer, _ reports.Run) error { return m.Text(w) })
}

func TestHostileTextStaysText(t *testing.T) {
	t.Parallel()
	const bad = `</script><script>alert(1)</script><img src=x onerror=alert(1)>`
	columns := targets(t)
	for i := range columns {
		columns[i].Name += bad
		columns[i].Tool.Version = bad
		for k := range columns[i].Scenarios {
			columns[i].Scenarios[k].Got = bad
		}
	}
	m, err := matrix.New(columns, demands...)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := m.Write(&b); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "<script"); n != 2 || strings.Contains(b.String(), "<img") {
		t.Errorf("%d scripts, want 2, and no picture", n)
	}
}
