package steps_test

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ifmatch/features"
	"ifmatch/internal/embedded"
	"ifmatch/internal/target"
	"ifmatch/internal/thorough"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

var loadFeatures = sync.OnceValues(func() (*plan.Suite, error) { return steps.Load(features.FS) })

// choose plans the cases of the real features that match a selection.
func choose(t testing.TB, sel plan.Selection) *plan.Plan {
	t.Helper()
	s, err := loadFeatures()
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Select(sel)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// sampled keeps one case in so many, beginning at index first.
func sampled(p *plan.Plan, first, every int) *plan.Plan {
	sample := *p
	sample.Cases = nil
	for i := first % every; i < len(p.Cases); i += every {
		sample.Cases = append(sample.Cases, p.Cases[i])
	}
	return &sample
}

// part is how many cases one case of a sample stands for: full in a thorough run, else few.
func part(few, full int) int {
	if thorough.All() {
		return full
	}
	return few
}

// strictly runs cases against a target and gates on all of them.
func strictly(t testing.TB, sel plan.Selection, tg target.Target) reports.Run {
	t.Helper()
	r, err := steps.Run(context.Background(), steps.Config{Target: tg, Plan: choose(t, sel), Level: "observed", Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// lacking lists what the reference does not have over SMB, because its library has none of it.
var lacking = []string{"byte-range locks", "oplocks", "change notifications"}

// TestTheReferenceConforms runs every case under IFMATCH_FULL, as make conform does; otherwise
// one case in four.
func TestTheReferenceConforms(t *testing.T) {
	t.Parallel()
	p := sampled(choose(t, plan.Selection{}), 0, part(16, 1))
	played := func() (reports.Run, error) { return onReference(p) }
	if thorough.All() {
		played = seeded // what others are compared with
	}
	r, err := played()
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Scenarios) != len(p.Cases) || r.Incomplete || r.Summary.Check() != nil {
		t.Errorf("%d scenarios, incomplete %v, %+v", len(r.Scenarios), r.Incomplete, r.Summary)
	}
	for _, sc := range r.Scenarios {
		if sc.Lacks != nil && sc.Status == reports.Skipped && slices.Contains(lacking, sc.Lacks.Name) {
			continue
		}
		if sc.Status != reports.Passed && sc.Status != reports.Recorded {
			t.Errorf("%s %s (%s:%d)\n\t%s\n\twant %s\n\tgot  %s", sc.Status, sc.ID, sc.Feature, sc.Line, sc.Reason, sc.Want, sc.Got)
		}
	}
}

// compare shows where two results differ, scenario by scenario, and only the first few
// differences. It compares texts first, because there are thousands of exchanges.
func compare(t *testing.T, first, second reports.Run) {
	t.Helper()
	if d := cmp.Diff(first, second, cmpopts.IgnoreFields(reports.Run{}, "Started", "Seconds", "Waited", "Late", "Scenarios")); d != "" {
		t.Errorf("-first +second:\n%s", d)
	}
	if len(first.Scenarios) != len(second.Scenarios) {
		t.Fatalf("%d scenarios and %d", len(first.Scenarios), len(second.Scenarios))
	}
	const most = 5
	shown := 0
	for i := range first.Scenarios {
		a, b := lines(t, first.Scenarios[i]), lines(t, second.Scenarios[i])
		if a == b {
			continue
		}
		if shown++; shown > most {
			t.Fatal("and more")
		}
		t.Errorf("%s -first +second:\n%s", first.Scenarios[i].ID, cmp.Diff(a, b))
	}
}

// requestID matches the one thing that servers generate at random, to distinguish the logs
// of two processes. boundary matches what the SDK generates between the requests of a
// transaction, and a server between its answers.
var (
	requestID = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){2}-0000-`)
	boundary  = regexp.MustCompile(`((?:batch|changeset)(?:response)?_)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`)
)

func lines(t *testing.T, sc reports.Scenario) string {
	t.Helper()
	sc, err := sc.Unpacked()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(sc, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return boundary.ReplaceAllString(requestID.ReplaceAllString(string(text), "request-"), "${1}boundary")
}

// bare removes how the requests travelled.
func bare(r reports.Run) reports.Run {
	r.Target, r.Scenarios = reports.Target{}, slices.Clone(r.Scenarios)
	for i := range r.Scenarios {
		r.Scenarios[i].Forget()
	}
	return r
}

// inOtherWays skips tests that run the whole suite twice: "make test-full" runs them.
func inOtherWays(t *testing.T) {
	t.Helper()
	if !thorough.All() {
		t.Skip("runs the whole suite twice: see make test-full")
	}
	t.Parallel()
}

// seeded is the result of the whole suite on the reference, with a fixed seed.
var seeded = sync.OnceValues(func() (reports.Run, error) {
	s, err := loadFeatures()
	if err != nil {
		return reports.Run{}, err
	}
	p, err := s.Select(plan.Selection{})
	if err != nil {
		return reports.Run{}, err
	}
	return onReference(p)
})

// onReference runs cases on the reference with the seed of seeded.
func onReference(p *plan.Plan) (reports.Run, error) {
	return steps.Run(context.Background(), steps.Config{Target: embedded.New(embedded.Options{Seed: 7}), Plan: p, Level: "observed", Seed: 7})
}

// TestVerdictsAreTheSameOverSockets looks for effects of HTTP on a request that a call without
// a socket hides.
func TestVerdictsAreTheSameOverSockets(t *testing.T) {
	inOtherWays(t)
	direct, err := seeded()
	if err != nil {
		t.Fatal(err)
	}
	sockets := strictly(t, plan.Selection{}, embedded.New(embedded.Options{Seed: 7, Sockets: true}))
	compare(t, bare(direct), bare(sockets))
}

func TestARunRepeatsWithItsSeed(t *testing.T) {
	inOtherWays(t)
	first, err := seeded()
	if err != nil {
		t.Fatal(err)
	}
	again := strictly(t, plan.Selection{}, embedded.New(embedded.Options{Seed: 7}))
	compare(t, first, again)
}
