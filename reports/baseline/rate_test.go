package baseline_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports"
	"ifmatch/reports/baseline"
)

// races returns a run of cases of chance; each text is an id, and the failed and played rounds in
// the run and, if it was repeated, alone: "A-1/x 1/4 30/30".
func races(t testing.TB, cases ...string) reports.Run {
	t.Helper()
	r := reports.Run{Schema: reports.Schema, Plan: reports.Plan{Level: "should"}}
	for _, text := range cases {
		f := strings.Fields(text)
		s := reports.Scenario{ID: f[0], Clauses: []string{}, Level: "must", Service: "blob", Status: reports.Passed, Chance: true}
		counts := []*reports.Rounds{}
		for _, field := range f[1:] {
			failed, played, _ := strings.Cut(field, "/")
			counts = append(counts, &reports.Rounds{Failed: atoi(t, failed), Played: atoi(t, played)})
		}
		if s.Rounds = counts[0]; s.Rounds.Failed > 0 {
			s.Status, s.Differs, s.Got = reports.Failed, []reports.Difference{reports.InEffect}, "two"
		}
		if len(counts) > 1 {
			s.Alone = counts[1]
		}
		r.Scenarios = append(r.Scenarios, s)
		r.Summary.Planned++
		r.Summary.Add(s.Status)
	}
	return r
}

func atoi(t testing.TB, text string) (n int) {
	t.Helper()
	for _, c := range text {
		n = 10*n + int(c-'0')
	}
	return n
}

