package diff_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/internal/golden"
	"ifmatch/reports"
	"ifmatch/reports/diff"
)

// result returns a run; each text is a case, its level, its verdict and how it
// fails.
func result(t testing.TB, cases ...string) reports.Run {
	t.Helper()
	r := reports.Run{Schema: reports.Schema, Target: reports.Target{Name: "emulator"}, Plan: reports.Plan{Level: "should"}}
	for _, text := range cases {
		f := strings.SplitN(text, " ", 4)
		s := reports.Scenario{ID: f[0], Level: f[1], Status: reports.Status(f[2]), CodeLevel: "should"}
		if len(f) > 3 {
			m, err := reports.ParseManner(f[3])
			if err != nil {
				t.Fatal(err)
			}
			s.Differs, s.Want, s.Got = m.Differs, "412", "412 "+m.Code
			if m.Status != 0 {
				s.Got = strings.TrimSuffix(strings.TrimPrefix(m.String(), "status "), ", effect")
			}
		}
		r.Scenarios = append(r.Scenarios, s)
		r.Summary.Planned++
		r.Summary.Add(s.Status)
	}
	return r
}

func TestCompare(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		old, now []string
		want     diff.Kind
		out      reports.Outcome
	}{
		{"the same", []string{"A-1/a must failed effect"}, []string{"A-1/a must failed effect"}, "", reports.Conforms},
		{"a new failure", []string{"A-1/a must passed"}, []string{"A-1/a must failed effect"}, diff.Fails, reports.Deviates},
		{"a new failure that does not gate", []string{"A-1/a observed passed"}, []string{"A-1/a observed failed effect"}, diff.Fails, reports.Conforms},
		{"a failure of a new case", []string{"A-1/b must passed"}, []string{"A-1/a must failed effect", "A-1/b must passed"}, diff.Fails, reports.Deviates},
		{"worse", []string{"A-1/a must failed code X"}, []string{"A-1/a must failed status 201"}, diff.Worse, reports.Deviates},
		{"otherwise", []string{"A-1/a must failed status 201"}, []string{"A-1/a must failed status 202"}, diff.Otherwise, reports.Deviates},
		{"the effect is mended, the code is another", []string{"A-1/a must failed status 201, effect"}, []string{"A-1/a must failed code X"}, diff.Mended, reports.Conforms},
		{"the effect is mended, the status is another", []string{"A-1/a must failed status 201, effect"}, []string{"A-1/a must failed status 404 X"}, diff.Mended, reports.Conforms},
		{"fixed", []string{"A-1/a must failed effect"}, []string{"A-1/a must passed"}, diff.Fixed, reports.Conforms},
		{"no longer judged", []string{"A-1/a must passed"}, []string{"A-1/a must skipped"}, diff.Lost, reports.Unknown},
		{"an error", []string{"A-1/a must failed effect"}, []string{"A-1/a must error"}, diff.Lost, reports.Unknown},
		{"an error as before", []string{"A-1/a must error"}, []string{"A-1/a must error"}, "", reports.Unknown},
		{"judged at last", []string{"A-1/a must skipped"}, []string{"A-1/a must passed"}, diff.Gained, reports.Conforms},
		{"another answer to an open clause", []string{"A-1/a must recorded"}, []string{"A-1/a must recorded status 201"}, diff.Answer, reports.Conforms},
		{"nothing to compare", []string{"A-1/a must passed"}, []string{"A-1/b must passed"}, "", reports.Unknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := diff.Compare(result(t, c.old...), result(t, c.now...))
			var got diff.Kind
			if len(r.Changes) > 0 {
				got = r.Changes[0].Kind
			}
			if got != c.want || r.Outcome() != c.out {
				t.Errorf("%q with outcome %v, want %q with %v", got, r.Outcome(), c.want, c.out)
			}
		})
	}
}

func TestABaselineDoesNotMatter(t *testing.T) {
	t.Parallel()
	old := result(t, "A-1/a must failed effect", "A-1/b must passed")
	now := result(t, "A-1/a must known-failure effect", "A-1/b must fixed")
	if r := diff.Compare(old, now); len(r.Changes) > 0 || r.Same != 2 {
		t.Errorf("changes: %+v", r.Changes)
	}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	r := diff.Compare(
		result(t, "A-1/a must passed", "A-1/b must passed", "A-2/a should failed code X", "A-2/b should failed status 201, effect", "A-3/a must failed effect",
			"A-3/b must failed effect", "A-4/a observed passed", "A-5/a must passed", "A-6/a must recorded", "A-7/a must passed", "A-8/a must skipped"),
		result(t, "A-1/a must failed status 201, effect", "A-1/b must failed status 201, effect", "A-2/a should failed status 404 X", "A-2/b should failed code Y", "A-3/a must passed",
			"A-3/b must passed", "A-4/a observed failed effect", "A-5/a must error", "A-6/a must recorded status 409 Z", "A-8/a must passed", "A-9/a must passed"))
	for name, o := range map[string]diff.Options{"plain": {Width: 100}, "verbose": {Verbose: true, Sides: [2]string{"--target", "--against"}}} {
		var b strings.Builder
		if err := diff.Write(&b, r, o); err != nil {
			t.Fatal(err)
		}
		golden.Same(t, "testdata/"+name+".txt", b.String())
	}
}

// TestFindingsAreCompared: a probe that failed is a case, and what no probe showed again
// makes the comparison inconclusive if it is new.
func TestFindingsAreCompared(t *testing.T) {
	t.Parallel()
	once := func(level string) reports.Run {
		r := result(t, "B-1/a must passed")
		r.Found = []reports.Finding{{Case: "A-1/a", Level: level, Operation: "Put Page", Respect: "ETag", Scenario: "B-1/a", Reason: "no ETag"}}
		return r
	}
	none, failed := result(t, "B-1/a must passed"), result(t, "B-1/a must passed", "A-1/a must failed effect")
	for _, c := range []struct {
		name     string
		old, now reports.Run
		changes  int
		once     int
		out      reports.Outcome
	}{
		{"a probe that fails newly", none, failed, 1, 0, reports.Deviates},
		{"a probe that fails where it was seen once", once("must"), failed, 1, 0, reports.Deviates},
		{"newly seen once", none, once("must"), 0, 1, reports.Unknown},
		{"newly seen once, below the level that gates", none, once("observed"), 0, 1, reports.Conforms},
		{"seen once as before", once("must"), once("must"), 0, 0, reports.Conforms},
		{"seen once where the probe failed", failed, once("must"), 0, 0, reports.Conforms},
	} {
		r := diff.Compare(c.old, c.now)
		if len(r.Changes) != c.changes || len(r.Once) != c.once || r.Outcome() != c.out {
			t.Errorf("%s: %+v and %+v, outcome %d", c.name, r.Changes, r.Once, r.Outcome())
		}
		var b strings.Builder
		if err := diff.Write(&b, r, diff.Options{}); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), "newly seen once, and not again (1)\n  A-1/a") != (c.once == 1) {
			t.Errorf("%s:\n%s", c.name, b.String())
		}
	}
}

// TestTheWorstComesFirst: of one kind, as in every report.
func TestTheWorstComesFirst(t *testing.T) {
	t.Parallel()
	r := diff.Compare(result(t), result(t, "A-1/a must failed code X", "A-2/a should failed status 201", "A-3/a must failed effect"))
	var got []string
	for _, c := range r.Of(diff.Fails) {
		got = append(got, c.New.ID)
	}
	if d := cmp.Diff([]string{"A-2/a", "A-3/a", "A-1/a"}, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}
