package baseline_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports"
	"ifmatch/reports/baseline"
)

const file = `# Known failures of an emulator.

# Leases.
A-1/row	status 201, effect	it does not look	https://example.org/1
A-2/row	sometimes code LeaseLost	who wins a race
# Codes.
B-1/row	code AnotherCode
# The end.
`

func read(t testing.TB, text string) baseline.List {
	t.Helper()
	l, err := baseline.Read(strings.NewReader(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func write(t testing.TB, l baseline.List) string {
	t.Helper()
	var b strings.Builder
	if err := l.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// of returns a run with cases; each text is an id, a verdict and how the case
// fails.
func of(t testing.TB, level string, cases ...string) reports.Run {
	t.Helper()
	r := reports.Run{Schema: reports.Schema, Plan: reports.Plan{Level: level}}
	for _, text := range cases {
		f := strings.SplitN(text, " ", 3)
		s := reports.Scenario{ID: f[0], Clauses: []string{}, Level: "must", Service: "blob", Status: reports.Status(f[1])}
		if len(f) > 2 {
			m, err := reports.ParseManner(f[2])
			if err != nil {
				t.Fatal(err)
			}
			s.Differs, s.BlockedBy, s.Respect, s.CodeLevel = m.Differs, m.BlockedBy, m.Respect, "observed"
			switch {
			case m.Status != 0:
				s.Got = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(m.String(), "status "), ", effect"))
			case m.Code != "":
				s.Got = "412 " + m.Code
			}
		}
		r.Scenarios = append(r.Scenarios, s)
		r.Summary.Planned++
		r.Summary.Add(s.Status)
	}
	return r
}

func exists(l baseline.Line) bool { return !strings.HasPrefix(l.Case, "GONE") }

func TestWritingAListAgainChangesNothing(t *testing.T) {
	t.Parallel()
	if d := cmp.Diff(file, write(t, read(t, file))); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	windows := strings.ReplaceAll(file, "\n", "\r\n")
	if d := cmp.Diff(file, write(t, read(t, windows))); d != "" {
		t.Errorf("with other line ends -want +got:\n%s", d)
	}
	for _, text := range []string{"\ufeff" + windows, "\ufeffA-1/row\teffect\n"} { // as editors of Windows save it
		want := write(t, read(t, strings.TrimPrefix(text, "\ufeff")))
		if d := cmp.Diff(want, write(t, read(t, text))); d != "" {
			t.Errorf("with a byte order mark -want +got:\n%s", d)
		}
	}
}

func TestReadSaysWhichLineIsDamaged(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"A-1/row\teffect\nA-1/row\teffect\n", "line 2: A-1/row is already in line 1"},
		{"# x\n\nA-1/row\n", "line 3: A-1/row does not say how it fails"},
		{"A-1/row because it is so\n", `line 1: "A-1/row because it is so" is not a case id`},
		{"A-1/row\tbecause it is so\n", `line 1: "because it is so" is not a way to fail`},
		{"\teffect\n", "line 1: there is no case before the first tab"},
		{"A-1/row\tsometimes effect\n", "line 1: a case that fails only sometimes needs a reason"},
		{"A-1/row\teffect\tbecause\tissue 7\n", `line 1: the link "issue 7" does not begin with https:`},
		{"A-1/row\teffect\tbecause\tfile:///etc/passwd\n", "does not begin with https:"},
		{"A-1/row\teffect\ta\thttps://example.org\tmore\n", "line 1: it has 5 fields"},
		{"A-1/row\teffect\t\x1b[2J\n", "line 1: it holds '\\x1b'"},
		{"A-1/row\teffect\t\xff\n", "line 1: it is not UTF-8"},
		{"\xff\xfeA\x00-\x001\x00", "line 1: it is not UTF-8"}, // what an older PowerShell redirects
		{"A-1/row\teffect\n\ufeffA-2/row\teffect\n", "line 2: it holds '\\ufeff'"},
		{"A-1/row\teffect\t" + strings.Repeat("x", 70000), "line 1: it is longer than"},
		{"<<<<<<< HEAD\n", "line 1: "},
	} {
		if _, err := baseline.Read(strings.NewReader(c.text), nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Read(%.40q): %v, want %q", c.text, err, c.want)
		}
	}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		level  string
		cases  []string
		want   []reports.Status
		change reports.Relation // of the first case
		out    reports.Outcome
	}{
		{"as known", "should", []string{"A-1/row failed status 201, effect", "A-2/row failed code LeaseLost", "B-1/row failed code AnotherCode", "C-1/row passed"},
			[]reports.Status{reports.KnownFailure, reports.KnownFailure, reports.KnownFailure, reports.Passed}, "", reports.Conforms},
		{"sometimes it passes", "should", []string{"A-2/row passed"}, []reports.Status{reports.Passed}, "", reports.Conforms},
		{"a new failure", "should", []string{"C-1/row failed effect"}, []reports.Status{reports.Failed}, "", reports.Deviates},
		{"worse", "should", []string{"B-1/row failed status 201"}, []reports.Status{reports.Failed}, reports.Worse, reports.Deviates},
		{"otherwise", "should", []string{"A-1/row failed status 500, effect"}, []reports.Status{reports.Failed}, reports.Otherwise, reports.Deviates},
		{"sometimes worse", "should", []string{"A-2/row failed status 201"}, []reports.Status{reports.Failed}, reports.Worse, reports.Deviates},
		{"less", "should", []string{"A-1/row failed status 201"}, []reports.Status{reports.Failed}, reports.Less, reports.Outdated},
		{"otherwise, below the gate", "should", []string{"C-1/row passed", "B-1/row failed code YetAnother"}, []reports.Status{reports.Passed, reports.Failed}, "", reports.Outdated},
		{"fixed", "should", []string{"A-1/row passed"}, []reports.Status{reports.Fixed}, "", reports.Outdated},
		{"fixed beside a new failure", "should", []string{"A-1/row passed", "C-1/row failed effect"}, []reports.Status{reports.Fixed, reports.Failed}, "", reports.Deviates},
		{"fixed beside an error", "should", []string{"A-1/row passed", "C-1/row error"}, []reports.Status{reports.Fixed, reports.Error}, "", reports.Unknown},
		{"not judged", "should", []string{"A-1/row blocked", "C-1/row passed"}, []reports.Status{reports.Blocked, reports.Passed}, "", reports.Unknown},
		{"an error", "should", []string{"A-1/row error", "C-1/row passed"}, []reports.Status{reports.Error, reports.Passed}, "", reports.Unknown},
		{"skipped", "should", []string{"A-1/row skipped", "C-1/row passed"}, []reports.Status{reports.Skipped, reports.Passed}, "", reports.Conforms},
		{"no longer judged", "should", []string{"A-1/row recorded", "C-1/row passed"}, []reports.Status{reports.Recorded, reports.Passed}, "", reports.Outdated},
		{"nothing proven", "should", []string{"A-1/row skipped"}, []reports.Status{reports.Skipped}, "", reports.Unknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			before := of(t, c.level, c.cases...)
			r := read(t, file).Judge(before, "known.tsv", exists)
			var got []reports.Status
			for _, s := range r.Scenarios {
				got = append(got, s.Status)
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("verdicts -want +got:\n%s", d)
			}
			if k := r.Scenarios[0].Known; k != nil && k.Change != c.change {
				t.Errorf("change = %q, want %q", k.Change, c.change)
			}
			if got := r.Outcome(); got != c.out {
				t.Errorf("outcome = %v, want %v", got, c.out)
			}
			if err := r.Validate(); err != nil {
				t.Errorf("Validate: %v", err)
			}
			if d := cmp.Diff(before, baseline.Without(r)); d != "" {
				t.Errorf("without the list -want +got:\n%s", d)
			}
		})
	}
}