// TestARateDecides: a failure by chance is known while its rate is not significantly above the one
// on record, and a certain one never is.
func TestARateDecides(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, line string
		cases      []string
		change     reports.Relation
		out        reports.Outcome
		repeated   string // the cases to repeat alone
	}{
		{"as rare as ever", "A-1/**\tsometimes 2/150\n", []string{"A-1/x 1/30", "A-1/y 0/60"}, reports.Same, reports.Conforms, "A-1/x"},
		{"once more than expected, alone never", "A-1/**\tsometimes 2/4500\n", []string{"A-1/x 1/12 0/300", "A-1/y 0/30"}, reports.Same, reports.Conforms, "A-1/x"},
		{"as often alone as one in fifty", "A-1/**\tsometimes 2/4500\n", []string{"A-1/x 1/12 6/300", "A-1/y 0/30"}, reports.Oftener, reports.Deviates, "A-1/x"},
		{"as often as the line of its own says", "A-1/**\tsometimes 2/4500\nA-1/x\tsometimes 2/20 effect\n", []string{"A-1/x 1/4 30/250", "A-1/y 0/30"}, reports.Same, reports.Conforms, "A-1/x"},
		{"a little more often", "A-1/**\tsometimes 2/377\n", []string{"A-1/x 1/4 10/198", "A-1/y 0/30"}, reports.Same, reports.Conforms, "A-1/x"},
		{"beside one that fails more often", "A-1/**\tsometimes 2/4500\nA-1/y\tsometimes 30/60 effect\n", []string{"A-1/x 1/4 6/300", "A-1/y 1/2"}, reports.Oftener, reports.Deviates, "A-1/x"},
		{"every time", "A-1/**\tsometimes 2/150\n", []string{"A-1/x 1/1 10/10", "A-1/y 0/30"}, reports.Certain, reports.Deviates, "A-1/x"},
		{"every time, as nine times in ten", "A-1/x\tsometimes 90/104 effect\n", []string{"A-1/x 1/1 30/30"}, reports.Same, reports.Conforms, ""},
		{"every time, seldom before", "A-1/x\tsometimes 10/104 effect\n", []string{"A-1/x 1/1 30/30"}, reports.Certain, reports.Deviates, "A-1/x"},
		{"every time, of few rounds", "A-1/x\tsometimes 1/6 effect\n", []string{"A-1/x 1/1 3/3"}, reports.Same, reports.Conforms, "A-1/x"},
		{"every time, as once in four", "A-1/x\tsometimes 3/12 effect\n", []string{"A-1/x 1/1 60/60"}, reports.Same, reports.Conforms, ""},
		{"nine times in ten, seldom before", "A-1/x\tsometimes 10/104 effect\n", []string{"A-1/x 1/2 54/60"}, reports.Oftener, reports.Deviates, "A-1/x"},
		{"every time, in a family that mostly fails", "A-1/**\tsometimes 90/104 effect\n", []string{"A-1/x 1/1 30/30"}, reports.Certain, reports.Deviates, "A-1/x"},
		{"of another kind", "A-1/**\tsometimes 2/150 response ETag\n", []string{"A-1/x 1/30", "A-1/y 0/30"}, reports.Otherwise, reports.Deviates, ""},
		{"outside the family", "A-2/**\tsometimes 2/150\n", []string{"A-1/x 1/30", "A-2/y 0/30"}, "", reports.Deviates, "A-1/x"},
		{"outside, and too rare", "A-2/**\tsometimes 2/150\n", []string{"A-1/x 1/30 0/300", "A-2/y 0/30"}, reports.Same, reports.Conforms, "A-1/x"},
		{"outside, and rarely", "A-2/**\tsometimes 2/150\n", []string{"A-1/x 1/30 1/300", "A-2/y 0/30"}, "", reports.Deviates, "A-1/x"},
		{"outside, and hardly repeated", "A-2/**\tsometimes 2/150\n", []string{"A-1/x 1/30 0/20", "A-2/y 0/30"}, "", reports.Deviates, "A-1/x"},
		{"with a line of its own", "A-1/**\tsometimes 2/4500\nA-1/x\tsometimes 30/60 effect\n", []string{"A-1/x 1/2", "A-1/y 0/30"}, reports.Same, reports.Conforms, ""},
		{"certain, and passed once", "A-1/x\teffect\n", []string{"A-1/x 0/30"}, "", reports.Conforms, ""},
		{"an id with a star", "A-1/if-none-match-*\teffect\nA-1/*\teffect\n", []string{"A-1/if-none-match-* 1/1", "A-1/* 1/1"}, reports.Same, reports.Conforms, ""},
		{"a single pass", "A-1/x\tsometimes 3/10 effect\n", []string{"A-1/x 0/30"}, "", reports.Conforms, ""},
		{"many passes", "A-1/x\tsometimes 3/10 (30 passed since) effect\n", []string{"A-1/x 0/30"}, "", reports.Outdated, ""},
		{"a family of which most pass", "A-1/**\tsometimes 3/10 (5 passed since)\n", []string{"A-1/x 0/20", "A-1/y 0/20"}, "", reports.Conforms, ""},
		{"a family with a line below it", "A-1/**\tsometimes 3/10 (300 passed since)\nA-1/y\tsometimes 3/10\n", []string{"A-1/x 0/20", "A-1/y 1/3"}, "", reports.Conforms, ""},
		{"a family that passes", "A-1/**\tsometimes 3/10 (30 passed since)\n", []string{"A-1/x 0/30"}, "", reports.Outdated, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			run, list := races(t, c.cases...), read(t, c.line)
			if got := strings.Join(list.Doubtful(run.Scenarios), " "); got != c.repeated {
				t.Errorf("repeated alone: %q, want %q", got, c.repeated)
			}
			r := list.Judge(run, "known.tsv", exists)
			first := r.Scenarios[0]
			if got := r.Outcome(); got != c.out {
				t.Errorf("outcome = %v, want %v", got, c.out)
			}
			if k := first.Known; k != nil && (k.Change != c.change || (k.Rate != "") != (c.change == reports.Oftener)) {
				t.Errorf("known as %+v, want change %q", k, c.change)
			}
			if err := r.Validate(); err != nil {
				t.Errorf("Validate: %v", err)
			}
			if d := cmp.Diff(run, baseline.Without(r)); d != "" {
				t.Errorf("without the list -want +got:\n%s", d)
			}
		})
	}
}

