package blocks

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	diff "github.com/google/go-cmp/cmp"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// whole checks a history of which all events are there.
func whole(events []history.Event) finding.Result {
	s := NewStream(codeOf)
	s.Add(events)
	return s.Close()
}

// grow checks a history in the order of its answers, in pieces, with watermarks in between. Events without an answer come
// long after they were sent.
func grow(events []history.Event, dice *rand.Rand) finding.Result {
	events = slices.Clone(events)
	told := func(e history.Event) int64 {
		if e.Return == history.Open {
			return e.Invoke + 200
		}
		return e.Return
	}
	slices.SortStableFunc(events, func(a, b history.Event) int { return cmp.Compare(told(a), told(b)) })
	earliest := make([]int64, len(events)+1) // Invoke of the events from here on
	earliest[len(events)] = history.Open
	for i := len(events) - 1; i >= 0; i-- {
		earliest[i] = min(earliest[i+1], events[i].Invoke)
	}
	s := NewStream(codeOf)
	for from := 0; from < len(events); {
		to := min(len(events), from+1+dice.IntN(4))
		s.Add(events[from:to])
		if from = to; dice.IntN(2) == 0 && earliest[from] != history.Open {
			s.Mark(earliest[from])
		}
	}
	return s.Close()
}

// possible is the definition of what is allowed, and shares nothing with the check. It tries every order of the events
// that their intervals allow, and whether those without an answer took effect. A client waits for each answer.
func possible(events []history.Event) bool {
	needs := map[uint64]int{} // blocks of an upload, by value
	for _, e := range events {
		if e.Op == history.Stage {
			needs[e.Value]++
		}
	}
	placed := make([]bool, len(events))
	var try func(staged map[uint64]int) bool
	try = func(staged map[uint64]int) bool {
		first := history.Open // Return of the events left that have an answer
		for i, e := range events {
			if !placed[i] {
				first = min(first, e.Return)
			}
		}
		if first == history.Open {
			return true
		}
		for i, e := range events {
			waits := slices.ContainsFunc(events[:i], func(o history.Event) bool { return o.Client == e.Client && !placed[slices.Index(events, o)] })
			if placed[i] || e.Invoke > first || waits {
				continue
			}
			won, missing := e.Outcome == history.Won, needs[e.Value] > 0 && staged[e.Value] < needs[e.Value]
			next := staged
			switch took := won || e.Outcome.Uncertain(); {
			case e.Op == history.Stage && took:
				next = map[uint64]int{e.Value: 1}
				for v, n := range staged {
					next[v] += n
				}
			case took && missing && won, e.Code == blockGone && !missing:
				continue
			case took && !missing:
				next = nil
			}
			placed[i] = true
			if try(next) {
				return true
			}
			placed[i] = false
		}
		return false
	}
	return try(nil)
}

// damage makes some answers false: blocks that are lost, and blocks that are committed all the same.
func damage(events []history.Event, dice *rand.Rand) {
	for range 1 + dice.IntN(2) {
		e := &events[dice.IntN(len(events))]
		switch {
		case e.Op != history.Write || e.Outcome.Uncertain():
		case e.Code == blockGone:
			e.Outcome, e.Status, e.Code = history.Won, 201, 0
		default:
			e.Outcome, e.Status, e.Code = history.Lost, 400, blockGone
		}
	}
}

// dice returns the random numbers of a test, and tells how to repeat them.
func dice(t *testing.T) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewPCG(thorough.Seed(t), 1))
}

func show(events []history.Event) (text string) {
	for _, e := range events {
		text += fmt.Sprintf("\n  op %d value %x %s %s %d..%d", e.Op, e.Value, e.Outcome, codeOf(e.Code), e.Invoke, e.Return)
	}
	return text
}

// TestAgainstTheDefinition compares short histories, most of them damaged, with the definition. What can be explained is
// never accused, and most of what cannot be is found.
func TestAgainstTheDefinition(t *testing.T) {
	t.Parallel()
	dice := dice(t)
	wrong, found := 0, 0
	for n := range thorough.Of(20_000) {
		events := simulate(dice, plan{events: 5 + dice.IntN(6), clients: 2 + dice.IntN(2), blocks: 1 + dice.IntN(2), unanswered: 8, others: 8})
		if n%3 > 0 {
			damage(events, dice)
		}
		can, r := possible(events), whole(events)
		if n%3 == 0 && !can {
			t.Fatalf("the simulated history %d cannot be explained:%s", n, show(events))
		}
		if can && r.State == finding.Invalid {
			t.Fatalf("history %d can be explained, and is accused: %+v%s", n, r.Violations, show(events))
		}
		if !can {
			wrong++
			if r.State == finding.Invalid {
				found++
			}
		}
	}
	t.Logf("%d of %d that nothing explains are found", found, wrong)
	if found*2 < wrong || wrong < 50 {
		t.Errorf("of %d histories that nothing explains %d are found", wrong, found)
	}
}

// widened makes the intervals of a history longer, as those of a shard are whose clock is not known exactly.
func widened(events []history.Event, dice *rand.Rand) []history.Event {
	events = slices.Clone(events)
	for i := range events {
		if e := &events[i]; e.Return != history.Open {
			e.Return += dice.Int64N(50)
		}
		events[i].Invoke -= dice.Int64N(50)
	}
	return events
}

// TestCorrectServicesAreNotAccused makes long histories of a correct service, and checks them at once, as they grow, and
// by clocks that are not known exactly.
func TestCorrectServicesAreNotAccused(t *testing.T) {
	t.Parallel()
	dice := dice(t)
	kept := 0
	for n := range thorough.Of(600) {
		events := simulate(dice, plan{events: 500, clients: 1 + dice.IntN(8), blocks: 3, unanswered: []int{0, 200, 20}[n%3], others: []int{0, 50}[n%2]})
		for _, r := range []finding.Result{whole(events), grow(events, dice), whole(widened(events, dice))} {
			if r.State != finding.Valid {
				t.Fatalf("history %d is accused: %+v%s", n, r.Violations, show(events))
			}
			kept += r.Observed[SeenKept]
		}
	}
	if kept == 0 {
		t.Error("no commit put the check to the test")
	}
}

// TestGrowingHistoriesAgree checks damaged histories at once and as they grow.
func TestGrowingHistoriesAgree(t *testing.T) {
	t.Parallel()
	dice := dice(t)
	found := map[string]int{}
	for n := range thorough.Of(4000) {
		events := simulate(dice, plan{events: 120, clients: 1 + dice.IntN(6), blocks: 3, unanswered: 40, others: 40})
		for range 4 {
			damage(events, dice)
		}
		want := whole(events)
		if d := diff.Diff(want, grow(events, dice)); d != "" {
			t.Fatalf("history %d (-whole +growing):\n%s%s", n, d, show(events))
		}
		for _, v := range want.Violations {
			found[v.Rule]++
		}
	}
	t.Log(found)
	if found["block lost"] < 20 || found["discarded block committed"] < 20 {
		t.Errorf("found %v, want more", found)
	}
}
