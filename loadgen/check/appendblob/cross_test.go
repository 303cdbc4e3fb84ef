package appendblob

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/anishathalye/porcupine"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/register"
	"ifmatch/loadgen/history"
)

// blob is the state of the oracle's model.
type blob struct {
	there  bool
	length int64
	last   uint64
}

// step returns the states that can follow a state: the plain definition of an append blob.
func step(s blob, e *history.Event) []blob {
	at, conditional := book.Number(e.If)
	conditional = conditional && e.If != history.None
	next := blob{true, s.length + e.Arg, e.Value}
	switch {
	case e.Op == history.Create && !s.there:
		return []blob{{there: true}}
	case e.Op == history.Read:
		if s.there && e.Got == s.length && (e.Flags&history.Tail == 0 || e.Value == 0 || e.Value == s.last) {
			return []blob{s}
		}
	case e.Outcome.Uncertain():
		if s.there && (!conditional || at == s.length) {
			return []blob{s, next}
		}
		return []blob{s}
	case e.Outcome == history.Won:
		if s.there && e.Got == s.length && (!conditional || at == s.length) {
			return []blob{next}
		}
	case e.Outcome == history.Lost:
		if !s.there || at != s.length {
			return []blob{s}
		}
	}
	return nil
}

func judgeByOracle(events []history.Event) bool {
	model := porcupine.NondeterministicModel{
		Init: func() []any { return []any{blob{}} },
		Step: func(s, in, _ any) (out []any) {
			for _, n := range step(s.(blob), in.(*history.Event)) {
				out = append(out, n)
			}
			return out
		},
	}
	operations := make([]porcupine.Operation, len(events))
	for i := range events {
		operations[i] = porcupine.Operation{Input: &events[i], Call: events[i].Invoke, Return: events[i].Return}
	}
	return porcupine.CheckOperations(model.ToModel(), operations)
}

func TestAgreesWithOracle(t *testing.T) {
	t.Parallel()
	histories := thorough.Of(30_000)
	rng := rand.New(rand.NewPCG(thorough.Seed(t), 1))
	count := map[finding.State]int{}
	for n := range histories {
		p := plan{
			events: 3 + rng.IntN(9), clients: 2 + rng.IntN(4), reads: rng.Float64() * .7, free: rng.Float64(), hit: rng.Float64(),
			unknown: .3 * float64(rng.IntN(2)), sizes: []int64{10}, coarse: []int64{0, 0, 200, 500}[rng.IntN(4)],
		}
		if rng.IntN(4) == 0 {
			p.sizes = []int64{10, 20, 35}
		}
		events := simulate(rng, p)
		damaged := rng.IntN(3) > 0
		if damaged {
			for range 1 + rng.IntN(3) {
				damage(rng, events)
			}
		}
		for i := range events {
			if damaged {
				events[i].Tag = history.None
			}
		}
		if impossible(events) {
			continue
		}
		r, want := Check(events, register.Options{}), judgeByOracle(events)
		count[r.State]++
		if !damaged && !want {
			t.Fatalf("the simulator made an incorrect history:\n%s", literal(events))
		}
		if !damaged && len(p.sizes) == 1 && r.State == finding.Undecided {
			t.Fatalf("history %d: appends of one length leave no choice, and yet it is undecided: %s\n%s", n, r.Why, literal(events))
		}
		if r.State != finding.Undecided && (r.State == finding.Valid) != want {
			events = shrink(events, func(e []history.Event) bool {
				r := Check(e, register.Options{})
				return e[0].Op == history.Create && !impossible(e) && r.State != finding.Undecided && (r.State == finding.Valid) != judgeByOracle(e)
			})
			r = Check(events, register.Options{})
			t.Fatalf("history %d: the oracle says %v, the check %s %v of\n%s", n, judgeByOracle(events), r.State, r.Violations, literal(events))
		}
	}
	t.Log(count)
	if count[finding.Undecided]*50 > histories {
		t.Errorf("%d of %d histories are undecided: want few", count[finding.Undecided], histories)
	}
}

