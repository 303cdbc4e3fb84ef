package bounds

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check/simulate"
	"ifmatch/loadgen/history"
)

// lamp is a simple object with a clock: it can be lit for a while or for good, kept
// alight, dimmed to go out sooner, put out and looked at.
type lamp struct{ lit bool }

// burning is the rules of a lamp whose clock runs out up to slack too late.
type burning struct{ slack int64 }

func (burning) Expire(lamp) lamp { return lamp{} }

func (b burning) Apply(l lamp, op *Op) (Step[lamp], bool) {
	e := op.Event
	stay := Step[lamp]{Next: l}
	switch e.Op {
	case history.Acquire: // light
		if e.Arg == history.Infinite {
			return Step[lamp]{Next: lamp{true}, Clock: Stop}, !l.lit
		}
		return Step[lamp]{lamp{true}, Set, e.Arg, e.Arg + b.slack}, !l.lit
	case history.Renew: // keep alight
		return Step[lamp]{lamp{true}, Set, e.Arg, e.Arg + b.slack}, l.lit
	case history.Break: // dim
		return Step[lamp]{lamp{true}, Cut, e.Arg, e.Arg + b.slack}, l.lit
	case history.Release: // put out
		return Step[lamp]{Next: lamp{}, Clock: Stop}, l.lit
	case history.Delete: // put out if lit
		if !l.lit {
			return stay, true
		}
		return Step[lamp]{Next: lamp{}, Clock: Stop}, true
	}
	return stay, l.lit == (e.Got == 1) // look
}

func (b burning) Force(op *Op) (Step[lamp], bool) {
	if e := op.Event; e.Op == history.Acquire {
		return b.Apply(lamp{}, op)
	}
	return Step[lamp]{}, false
}

func (burning) Suppose(*Op) (Step[lamp], bool) { return Step[lamp]{}, false }

func (burning) Late(lamp, *Op) bool { return false }

// truth is a lamp whose instants are whole units of time.
type truth struct {
	lit bool
	end int64
}

const never = int64(1) << 40

func (l truth) do(e history.Event, t, slack int64) []truth {
	var out []truth
	switch e.Op {
	case history.Acquire:
		if l.lit {
			return nil
		}
		if e.Arg == history.Infinite {
			return []truth{{true, never}}
		}
		for x := t + e.Arg; x <= t+e.Arg+slack; x++ {
			out = append(out, truth{true, x})
		}
	case history.Renew, history.Break:
		if !l.lit {
			return nil
		}
		for x := t + e.Arg; x <= t+e.Arg+slack; x++ {
			v := truth{true, x}
			if e.Op == history.Break {
				v.end = min(x, l.end)
			}
			out = append(out, v)
		}
	case history.Release:
		if l.lit {
			out = []truth{{false, never}}
		}
	case history.Delete:
		out = []truth{{false, never}}
	default:
		if l.lit == (e.Got == 1) {
			out = []truth{l}
		}
	}
	return out
}

// oracle tries every order and every instant.
func oracle(ops []history.Event, slack int64) bool {
	return simulate.Object[truth]{
		Do:     func(l truth, e *history.Event, t int64) []truth { return l.do(*e, t, slack) },
		Timer:  func(l truth) (int64, truth, bool) { return l.end, truth{false, never}, l.lit },
		Unsure: Unsure,
	}.Explains(ops, truth{false, never})
}

// watched is the history that clients of a lamp record.
func watched(r *rand.Rand, n, clients int, slack int64, unknown float64) []history.Event {
	type act struct {
		e history.Event
		t int64
	}
	at := make([]int64, clients)
	var acts []act
	for range n {
		k := r.IntN(clients)
		e := history.Event{Invoke: at[k] + int64(r.IntN(4))}
		e.Return = e.Invoke + int64(r.IntN(5))
		a := act{e, e.Invoke + int64(r.IntN(int(e.Return-e.Invoke)+1))}
		at[k] = e.Return + 1
		if r.Float64() < unknown {
			a.e.Return, a.e.Outcome = history.Open, history.Unknown
			a.t += int64(r.IntN(6))
		}
		acts = append(acts, a)
	}
	slices.SortStableFunc(acts, func(a, b act) int { return int(a.t - b.t) })
	var out []history.Event
	l := truth{false, never}
	for _, a := range acts {
		if l.lit && (l.end < a.t || l.end == a.t && r.IntN(2) == 0) {
			l = truth{false, never}
		}
		e := a.e
		e.Arg = int64(1 + r.IntN(5))
		ops := []history.Op{history.Acquire, history.Read, history.Delete}
		if l.lit {
			ops = []history.Op{history.Renew, history.Break, history.Release, history.Read, history.Delete}
		}
		if e.Op = ops[r.IntN(len(ops))]; e.Op == history.Acquire && r.IntN(8) == 0 {
			e.Arg = history.Infinite
		}
		if e.Op == history.Read {
			e.Arg = 0
			if l.lit {
				e.Got = 1
			}
			if Unsure(&e) {
				continue
			}
		}
		if after := l.do(e, a.t, slack); len(after) > 0 && !(Unsure(&e) && r.IntN(3) == 0) {
			l = after[r.IntN(len(after))]
		}
		switch {
		case e.Outcome == 0:
			e.Outcome = history.Won
		case r.IntN(3) == 0: // answered, but nobody knows what the answer means
			e.Outcome, e.Return = history.Wrong, a.t+int64(r.IntN(3))
		}
		out = append(out, e)
	}
	return out
}

