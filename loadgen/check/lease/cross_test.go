package lease

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/simulate"
	"ifmatch/loadgen/history"
)

// sample is a random history with the options to check it by.
type sample struct {
	ops     []history.Event
	service service
	options Options
}

func draw(r *rand.Rand, damaged bool) sample {
	s := sample{service: service{state: "available", end: forever, container: r.IntN(4) == 0}}
	if r.IntN(2) == 0 {
		s.service.early, s.service.lat = int64(r.IntN(3)), int64(r.IntN(3))
	}
	s.options = Options{Timing: bounds.Timing{Early: simulate.Tolerance(s.service.early), Late: simulate.Tolerance(s.service.lat)}, Container: s.service.container}
	s.ops = contended(r, 3+r.IntN(6), 1+r.IntN(4), s.service, float64(r.IntN(2))*0.3)
	if r.IntN(4) == 0 {
		widen(r, s.ops, 6)
	}
	if damaged {
		damage(r, s.ops)
	}
	r.Shuffle(len(s.ops), func(i, j int) { s.ops[i], s.ops[j] = s.ops[j], s.ops[i] })
	return s
}

// widen makes the history one of three shards, of which only the first one's clock is known
// exactly.
func widen(r *rand.Rand, ops []history.Event, most int64) {
	var early, late [3]int64
	for i := range 2 {
		early[i], late[i] = r.Int64N(most), r.Int64N(most)
	}
	for i := range ops {
		e, shard := &ops[i], ops[i].Client%3
		e.Invoke += most - early[shard] // no time is below 0
		if e.Return != history.Open {
			e.Return += most + late[shard]
		}
	}
}

func (s sample) String() string {
	return fmt.Sprintf("container %v early %d late %d\n%s", s.service.container, s.service.early, s.service.lat, simulate.Text(s.ops))
}

// TestAgreesWithTheOracle compares verdicts on random histories, valid and damaged, with an
// exhaustive search over whole instants.
func TestAgreesWithTheOracle(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(thorough.Seed(t), 1))
	n := map[finding.State]int{}
	for k := range thorough.Of(24000) {
		s := draw(r, k%4 > 0)
		want := finding.Invalid
		if oracle(narrowed(s.ops), s.service) {
			want = finding.Valid
		}
		got := Check(s.ops, s.options)
		n[got.State]++
		if got.State == finding.Undecided && len(s.ops) > 6 {
			continue // many operations of unknown outcome: counted below
		}
		if got.State != want {
			t.Fatalf("history %d: got %s, want %s\n%s%+v", k, got.State, want, s, got.Violations)
		}
		if k%4 == 0 && want == finding.Invalid {
			t.Fatalf("history %d: the oracle rejects what the simulator did\n%s", k, s)
		}
	}
	t.Log(n)
	if n[finding.Undecided] > 12 || n[finding.Valid] < thorough.Of(5000) || n[finding.Invalid] < thorough.Of(2500) {
		t.Errorf("got %v, want thousands of each, and next to none undecided", n)
	}
}

// TestStreamAccusesNobodyElse compares a stream that gets few events at a time with the
// oracle: it must not call a valid history invalid.
func TestStreamAccusesNobodyElse(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(thorough.Seed(t), 3))
	found, missed := 0, 0
	for k := range thorough.Of(24000) {
		s := draw(r, k%4 > 0)
		got, _ := streamed(s.ops, s.options, 1+r.IntN(3), 5)
		valid := oracle(narrowed(s.ops), s.service)
		switch {
		case got.State == finding.Invalid && valid:
			t.Fatalf("history %d: got invalid, want valid\n%s%+v", k, s, got.Violations)
		case got.State == finding.Invalid:
			found++
		case !valid:
			missed++
		}
	}
	if t.Logf("found %d, missed %d", found, missed); missed*20 > found {
		t.Errorf("the stream found %d of %d invalid histories", found, found+missed)
	}
}

// TestWideTimesAccuseNobody judges what clients of a correct service saw. The clocks of the shards that recorded it are
// known within less than a lease lasts, or within more.
func TestWideTimesAccuseNobody(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(thorough.Seed(t), 7))
	n := map[finding.State]int{}
	for k := range thorough.Of(500) {
		s := draw(r, false)
		s.ops = contended(r, 5+r.IntN(60), 1+r.IntN(6), s.service, float64(r.IntN(2))*0.15*r.Float64())
		widen(r, s.ops, 2+r.Int64N(24))
		got := Check(s.ops, s.options)
		n[got.State]++
		if stream, _ := streamed(s.ops, s.options, 1+r.IntN(5), 5); got.State == finding.Invalid || stream.State == finding.Invalid {
			t.Fatalf("history %d: %s, as a stream %s\n%s%+v%+v", k, got.State, stream.State, s, got.Violations, stream.Violations)
		}
	}
	if t.Log(n); n[finding.Valid] < thorough.Of(250) {
		t.Errorf("got %v, want most of them valid", n)
	}
}

// TestStreamTellsIdsApart checks histories in which requests without an answer stand for
// each other, although one of them names an id that is otherwise known. Then either only
// that one, or only the other one, explains what was seen.
func TestStreamTellsIdsApart(t *testing.T) {
	t.Parallel()
	asks := func(client uint32, op history.Op, lease history.Token, arg, invoke int64) history.Event {
		return history.Event{Client: client, Op: op, Lease: lease, Arg: arg, Invoke: invoke, Return: history.Open, Outcome: history.Unknown}
	}
	told := func(e history.Event, end int64, o history.Outcome) history.Event {
		e.Return, e.Outcome = end, o
		return e
	}
	const won, refused = history.Won, history.Refused
	for _, test := range []struct {
		name string
		ops  []history.Event
	}{
		{"an id proposed again once its lease has run out", []history.Event{
			told(asks(2, history.Acquire, 1, 5, 0), 0, won),
			asks(2, history.Acquire, 1, 6, 3),
			told(asks(1, history.Release, 1, 0, 5), 8, refused), // the next one took the lease
			asks(2, history.Acquire, 3, 6, 6),
			told(asks(1, history.Acquire, 5, 4, 11), 12, refused),
		}},
		{"a lease given back by the one who was known to hold it", []history.Event{
			asks(1, history.Acquire, 5, 50, 0),
			asks(2, history.Acquire, 6, 50, 0),
			told(asks(1, history.Renew, 5, 50, 1), 2, won),
			asks(2, history.Release, 6, 0, 3),
			asks(1, history.Release, 5, 0, 4),
			told(asks(3, history.Acquire, 7, 50, 6), 7, won),
		}},
		{"a lease granted twice under one id", []history.Event{
			asks(1, history.Acquire, 5, 10, 0),
			told(asks(2, history.Acquire, 6, 10, 1), 1, refused),
			asks(1, history.Acquire, 5, 10, 8),
			told(asks(2, history.Acquire, 7, 10, 17), 17, refused),
			told(asks(2, history.Acquire, 8, 10, 18), 18, won),
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if !oracle(test.ops, service{state: "available", end: forever}) {
				t.Fatal("the oracle rejects the history")
			}
			for at := range len(test.ops) {
				if r, _ := streamed(test.ops, Options{Timing: bounds.Timing{Early: -1, Late: -1}}, at+1, 5); r.State != finding.Valid {
					t.Errorf("%d events at a time: got %s, want valid: %+v", at+1, r.State, r.Violations)
				}
			}
		})
	}
}