func TestLinesOfNoCaseAreStale(t *testing.T) {
	t.Parallel()
	r := read(t, "GONE-1/row\teffect\nELSE-1/row\teffect\tof another api-version\n").Judge(of(t, "should", "C-1/row passed"), "known.tsv", exists)
	want := &reports.Baseline{File: "known.tsv", Lines: 2, Outside: 1, Unexplained: 1, Stale: []reports.Stale{{Case: "GONE-1/row", Line: 1, Why: "no case has this id"}}}
	if d := cmp.Diff(want, r.Baseline); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if got := r.Outcome(); got != reports.Outdated {
		t.Errorf("outcome = %v, want %v", got, reports.Outdated)
	}
}

func TestAKnownBlockIsKnown(t *testing.T) {
	t.Parallel()
	l := read(t, "A-1/row\tblocked by BLOB-ETAG-01\n")
	for by, want := range map[string]reports.Status{"BLOB-ETAG-01": reports.KnownFailure, "BLOB-ETAG-02": reports.Blocked} {
		r := l.Judge(of(t, "should", "A-1/row blocked blocked by "+by, "C-1/row passed"), "known.tsv", exists)
		if got := r.Scenarios[0].Status; got != want {
			t.Errorf("blocked by %s: %s, want %s", by, got, want)
		}
		if got := baseline.Without(r).Scenarios[0].Status; got != reports.Blocked {
			t.Errorf("without the list: %s", got)
		}
	}
}