// damage changes a history so that it may become impossible.
func damage(r *rand.Rand, ops []history.Event) {
	for range 1 + r.IntN(4) {
		e := &ops[r.IntN(len(ops))]
		switch r.IntN(4) {
		case 0:
			e.Got = 1 - e.Got
		case 1:
			if by := int64(r.IntN(7) - 3); e.Invoke+by >= 0 && e.Return != history.Open {
				e.Invoke, e.Return = e.Invoke+by, e.Return+by
			}
		case 2:
			if e.Return != history.Open {
				e.Return = e.Invoke
			}
		case 3:
			if e.Arg > 0 {
				e.Arg = int64(1 + r.IntN(6))
			}
		}
	}
}

// widened records an operation by a clock that is hardly known, so that After and By are
// needed to tell when it took effect.
func widened(r *rand.Rand, o *Op) {
	e := *o.Event
	e.Invoke, e.Return = e.Invoke-r.Int64N(9), e.Return+r.Int64N(9)
	o.After, o.By, o.Event = &history.Event{Invoke: o.Event.Invoke}, &history.Event{Return: o.Event.Return}, &e
}

// verdict is the verdict of a search; true is valid. decided is false if it is open.
func verdict(r *rand.Rand, ops []history.Event, slack int64, l limits) (valid, decided bool) {
	valid, decided = true, true
	s := New(burning{slack}, lamp{}, nil, 1, func(f Failure[lamp]) {
		if f.Unproved {
			decided = false
		} else {
			valid = false
		}
	})
	s.limits = l
	wide := r.IntN(2) == 0
	for k := range ops {
		e := &ops[k]
		o := &Op{Event: e, Maybe: Unsure(e), Changes: e.Op != history.Read}
		switch {
		case o.Maybe:
			o.Class = Class{int64(e.Op), e.Arg}
		case e.Op == history.Delete:
			o.Class = Class{-int64(e.Op)}
		}
		if wide && !o.Maybe && r.IntN(2) == 0 {
			widened(r, o)
		}
		s.Add(o)
	}
	s.Finish()
	if valid && s.Guesses() > 0 {
		decided = false
	}
	return valid, decided || !valid
}

// draw makes a random history, and the slack of its clock.
func draw(r *rand.Rand, damaged bool) ([]history.Event, int64) {
	slack := int64(r.IntN(3))
	ops := watched(r, 3+r.IntN(8), 1+r.IntN(4), slack, float64(r.IntN(2))*0.3)
	if damaged && len(ops) > 0 {
		damage(r, ops)
	}
	r.Shuffle(len(ops), func(i, j int) { ops[i], ops[j] = ops[j], ops[i] })
	return ops, slack
}

// TestAgreesWithTheOracle compares verdicts on random histories, valid and damaged, with an
// exhaustive search over whole instants.
func TestAgreesWithTheOracle(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(thorough.Seed(t), 1))
	n := map[bool]int{}
	open := 0
	for k := range thorough.Of(30000) {
		ops, slack := draw(r, k%4 > 0)
		want := oracle(ops, slack)
		got, decided := verdict(r, ops, slack, usual)
		if k%4 == 0 && !want {
			t.Fatalf("history %d: the oracle rejects what the simulator did\n%s", k, simulate.Text(ops))
		}
		if !decided {
			open++
			continue
		}
		if got != want {
			t.Fatalf("history %d, slack %d: got valid %v, want %v\n%s", k, slack, got, want, simulate.Text(ops))
		}
		n[want]++
	}
	t.Log(n, open)
	if open > 30 || n[true] < thorough.Of(5000) || n[false] < thorough.Of(2000) {
		t.Errorf("got %v and %d open, want thousands of each and next to none open", n, open)
	}
}

