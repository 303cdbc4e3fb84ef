package lease

import (
	"math/rand/v2"
	"strings"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// guarded has one client hold a lease for a time while another writes without its id. Two
// clients read: one finds what was written, the other what was there before.
func guarded(r *rand.Rand) []history.Event {
	at := func(e history.Event) history.Event {
		e.Invoke = 1 + int64(r.IntN(9))
		e.Return = e.Invoke + int64(r.IntN(9))
		e.Outcome = history.Won
		return e
	}
	ops := []history.Event{
		at(history.Event{Client: 1, Op: history.Acquire, Lease: 1, Arg: history.Infinite}),
		at(history.Event{Client: 1, Op: history.Release, Lease: 1}),
		at(history.Event{Client: 2, Op: history.Write, Tag: 5, Value: 5}),
		at(history.Event{Client: 3, Op: history.Read, Tag: 5, Value: 5}),
		at(history.Event{Client: 4, Op: history.Read, Tag: 4, Value: 4}),
	}
	ops[0].Invoke, ops[0].Return = 0, 0
	switch w := &ops[2]; r.IntN(4) {
	case 0:
		w.Op, w.If = history.Swap, 4
	case 1:
		w.Outcome, w.Return, w.Tag = history.Unknown, history.Open, history.None
	}
	return ops
}

// TestALeaseAndItsVersionsAreOneObject compares the check with two oracles. If the check calls
// a history invalid, no order of the lease and the versions together may explain it. And the
// check must find everything that follows from narrowing the writes by what was seen.
func TestALeaseAndItsVersionsAreOneObject(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(thorough.Seed(t), 5))
	alone := service{state: "available", end: forever}
	together := alone
	together.versioned, together.version = true, 4
	joint := 0
	for k := range thorough.Of(8000) {
		s := sample{guarded(r), alone, Options{Timing: bounds.Timing{Early: -1, Late: -1}}}
		want := finding.Invalid
		if oracle(narrowed(s.ops), alone) {
			want = finding.Valid
		}
		stream, _ := streamed(s.ops, s.options, 1+r.IntN(3), 5)
		got := Check(s.ops, s.options)
		if got.State != want {
			t.Fatalf("history %d: got %s, want %s\n%s%+v", k, got.State, want, s, got.Violations)
		}
		if want == finding.Invalid && stream.State != want && !(s.ops[2].Outcome == history.Unknown && len(stream.Assumptions) > 2) {
			t.Fatalf("history %d: the stream got %s, want %s\n%s%+v", k, stream.State, want, s, stream.Violations)
		}
		if (want == finding.Invalid || stream.State == finding.Invalid) && oracle(s.ops, together) {
			t.Fatalf("history %d: the lease and the versions together explain it\n%s", k, s)
		}
		if want == finding.Invalid && oracle(s.ops, alone) {
			joint++
			if v := got.Violations[0]; !strings.Contains(v.Sentence, "read") || len(v.Evidence) < 3 {
				t.Fatalf("history %d: %s", k, v.Sentence)
			}
		}
	}
	if joint < thorough.Of(60) {
		t.Errorf("%d histories are impossible only together with the versions, want more", joint)
	}
}

// TestATagGivenTwiceAccusesNoHolder has two versions with one tag. What the tag means then is
// left to the check of versions.
func TestATagGivenTwiceAccusesNoHolder(t *testing.T) {
	t.Parallel()
	ops := []history.Event{
		{Op: history.Write, Tag: 5, Invoke: 1, Return: 2},
		{Op: history.Acquire, Lease: 1, Arg: history.Infinite, Invoke: 3, Return: 4},
		{Op: history.Read, Tag: 5, Invoke: 5, Return: 6},
		{Op: history.Release, Lease: 1, Invoke: 7, Return: 8},
		{Op: history.Write, Tag: 5, Invoke: 5, Return: 9},
	}
	for i := range ops {
		ops[i].Client, ops[i].Outcome = uint32(i), history.Won
	}
	stream, _ := streamed(ops, Options{}, 5, 5)
	for how, r := range map[string]finding.Result{"whole": Check(ops, Options{}), "stream": stream} {
		if r.State != finding.Valid {
			t.Errorf("%s: %s %+v", how, r.State, r.Violations)
		}
	}
}
