package schedule_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/reference/explore/schedule"
)

// step reads a variable or adds to it, on behalf of a client.
type step struct {
	client, variable int
	writes           bool
}

func (s step) conflicts(o step) bool {
	return s.client == o.client || s.variable == o.variable && (s.writes || o.writes)
}

// program is what each client does, in order.
type program [][]step

func randomProgram(r *rand.Rand) program {
	p := make(program, 2+r.IntN(2))
	for c := range p {
		for range 1 + r.IntN(3) {
			p[c] = append(p[c], step{c, r.IntN(3), r.IntN(2) == 0})
		}
	}
	return p
}

// play plays a program, and returns what its clients have read and what is left.
func (p program) play(c *schedule.Chooser) string {
	var trace schedule.Trace
	var done []step
	next, last, variables, read := make([]int, len(p)), -1, make([]int, 3), ""
	var turn uint64
	for {
		var ready []int
		if last >= 0 && next[last] < len(p[last]) {
			ready = append(ready, last)
		}
		own := len(ready)
		for client := range p {
			if client != last && next[client] < len(p[client]) {
				ready = append(ready, client)
			}
		}
		if len(ready) == 0 {
			break
		}
		if own == 0 {
			turn = 0
		}
		options := make([]schedule.Option, len(ready))
		for i, client := range ready {
			s := p[client][next[client]]
			number := trace.Next(uint64(client*100+next[client]), func(i int) bool { return done[i].conflicts(s) })
			options[i] = schedule.Option{State: trace.After(number), Turn: number}
			if i >= own && own > 0 {
				options[i].Cost = 1
			}
		}
		chosen := c.Choose(trace.State, turn, options)
		last, turn = ready[chosen], options[chosen].Turn
		s := p[last][next[last]]
		next[last]++
		trace.Add(turn)
		done = append(done, s)
		if s.writes {
			variables[s.variable] = variables[s.variable]*7 + s.client + 1
		} else {
			read += fmt.Sprintf("%d.%d=%d ", last, next[last], variables[s.variable])
		}
	}
	words := bytes.Fields([]byte(read))
	slices.SortFunc(words, bytes.Compare)
	return fmt.Sprintf("%s %v", words, variables)
}

// outcomes plays all schedules with at most so many preemptions.
func (p program) outcomes(s *schedule.Search, most int) map[string]bool {
	all := make(map[string]bool)
	for c := s.Next(most); c != nil; c = s.Next(most) {
		all[p.play(c)] = true
		s.Learn(c)
	}
	return all
}

func TestTheReductionLosesNoOutcome(t *testing.T) {
	t.Parallel()
	programs := max(100, thorough.Of(500))
	r := rand.New(rand.NewPCG(1, 2))
	played, all := 0, 0
	for n := range programs {
		p := randomProgram(r)
		for most := range 5 { // up to a bound, too
			whole, reduced := &schedule.Search{Whole: true}, &schedule.Search{}
			if want, got := p.outcomes(whole, most), p.outcomes(reduced, most); !maps.Equal(want, got) {
				t.Fatalf("program %d %v, at most %d preemptions: %d outcomes of %d", n, p, most, len(got), len(want))
			}
			played, all = played+reduced.Tried, all+whole.Tried
		}
	}
	t.Logf("%d schedules instead of %d", played, all)
	if played*2 > all {
		t.Errorf("only %d of %d schedules are left out", all-played, all)
	}
}

func TestSchedulesWithFewerDeparturesComeFirst(t *testing.T) {
	t.Parallel()
	p := program{{{0, 0, true}, {0, 1, true}}, {{1, 0, true}, {1, 1, true}}}
	s := &schedule.Search{Whole: true}
	var tried []int
	for most := range 4 {
		p.outcomes(s, most)
		tried = append(tried, s.Tried)
	}
	// 2 without a preemption, 2 more with one, 2 more with two: all 6 orders of two pairs.
	if want := []int{2, 4, 6, 6}; !slices.Equal(tried, want) {
		t.Errorf("tried %v, want %v", tried, want)
	}
	if s.Waiting() > 0 || s.Left() > 0 {
		t.Errorf("%d wait", s.Waiting())
	}
}

func TestRandomSchedulesAreAmongAll(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	p := program{{{0, 0, true}, {0, 1, true}}, {{1, 0, true}, {1, 1, true}}}
	s := &schedule.Search{Whole: true}
	all := p.outcomes(s, 9)
	seen := make(map[string]bool)
	for range 200 {
		c := s.Random(r)
		outcome := p.play(c)
		if !all[outcome] {
			t.Fatalf("%v has the outcome %s, which no schedule has", c.Choices(), outcome)
		}
		if again := p.play(schedule.Follow(c.Choices())); again != outcome {
			t.Fatalf("%v has the outcomes %s and %s", c.Choices(), outcome, again)
		}
		seen[outcome] = true
	}
	if len(seen) < len(all) {
		t.Errorf("%d outcomes of %d in 200 schedules", len(seen), len(all))
	}
}

func TestAChoiceThatWasNotOfferedGoesAstray(t *testing.T) {
	t.Parallel()
	c := schedule.Follow([]uint8{0, 5})
	two := make([]schedule.Option, 2)
	if first, second := c.Choose(0, 0, two), c.Choose(0, 0, two); first != 0 || second != 0 || !c.Astray {
		t.Errorf("%d, %d, astray: %v", first, second, c.Astray)
	}
}

func TestAPreemptionComesBeforeALoss(t *testing.T) {
	t.Parallel()
	var s schedule.Search
	var order [][]uint8
	for c := s.Next(2); c != nil; c = s.Next(2) {
		plan, _ := c.Plan()
		order = append(order, plan)
		for point := range uint64(2) {
			quiet, loud := point*10+1, point*10+2
			c.Choose(point+100*uint64(len(order)), 0, []schedule.Option{
				{State: 1000*uint64(len(order)) + quiet}, {State: 1000*uint64(len(order)) + loud, Cost: 1, Disturbs: point == 0}})
		}
		s.Learn(c)
	}
	if want := [][]uint8{{}, {0, 1}, {1}, {1, 1}}; !slices.EqualFunc(order, want, bytes.Equal) {
		t.Errorf("%v, want %v", order, want)
	}
}