// TestALineKeepsItsCase makes sure that a list of an earlier version judges, and is written, like
// one of today.
func TestALineKeepsItsCase(t *testing.T) {
	t.Parallel()
	renamed := reports.Renamed{"A-1/former": "A-1/row"}
	l, err := baseline.Read(strings.NewReader("A-1/former\teffect\tit does not look\n"), renamed)
	if err != nil {
		t.Fatal(err)
	}
	r := l.Judge(of(t, "should", "A-1/row failed effect", "C-1/row passed"), "known.tsv", exists)
	if got := r.Scenarios[0].Status; got != reports.KnownFailure || r.Outcome() != reports.Conforms {
		t.Errorf("%s, outcome %v", got, r.Outcome())
	}
	if d := cmp.Diff("A-1/row\teffect\tit does not look\n", write(t, l)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	twice := "A-1/row\teffect\n# again\nA-1/former\teffect\n"
	if _, err := baseline.Read(strings.NewReader(twice), renamed); err == nil || !strings.Contains(err.Error(), "line 3: A-1/row is already in line 1") {
		t.Errorf("a case under both ids: %v", err)
	}
}

func TestUpdateKeepsWhatPeopleWrote(t *testing.T) {
	t.Parallel()
	l := read(t, file+"# Another emulator.\nD-1/row\teffect\tof another service\nGONE-1/row\teffect\tof no case\n")
	got := write(t, l.Update([]reports.Run{of(t, "should", "A-1/row failed status 202, effect", "A-2/row passed", "B-1/row passed",
		"A-0/row failed effect", "C-1/row passed", "E-1/row blocked blocked by A-1", "F-1/row blocked")}, exists))
	want := `# Known failures of an emulator.

A-0/row	effect
# Leases.
A-1/row	status 202, effect	it does not look	https://example.org/1
A-2/row	sometimes 1/1 (1 passed since) code LeaseLost	who wins a race
# Codes.
# The end.
# Another emulator.
D-1/row	effect	of another service
E-1/row	blocked by A-1
`
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if again := write(t, read(t, got)); again != got {
		t.Errorf("it is written otherwise the second time: %s", cmp.Diff(got, again))
	}
}

func TestANewListExplainsItself(t *testing.T) {
	t.Parallel()
	r := of(t, "should", "A-1/row failed effect", "C-1/row passed")
	got := write(t, baseline.List{}.Update([]reports.Run{r}, exists))
	if !strings.HasPrefix(got, "# Known failures: ") || !strings.HasSuffix(got, "\n\nA-1/row\teffect\n") {
		t.Errorf("new list:\n%s", got)
	}
	if judged := read(t, got).Judge(r, "known.tsv", exists); judged.Outcome() != reports.Conforms {
		t.Errorf("a run does not fit its own list: %v", judged.Outcome())
	}
}

// FuzzRead checks that an accepted list is written so that it reads the same,
// and is written the same again.
func FuzzRead(f *testing.F) {
	f.Add(file)
	f.Add("\n# x\n\n\nA-1\teffect\n\n")
	f.Add("B\teffect\n#b\nA\tcode X\ty\n")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := baseline.Read(strings.NewReader(text), nil)
		if err != nil {
			return
		}
		once := write(t, l)
		again, err := baseline.Read(strings.NewReader(once), nil)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, once)
		}
		if twice := write(t, again); twice != once {
			t.Errorf("-once +twice:\n%s", cmp.Diff(once, twice))
		}
	})
}