// TestNarrowSearch compares verdicts of a search that constantly has to give something up
// and retrace. It may leave more open, but may not err.
func TestNarrowSearch(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(thorough.Seed(t), 2))
	n := map[string]int{}
	for k := range thorough.Of(30000) {
		ops, slack := draw(r, k%4 > 0)
		narrow := limits{
			worlds: 1 + r.IntN(2), tried: 2 + r.IntN(8), spans: 1 + r.IntN(3),
			long: 2, short: 1, lost: 3 + r.IntN(8), retraceLimit: 1 << r.IntN(25), cells: 1 << r.IntN(25),
		}
		want := oracle(ops, slack)
		got, decided := verdict(r, ops, slack, narrow)
		switch {
		case !decided:
			n["open"]++
		case got != want:
			t.Fatalf("history %d, slack %d, %+v: got valid %v, want %v\n%s", k, slack, narrow, got, want, simulate.Text(ops))
		case want:
			n["valid"]++
		default:
			n["invalid"]++
		}
	}
	t.Log(n)
	if n["valid"] < thorough.Of(5000) || n["invalid"] < thorough.Of(1000) || n["open"] == 0 {
		t.Errorf("got %v, want many of each", n)
	}
}

// TestGivenUpMayHaveTakenEffect checks that a renewal that was given up for lack of room may
// still have taken effect: it is what kept the lamp alight until it was put out.
func TestGivenUpMayHaveTakenEffect(t *testing.T) {
	t.Parallel()
	won := func(invoke, end int64, op history.Op, arg int64) history.Event {
		return history.Event{Invoke: invoke, Return: end, Op: op, Arg: arg, Outcome: history.Won}
	}
	ops := []history.Event{
		won(1, 5, history.Delete, 0), won(2, 4, history.Acquire, 1), won(2, 3, history.Delete, 0), won(4, 8, history.Read, 0),
		won(8, 10, history.Acquire, 2), won(8, 9, history.Renew, 5), // given up
		won(10, 13, history.Break, 4), won(13, 14, history.Release, 0),
	}
	if !oracle(ops, 0) {
		t.Fatal("the oracle rejects the history")
	}
	narrow := limits{worlds: 2, tried: 2, spans: 3, long: 2, short: 1, lost: 3, retraceLimit: usual.retraceLimit, cells: usual.cells}
	if valid, decided := verdict(rand.New(rand.NewPCG(1, 1)), ops, 0, narrow); !valid || decided {
		t.Errorf("got valid %v, decided %v, want it to be left open", valid, decided)
	}
}

// TestWhatIsOverStandsForNoOther lets one of two requests of unknown outcome put a lamp out.
// The request sent first was answered before the lamp was lit.
func TestWhatIsOverStandsForNoOther(t *testing.T) {
	t.Parallel()
	ops := []history.Event{
		{Invoke: 0, Return: 3, Op: history.Release, Outcome: history.Wrong},
		{Invoke: 2, Return: history.Open, Op: history.Release, Outcome: history.Unknown},
		{Invoke: 4, Return: 5, Op: history.Acquire, Arg: history.Infinite, Outcome: history.Won},
		{Invoke: 8, Return: 9, Op: history.Read, Outcome: history.Won},
	}
	if valid, decided := verdict(rand.New(rand.NewPCG(1, 1)), ops, 0, usual); !valid || !decided {
		t.Errorf("got valid %v, decided %v", valid, decided)
	}
}

// TestADimmedLampGoesOut looks at a dimmed lamp at the last moment at which it may be lit,
// and after that. How long it would have burnt otherwise does not matter.
func TestADimmedLampGoesOut(t *testing.T) {
	t.Parallel()
	for at, want := range map[int64]bool{5: true, 6: false} {
		ops := []history.Event{
			{Invoke: 0, Return: 0, Op: history.Acquire, Arg: 8, Outcome: history.Won},
			{Invoke: 1, Return: 1, Op: history.Break, Arg: 1, Outcome: history.Won},
			{Invoke: at, Return: at, Op: history.Read, Got: 1, Outcome: history.Won},
		}
		if valid, _ := verdict(rand.New(rand.NewPCG(1, 1)), ops, 3, usual); valid != want || oracle(ops, 3) != want {
			t.Errorf("lit at %d: got valid %v, want %v", at, valid, want)
		}
	}
}
