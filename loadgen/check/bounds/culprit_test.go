package bounds

import (
	"slices"
	"testing"

	"ifmatch/loadgen/history"
)

// TestTheCulprit lights a lamp, and at the same time puts it out if it is lit. What is seen
// next decides which came last, until something contradicts it.
func TestTheCulprit(t *testing.T) {
	t.Parallel()
	type sight struct{ got, at int64 }
	for name, tt := range map[string]struct {
		seen    []sight
		accused []int // indexes in seen
		against []int // operations impossible beside each of them; -1: no single answer
	}{
		"the last of two, if nothing follows":         {[]sight{{1, 40}, {0, 50}}, []int{1}, []int{0}},
		"the first, if others bear the second out":    {[]sight{{1, 40}, {0, 50}, {0, 60}}, []int{0}, []int{1}},
		"the second, if others bear the first out":    {[]sight{{1, 40}, {0, 50}, {1, 60}}, []int{1}, []int{-1}},
		"the second of as many as bear out the first": {[]sight{{1, 40}, {0, 50}, {0, 60}, {1, 70}}, []int{1, 2}, []int{0, -1}},
		"one of several": {[]sight{{1, 40}, {1, 45}, {0, 50}, {0, 60}, {0, 70}}, []int{2, 3, 4}, []int{-1, -1, -1}},
	} {
		var accused, against []int
		s := New(burning{}, lamp{}, nil, 1, func(f Failure[lamp]) {
			if f.Unproved {
				t.Errorf("%s: unproved", name)
			}
			at := func(e *history.Event) int {
				return slices.IndexFunc(tt.seen, func(x sight) bool { return x.at == e.Invoke })
			}
			accused = append(accused, at(f.Op.Event))
			if len(f.Against) == 0 {
				against = append(against, -1)
			}
			for _, e := range f.Against {
				against = append(against, at(e))
			}
		})
		s.Add(&Op{Event: &history.Event{Op: history.Acquire, Arg: history.Infinite, Invoke: 10, Return: 30}, Changes: true},
			&Op{Event: &history.Event{Op: history.Delete, Invoke: 10, Return: 30}, Changes: true})
		for _, x := range tt.seen {
			s.Add(looked(x.got, x.at, x.at+1))
		}
		s.Finish()
		if !slices.Equal(accused, tt.accused) || !slices.Equal(against, tt.against) {
			t.Errorf("%s: %v are accused, because of %v; want %v and %v", name, accused, against, tt.accused, tt.against)
		}
	}
}

// TestCulpritsAreFoundAcrossParts has an answer that is contradicted at each place of the
// tape, including the last place before its parts move on.
func TestCulpritsAreFoundAcrossParts(t *testing.T) {
	t.Parallel()
	for n := range int64(3 * stretch) {
		var accused []int64
		s := New(burning{}, lamp{}, nil, 1, func(f Failure[lamp]) { accused = append(accused, f.Op.Event.Invoke) })
		for k := range n {
			s.Add(looked(0, 10*k, 10*k+1))
		}
		at := 10 * n
		s.Add(&Op{Event: &history.Event{Op: history.Acquire, Arg: history.Infinite, Invoke: at, Return: at + 30}, Changes: true},
			&Op{Event: &history.Event{Op: history.Delete, Invoke: at, Return: at + 30}, Changes: true},
			looked(1, at+40, at+41), looked(0, at+50, at+51), looked(0, at+60, at+61))
		for mark := int64(0); mark < at; mark += 35 {
			s.Advance(mark, 1<<20)
		}
		s.Finish()
		if !slices.Equal(accused, []int64{at + 40}) {
			t.Errorf("after %d: %d are accused, want %d", n, accused, at+40)
		}
	}
}

// suggestive is a lamp for which a look that contradicts the known states suggests the state
// that it saw.
type suggestive struct{ burning }

func (suggestive) Suppose(op *Op) (Step[lamp], bool) {
	return Step[lamp]{Next: lamp{op.Event.Got == 1}, Clock: Stop}, op.Event.Op == history.Read
}

