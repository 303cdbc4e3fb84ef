package bounds

import (
	"math/rand/v2"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check/simulate"
	"ifmatch/loadgen/history"
)

// dial is a number that can be set for good or for a while, after which it is 0 again.
type dial struct{ n int64 }

// dialing is the rules of a dial whose clock runs out up to slack too late.
type dialing struct{ slack int64 }

func (dialing) Expire(dial) dial { return dial{} }

func (b dialing) Apply(d dial, op *Op) (Step[dial], bool) {
	e := op.Event
	switch e.Op {
	case history.Acquire: // set
		if e.Arg == history.Infinite {
			return Step[dial]{Next: dial{e.Got}, Clock: Stop}, d.n == 0
		}
		return Step[dial]{dial{e.Got}, Set, e.Arg, e.Arg + b.slack}, d.n == 0
	case history.Release: // turn back
		return Step[dial]{Clock: Stop}, d.n == e.Got
	}
	return Step[dial]{Next: d}, d.n == e.Got // look
}

func (dialing) Suppose(*Op) (Step[dial], bool) { return Step[dial]{}, false }

func (dialing) Late(dial, *Op) bool { return false }

func (b dialing) Force(op *Op) (Step[dial], bool) {
	switch e := op.Event; e.Op {
	case history.Acquire:
		return b.Apply(dial{}, op)
	case history.Release:
		return b.Apply(dial{e.Got}, op)
	}
	return Step[dial]{}, false
}

// wideHistory makes the history that clients of a dial record. Its times are known within wide, a
// few of them only within huge.
func wideHistory(r *rand.Rand, n int, slack, wide, huge int64) []history.Event {
	var out []history.Event
	var now, at, numbers int64
	end := never
	for range n {
		at += int64(r.IntN(3))
		if now != 0 && end < at {
			now, end = 0, never
		}
		about := wide
		if r.IntN(6) == 0 {
			about = huge
		}
		e := history.Event{Op: history.Read, Outcome: history.Won, Invoke: at - r.Int64N(about+1), Return: at + r.Int64N(about+1), Got: now}
		switch what := r.IntN(3); {
		case what == 0:
		case now == 0:
			numbers++
			e.Op, e.Got, e.Arg = history.Acquire, numbers, history.Infinite
			now, end = numbers, never
			if r.IntN(2) == 0 {
				e.Arg = int64(1 + r.IntN(8))
				end = at + e.Arg + r.Int64N(slack+1)
			}
		case what == 1:
			e.Op = history.Release
			now, end = 0, never
		}
		if e.Op != history.Read && r.IntN(60) == 0 {
			e.Outcome, e.Return = history.Unknown, history.Open
		}
		out = append(out, e)
	}
	return out
}

// TestWideTimesAccuseNobody gives true histories with badly known times to a search that
// constantly has to give something up and retrace. When it retraces, it must not miss an
// operation that it left out before.
func TestWideTimesAccuseNobody(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(thorough.Seed(t), 3))
	told := 0
	for k := range thorough.Of(8000) {
		slack := int64(r.IntN(3))
		ops := wideHistory(r, 10+r.IntN(60), slack, r.Int64N(5), 10+r.Int64N(30))
		narrow := limits{
			worlds: 1 + r.IntN(8), tried: 10 + r.IntN(200), spans: 1 + r.IntN(3),
			long: 2 + r.IntN(30), short: 1 + r.IntN(8), lost: 3 + r.IntN(60), retraceLimit: 1 << (10 + r.IntN(15)), cells: 1 << (6 + r.IntN(15)),
		}
		open := false
		s := New(dialing{slack}, dial{}, nil, 1, func(f Failure[dial]) {
			if open = true; !f.Unproved {
				t.Fatalf("history %d, slack %d, %+v: [%d %d] op %d got %d is accused\n%s", k, slack, narrow,
					f.Op.Event.Invoke, f.Op.Event.Return, f.Op.Event.Op, f.Op.Event.Got, simulate.Text(ops))
			}
		})
		s.limits = narrow
		for k := range ops {
			e := &ops[k]
			s.Add(&Op{Event: e, Maybe: e.Outcome.Uncertain(), Changes: e.Op != history.Read})
		}
		s.Finish()
		if !open {
			told++
		}
	}
	if told < thorough.Of(3000) {
		t.Errorf("%d histories were explained, want most", told)
	}
	t.Log(told)
}
