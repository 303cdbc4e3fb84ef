package bounds

import (
	"testing"

	"ifmatch/loadgen/history"
)

// lit makes a search for a lamp that was lit for good between 10 and 11.
func lit(fail func(Failure[lamp])) (*Search[lamp], *world[lamp]) {
	s := New(burning{}, lamp{}, nil, 1, fail)
	light := &Op{Event: &history.Event{Op: history.Acquire, Arg: history.Infinite, Invoke: 10, Return: 11}, Changes: true}
	step, _ := s.machine.Force(light)
	return s, s.worlds[0].stepped(light, step)[0]
}

func looked(got, invoke, end int64) *Op {
	return &Op{Event: &history.Event{Op: history.Read, Outcome: history.Won, Got: got, Invoke: invoke, Return: end}}
}

// TestWhatFellOnNeitherSideMayComeNext puts a lamp out by an operation that overlapped the
// beginning of the way. That operation must not be forgotten with the way.
func TestWhatFellOnNeitherSideMayComeNext(t *testing.T) {
	t.Parallel()
	s, w := lit(func(f Failure[lamp]) { t.Errorf("accused: %+v", *f.Op.Event) })
	out := &Op{Event: &history.Event{Op: history.Release, Invoke: 10, Return: 40}, Changes: true}
	s.trail = trail[lamp]{base: []*world[lamp]{w}, maybes: []*Op{perhaps(out)}}
	s.adopt(&Search[lamp]{worlds: []*world[lamp]{w}})
	s.Add(looked(0, 50, 51))
	s.Finish()
	w = s.worlds[0]
	s.trail = trail[lamp]{base: []*world[lamp]{w}, maybes: []*Op{perhaps(out)}}
	w.floor = 41
	s.adopt(&Search[lamp]{worlds: []*world[lamp]{w}})
	for o := range s.Maybes() {
		t.Errorf("%+v is still awaited", *o.Event)
	}
}

// TestWhatWasExplainedIsNotImpossible begins a way in a state in which it cannot have begun.
// If one of its operations does not fit, that is a mistake of the search, and accuses nobody.
func TestWhatWasExplainedIsNotImpossible(t *testing.T) {
	t.Parallel()
	failures := 0
	s, w := lit(func(f Failure[lamp]) {
		if failures++; !f.Unproved {
			t.Errorf("accused: %+v", *f.Op.Event)
		}
	})
	s.trail = trail[lamp]{certain: true, base: []*world[lamp]{w}}
	s.Add(looked(0, 20, 21), looked(1, 30, 31))
	s.Finish()
	if failures != 1 {
		t.Errorf("%d failures, want one of the second look", failures)
	}
}

// TestMemoryIsBounded explains operations that nearly all overlap. The worlds that could be
// tried would not fit into the limit.
func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	gaveUp := 0
	s := New(burning{3}, lamp{}, nil, 1, func(f Failure[lamp]) {
		if gaveUp++; !f.Unproved {
			t.Errorf("accused: %+v", *f.Op.Event)
		}
	})
	s.full, s.limits = true, limits{worlds: 1 << 20, tried: 1 << 20, spans: 1 << 20, cells: 1 << 14}
	for k := range int64(40) {
		op := []history.Op{history.Acquire, history.Renew, history.Break, history.Release}[k%4]
		s.Add(&Op{Event: &history.Event{Op: op, Arg: 1 + k, Invoke: k, Return: 1000 + k, Outcome: history.Won}, Changes: true})
	}
	s.Add(looked(1, 2000, 2001), looked(0, 3000, 3001))
	for over := false; !over; {
		over = s.Advance(history.Open, 1)
		held, largest := 0, 0
		for _, w := range append(append(append([]*world[lamp]{}, s.worlds...), s.queue...), s.tried...) {
			held += len(w.zone.m)
			largest = max(largest, len(w.zone.m))
		}
		if most := 2*s.limits.cells + largest; held > most { // those found, and those they were found from
			t.Fatalf("%d cells are held, want at most %d", held, most)
		}
	}
	if gaveUp == 0 {
		t.Error("nothing was given up, so that nothing was tested")
	}
}