// TestOneMistakeIsOneViolation has a lamp go out that nobody put out. Later looks are no
// further violations, as long as they agree with that or with what was known.
func TestOneMistakeIsOneViolation(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		seen    []int64 // lit or not, from 20 on
		accused []int64
	}{
		"it is dark from now on": {[]int64{1, 0, 0, 0}, []int64{30}},
		"it is dark once":        {[]int64{1, 0, 1, 1}, []int64{30}},
		"it is dark for a while": {[]int64{1, 0, 0, 1}, []int64{30, 50}},
	} {
		var accused []int64
		s := New(suggestive{}, lamp{}, nil, 1, func(f Failure[lamp]) { accused = append(accused, f.Op.Event.Invoke) })
		s.Add(&Op{Event: &history.Event{Op: history.Acquire, Arg: history.Infinite, Invoke: 10, Return: 11}, Changes: true})
		for k, got := range tt.seen {
			s.Add(looked(got, int64(20+10*k), int64(21+10*k)))
		}
		s.Finish()
		if !slices.Equal(accused, tt.accused) {
			t.Errorf("%s: %d are accused, want %d", name, accused, tt.accused)
		}
	}
}

// TestWhoIsForcedMayHaveDoneNothing lights a lamp that is lit already, which tells its state.
// From then on it either burns for a moment, or still burns for good.
func TestWhoIsForcedMayHaveDoneNothing(t *testing.T) {
	t.Parallel()
	for name, later := range map[string]int64{"it went out": 0, "it burns on": 1} {
		var accused []int64
		s := New(burning{}, lamp{}, nil, 1, func(f Failure[lamp]) { accused = append(accused, f.Op.Event.Invoke) })
		s.Add(&Op{Event: &history.Event{Op: history.Acquire, Arg: history.Infinite, Invoke: 10, Return: 11}, Changes: true},
			&Op{Event: &history.Event{Op: history.Acquire, Arg: 5, Invoke: 20, Return: 21}, Changes: true},
			looked(later, 40, 41), looked(later, 50, 51))
		s.Finish()
		if !slices.Equal(accused, []int64{20}) {
			t.Errorf("%s: %d are accused, want 20", name, accused)
		}
	}
}

// TestWhatFitsByItselfIsNotToldToBeImpossible has a lamp that may have burnt out be seen dark,
// and then kept alight. Others bear out that it was lit, but it may have been dark before.
func TestWhatFitsByItselfIsNotToldToBeImpossible(t *testing.T) {
	t.Parallel()
	var accused, against []int64
	s := New(burning{slack: 20}, lamp{}, nil, 1, func(f Failure[lamp]) {
		accused = append(accused, f.Op.Event.Invoke)
		for _, e := range f.Against {
			against = append(against, e.Invoke)
		}
	})
	s.Add(&Op{Event: &history.Event{Op: history.Acquire, Arg: 5, Invoke: 10, Return: 11}, Changes: true},
		looked(0, 30, 31),
		&Op{Event: &history.Event{Op: history.Renew, Arg: 50, Invoke: 32, Return: 33}, Changes: true},
		looked(1, 40, 41), looked(1, 50, 51))
	s.Finish()
	if !slices.Equal(accused, []int64{32}) || !slices.Equal(against, []int64{30}) {
		t.Errorf("%d are accused, because of %d; want 32 and 30", accused, against)
	}
}

// blind is a lamp that may look lit or dark.
type blind struct{ burning }

func (b blind) Apply(l lamp, op *Op) (Step[lamp], bool) {
	if op.Event.Op == history.Read {
		return Step[lamp]{Next: l}, true
	}
	return b.burning.Apply(l, op)
}

// TestSlight sees a lit lamp dark, and then lights it again.
func TestSlight(t *testing.T) {
	t.Parallel()
	var slight []bool
	s := New(burning{}, lamp{}, nil, 1, func(f Failure[lamp]) { slight = append(slight, f.Slight) })
	s.Lenient = blind{}
	light := history.Event{Op: history.Acquire, Arg: history.Infinite, Invoke: 10, Return: 11}
	again := light
	again.Invoke, again.Return = 30, 31
	s.Add(&Op{Event: &light, Changes: true}, looked(0, 20, 21), &Op{Event: &again, Changes: true})
	s.Finish()
	if !slices.Equal(slight, []bool{true, false}) {
		t.Errorf("slight failures: %t, want the first only", slight)
	}
}