// TestStreamAgreesWithOracle lets blobs rest in the middle of their histories.
func TestStreamAgreesWithOracle(t *testing.T) {
	t.Parallel()
	histories := thorough.Of(20_000)
	rng := rand.New(rand.NewPCG(thorough.Seed(t), 2))
	missed, damagedOnes, settled := 0, 0, 0
	for n := range histories {
		p := plan{
			events: 3 + rng.IntN(12), clients: 1 + rng.IntN(3), reads: rng.Float64() * .7, free: rng.Float64(), hit: rng.Float64(),
			unknown: .2 * float64(rng.IntN(2)), sizes: []int64{10},
		}
		events := simulate(rng, p)
		damaged := rng.IntN(2) > 0
		if damaged {
			damage(rng, events)
			for i := range events {
				events[i].Tag = history.None
			}
		}
		if impossible(events) {
			continue
		}
		want := judgeByOracle(events)
		s := NewStream(register.Options{})
		settled += playWithRests(rng, s, events)
		r := s.Close()
		switch {
		case want && r.State != finding.Valid:
			t.Fatalf("history %d: the oracle says %v, the stream %s (%s) %v of\n%s", n, want, r.State, r.Why, r.Violations, literal(events))
		case r.State == finding.Valid && r.Operations != len(events):
			t.Fatalf("history %d: %d of %d operations were judged", n, r.Operations, len(events))
		case !want:
			damagedOnes++
			if r.State == finding.Valid {
				missed++
			}
		}
	}
	t.Logf("%d invalid histories, of which %d were missed; %d blobs came to rest", damagedOnes, missed, settled)
	if settled < histories/4 {
		t.Errorf("only %d blobs came to rest in %d histories", settled, histories)
	}
	if missed*100 > damagedOnes {
		t.Errorf("%d of %d invalid histories were missed", missed, damagedOnes)
	}
}

// playWithRests adds a history to a stream. Where no answered operation is under way, it may
// move the clock on until the blob counts as at rest. It returns how often the stream then
// dropped events.
func playWithRests(rng *rand.Rand, s *Stream, events []history.Event) (settled int) {
	slices.SortStableFunc(events, func(a, b history.Event) int { return cmp.Compare(a.Invoke, b.Invoke) })
	var shift, busy int64
	for i := range events {
		if events[i].Invoke > busy && i > 0 && rng.IntN(3) == 0 {
			shift += 2 * rest
			s.Mark(events[i].Invoke + shift)
			if s.base > 0 && len(s.ops) == 2 {
				settled++
			}
		}
		if events[i].Return != history.Open {
			busy = max(busy, events[i].Return)
			events[i].Return += shift
		}
		events[i].Invoke += shift
		s.Add(events[i : i+1])
	}
	return settled
}

// shrink leaves events out as long as the history still fails.
func shrink(events []history.Event, fails func([]history.Event) bool) []history.Event {
	for again := true; again; {
		again = false
		for i := len(events) - 1; i >= 0; i-- {
			fewer := append(append([]history.Event{}, events[:i]...), events[i+1:]...)
			if len(fewer) > 0 && fails(fewer) {
				events, again = fewer, true
			}
		}
	}
	return events
}

// literal writes a history as Go source.
func literal(events []history.Event) string {
	var b strings.Builder
	b.WriteString("[]history.Event{\n")
	for _, e := range events {
		fmt.Fprintf(&b, "\t{Op: %d, Outcome: %d, Invoke: %d, Return: %d, If: %#x, Tag: %#x, Value: %#x, Got: %d, Arg: %d, Client: %d, Seq: %d, Flags: %d},\n",
			e.Op, e.Outcome, e.Invoke, e.Return, uint64(e.If), uint64(e.Tag), e.Value, e.Got, e.Arg, e.Client, e.Seq, e.Flags)
	}
	b.WriteString("}")
	return b.String()
}