// TestRunsGiveRates: what fails in some runs only has its rate, and what depends on chance a line for
// all cases of its clause, too.
func TestRunsGiveRates(t *testing.T) {
	t.Parallel()
	plain := func(cases ...string) reports.Run { return of(t, "should", cases...) }
	both := func(r reports.Run, more reports.Run) reports.Run {
		r.Scenarios = append(r.Scenarios, more.Scenarios...)
		return r
	}
	for _, c := range []struct {
		name, before string
		runs         []reports.Run
		want         string
	}{
		{"in some runs", "", []reports.Run{plain("A-1/x failed effect", "A-2/x failed code C"), plain("A-1/x passed", "A-2/x failed code C"), plain("A-1/x passed", "A-2/x failed code C")},
			"A-1/x\tsometimes 1/3 effect\nA-2/x\tcode C\n"},
		{"in several ways", "", []reports.Run{plain("A-1/x failed effect"), plain("A-1/x failed code C")}, "A-1/x\tsometimes 2/2\n"},
		{"by chance", "", []reports.Run{races(t, "A-1/x 1/4 3/300", "A-1/y 0/30", "A-2/x 0/30"), races(t, "A-1/x 0/30", "A-1/y 0/30", "A-2/x 0/30")},
			"A-1/**\tsometimes 3/330 effect\nA-1/x\tsometimes 3/330 effect\n"},
		{"by chance, not again alone", "", []reports.Run{races(t, "A-1/x 1/4 0/300")}, "A-1/**\tsometimes 1/304 effect\nA-1/x\tsometimes 1/304 effect\n"},
		{"below a family that somebody explained", "A-1/**\tsometimes 1/94\tslow\thttps://example.org/1\n", []reports.Run{races(t, "A-1/x 1/4 3/300")},
			"A-1/**\tsometimes 4/394\tslow\thttps://example.org/1\nA-1/x\tsometimes 3/300 effect\tslow\thttps://example.org/1\n"},
		{"certain, although it races", "", []reports.Run{races(t, "A-1/x 1/1 10/10", "A-1/y 0/30")}, "A-1/x\teffect\n"},
		{"counted on", "A-1/**\tsometimes 1/94 effect\tslow\n", []reports.Run{races(t, "A-1/x 0/30", "A-1/y 0/30")}, "A-1/**\tsometimes 1/94 (30 passed since) effect\tslow\n"},
		{"failed again", "A-1/**\tsometimes 1/94 (60 passed since) effect\n", []reports.Run{races(t, "A-1/x 0/30", "A-1/y 1/6")}, "A-1/**\tsometimes 2/160 effect\nA-1/y\tsometimes 1/6 effect\n"},
		{"refuted", "# Rare.\nA-1/**\tsometimes 9/94 (60 passed since) effect\n", []reports.Run{races(t, "A-1/x 0/30", "A-1/y 0/30")}, "# Rare.\n"},
		{"an old line that passes", "A-1/x\teffect\n", []reports.Run{races(t, "A-1/x 0/30")}, "A-1/x\tsometimes 1/1 (30 passed since) effect\n"},
		{"a line of its own", "A-1/x\tsometimes effect\twe know\n", []reports.Run{both(plain(), races(t, "A-1/x 1/3", "A-1/y 0/30"))}, "A-1/x\tsometimes 1/3 effect\twe know\n"},
		{"not in this run", "A-1/**\tsometimes 1/94\nGONE-1/**\tsometimes 1/94\n", []reports.Run{plain("B-1/x passed")}, "A-1/**\tsometimes 1/94\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := write(t, read(t, "# Ours.\n\n"+c.before).Update(c.runs, exists))
			if d := cmp.Diff("# Ours.\n\n"+c.want, got); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
			if again := write(t, read(t, got)); again != got {
				t.Errorf("it is written otherwise the second time: %s", cmp.Diff(got, again))
			}
		})
	}
}

// TestDamagedRates: a line says what is wrong with its rate.
func TestDamagedRates(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"A-1/**\teffect\n", "line 1: a family needs its rate"},
		{"A-1/**\tsometimes effect\tslow\n", "line 1: a family needs its rate"},
		{"A-1/x\tsometimes 0/3 effect\n", "line 1: 0/3 is no rate"},
		{"A-1/x\tsometimes 4/3 effect\n", "line 1: 4/3 is no rate"},
		{"A-1/x\tsometimes 1/3 (5 passed) effect\n", "is not a way to fail"},
		{"A-1/x\tsometimes 1/3 nothing\n", `"nothing" is not a way to fail`},
	} {
		if _, err := baseline.Read(strings.NewReader(c.text), nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Read(%q): %v, want %q", c.text, err, c.want)
		}
	}
}
