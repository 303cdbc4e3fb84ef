package mutate

import (
	"context"
	"slices"
	"strings"
	"testing"

	"ifmatch/features"
	"ifmatch/reference/fault"
	"ifmatch/reference/rules"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

func suite(t *testing.T) *plan.Suite {
	t.Helper()
	s, err := steps.Load(features.FS)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func named(t *testing.T, name string) fault.Fault {
	t.Helper()
	f, found := fault.Lookup(name)
	if !found {
		t.Fatalf("there is no fault %s", name)
	}
	return f
}

// TestVerdicts tries one fault per verdict. Two of them name clauses that are not their own.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	harmless := fault.Fault{Name: "harmless", Clauses: []string{"QUEUE-TIME-01"}, Rules: func(*rules.Rules) {}}
	elsewhere := named(t, "get-messages-default-shorter")
	elsewhere.Name, elsewhere.Clauses = "elsewhere", []string{"QUEUE-RCPT-10"}
	s := suite(t)
	few := s.Part(func(c plan.Case) bool {
		return strings.HasPrefix(c.ID, "QUEUE-TIME-0") || strings.HasPrefix(c.ID, "QUEUE-RCPT-1")
	})
	var told []string
	results, err := Run(context.Background(), Config{Suite: few, Level: "should", Seed: 1, Workers: 2,
		Faults:   []fault.Fault{named(t, "get-messages-default-zero"), harmless, elsewhere},
		Progress: func(_ int, r Result) { told = append(told, r.Name) }})
	if err != nil {
		t.Fatal(err)
	}
	want := []Verdict{Killed, Survived, Elsewhere}
	for i, r := range results {
		if r.Verdict != want[i] || (r.By == "") != (r.Verdict == Survived) {
			t.Errorf("%s is %s by %q, want %s", r.Name, r.Verdict, r.By, want[i])
		}
	}
	if len(results) != 3 || len(told) != 3 {
		t.Errorf("%d results, and progress told of %v", len(results), told)
	}
	r := NewReport(results)
	if got := r.Total(); got.Killed != 1 || got.Elsewhere != 1 || got.Survived != 1 || got.Faults != 3 {
		t.Errorf("the sum is %+v", got)
	}
}

func TestInterruptedRunsKeepWhatIsDone(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(context.Background())
	stop()
	results, err := Run(ctx, Config{Suite: suite(t), Level: "should", Faults: []fault.Fault{named(t, "lease-minimum-14")}})
	if err != nil || len(results) != 0 {
		t.Errorf("%v, %v", results, err)
	}
}

// TestWholeRunsFindTheCard runs all cases of a small suite against a fault.
func TestWholeRunsFindTheCard(t *testing.T) {
	t.Parallel()
	s := suite(t)
	few := s.Part(func(c plan.Case) bool { return strings.HasPrefix(c.ID, "QUEUE-TIME-") })
	results, err := Run(context.Background(), Config{Suite: few, Level: "should", Faults: []fault.Fault{named(t, "get-messages-takes-zero")},
		Full: func(fault.Fault) bool { return true }, Cards: func(r reports.Run) [][]string {
			if len(r.Promises) == 0 {
				t.Error("the cards cannot say what the clauses promise, as they do where people read them")
			}
			return cards(r)
		}})
	if err != nil || len(results) != 1 || !results[0].Whole || results[0].Rank != 1 {
		t.Fatalf("%+v, %v", results, err)
	}
	if whole, first := NewReport(results).Cards(); whole != 1 || first != 1 {
		t.Errorf("%d of %d faults stand on a card", first, whole)
	}
}

// TestCharged: if the first card names no clause of the fault, the result says whom it charges.
func TestCharged(t *testing.T) {
	t.Parallel()
	s := suite(t)
	for _, tc := range []struct {
		cards   [][]string
		rank    int
		charged []string
	}{
		{nil, 0, nil},
		{[][]string{{"BLOB-GEN-04", "BLOB-COND-01-m"}}, 1, nil},
		{[][]string{{"BLOB-GEN-04"}, {"BLOB-COND-01-m"}}, 2, []string{"BLOB-GEN-04"}},
		{[][]string{{"BLOB-GEN-04"}}, 0, []string{"BLOB-GEN-04"}},
	} {
		b := bench{Config{Suite: s, Cards: func(reports.Run) [][]string { return tc.cards }}}
		r := Result{}
		if err := b.count(&r, fault.Fault{Clauses: []string{"BLOB-COND-01"}}, reports.Run{}, nil); err != nil {
			t.Fatal(err)
		}
		if r.Rank != tc.rank || !slices.Equal(r.Charged, tc.charged) {
			t.Errorf("%v: rank %d, charged %v, want %d, %v", tc.cards, r.Rank, r.Charged, tc.rank, tc.charged)
		}
	}
}

// TestLevels: a fault whose clauses are all observed is judged at that level, others at the run's level.
func TestLevels(t *testing.T) {
	t.Parallel()
	b := bench{Config{Suite: suite(t), Level: "must"}}
	for clause, want := range map[string]string{"BLOB-LEASE-02": "must", "BLOB-COND-01": "must", "QUEUE-TIME-01": "observed"} {
		if got := b.level(fault.Fault{Clauses: []string{clause}}); got != want {
			t.Errorf("a fault of %s is judged at %s, want %s", clause, got, want)
		}
	}
}

func TestFewAreExcused(t *testing.T) {
	t.Parallel()
	excused, all := 0, fault.Permanent()
	for _, f := range all {
		if f.Excuse != "" {
			excused++
		}
	}
	if excused == 0 || 50*excused > len(all) {
		t.Errorf("%d of %d faults are excused, want some, and 2 %% at most", excused, len(all))
	}
}

// TestMusts: a clause of level must is blunt if no fault makes a case fail that it leads. An error code that counts less
// is not enough, nor is a clause that stands second.
func TestMusts(t *testing.T) {
	t.Parallel()
	s := suite(t)
	failed := func(level string, clauses ...string) reports.Scenario {
		return reports.Scenario{ID: clauses[0] + "/x", Level: level, Clauses: clauses, Status: reports.Failed, Differs: []reports.Difference{reports.InStatus}}
	}
	code := failed("must", "QUEUE-POP-03")
	code.Differs, code.CodeLevel = []reports.Difference{reports.InCode}, "should"
	r := Result{}
	r.accused(led(s.Register, reports.Run{Scenarios: []reports.Scenario{
		failed("must", "QUEUE-POP-01"), failed("must", "QUEUE-POP-01"), failed("must", "QUEUE-POP-02", "QUEUE-POP-06"), code, failed("should", "QUEUE-TIME-05"),
	}}))
	all := Musts(s.Register, []Result{r, {Must: []string{"QUEUE-POP-02"}}})
	for id, want := range map[string]int{"QUEUE-POP-01": 1, "QUEUE-POP-02": 2, "QUEUE-POP-03": 0, "QUEUE-POP-06": 0} {
		i := slices.IndexFunc(all, func(c Clause) bool { return c.ID == id })
		if i < 0 || all[i].Faults != want {
			t.Errorf("%s: %+v at %d, want %d faults", id, all[max(i, 0)], i, want)
		}
	}
	if got := len(Report{Must: all}.Blunt()); got != len(all)-2 || len(all) < 200 {
		t.Errorf("%d of %d clauses are blunt", got, len(all))
	}
}

// TestInsistShowsTheOtherClauses: a fault of races was killed by one of its clauses, which says nothing of the others.
func TestInsistShowsTheOtherClauses(t *testing.T) {
	t.Parallel()
	late := named(t, "new-blob-listed-late")
	s := suite(t).Part(func(c plan.Case) bool { return c.Clauses[0] == "BLOB-CONS-03" })
	b := bench{Config{Suite: s, Faults: []fault.Fault{late, named(t, "lease-minimum-14"), late}, Level: "must"}}
	results := []*Result{nil, {Family: "limit"}, {Family: late.Family}}
	if err := b.insist(t.Context(), results); err != nil {
		t.Fatal(err)
	}
	if len(results[1].Must) > 0 || !slices.Equal(results[2].Must, []string{"BLOB-CONS-03"}) {
		t.Errorf("%v and %v", results[1].Must, results[2].Must)
	}
}

// TestFirstEndsWithTheFirstFailure: the verdict is the same, and so are the clauses of level must that the fault shows.
func TestFirstEndsWithTheFirstFailure(t *testing.T) {
	t.Parallel()
	f := named(t, "lease-acquire-while-leased")
	s := suite(t).Part(func(c plan.Case) bool { return slices.Contains(f.Clauses, c.Clauses[0]) })
	var whole Result
	for _, first := range []bool{false, true} {
		results, err := Run(t.Context(), Config{Suite: s, Faults: []fault.Fault{f}, Level: "should", Seed: 1, First: first, Musts: true})
		if err != nil || len(results) != 1 || results[0].Verdict != Killed {
			t.Fatalf("first %v: %+v, %v", first, results, err)
		}
		r := results[0]
		slices.Sort(r.Must)
		switch {
		case !first:
			whole = r
		case r.Failing < 1 || r.Failing >= whole.Failing || !slices.Equal(r.Must, whole.Must) || len(r.Must) < 2:
			t.Errorf("until the first %+v, whole %+v", r, whole)
		}
	}
}
