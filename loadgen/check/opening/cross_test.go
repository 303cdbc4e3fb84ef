package opening

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// codeOf is the text of the one error code in these histories.
func codeOf(c uint16) string {
	if c == 1 {
		return refusal
	}
	return ""
}

// whole checks a history of which all events are there.
func whole(ops []history.Event) finding.Result {
	s := NewStream(codeOf)
	s.Add(ops)
	return s.Close()
}

// clash reports whether two openings, with their access and what they share, cannot be there together.
func clash(a, as, b, bs uint8) bool { return a != 0 && b != 0 && (a&^bs != 0 || b&^as != 0) }

// possible is the definition of what is allowed, and shares nothing with the check. It tries every order of the operations
// that their intervals allow. open are the handles that are there.
func possible(ops []history.Event) bool {
	placed := make([]bool, len(ops))
	open := map[uint64]history.Event{}
	asks := func(e *history.Event) (access, share uint8) {
		switch e.Op {
		case history.Opening:
			return history.OpeningOf(e.Arg)
		case history.PutRange:
			return history.WriteAccess, history.AllAccess
		}
		return history.ReadAccess, history.AllAccess
	}
	// denied reports whether a handle that is there denies an operation. besideREST reports
	// whether a request over REST that overlaps an opening may deny it.
	denied := func(i int) bool {
		a, s := asks(&ops[i])
		for _, h := range open {
			if ha, hs := history.OpeningOf(h.Arg); clash(a, s, ha, hs) {
				return true
			}
		}
		return false
	}
	besideREST := func(i int) bool {
		a, s := asks(&ops[i])
		for j := range ops {
			e := &ops[j]
			if rest := e.Group == 0 && e.Op != history.Opening && (e.Outcome == history.Won || e.Outcome.Uncertain()); !rest || ops[i].Op != history.Opening {
				continue
			}
			if ra, rs := asks(e); clash(a, s, ra, rs) && e.Invoke <= ops[i].Return && ops[i].Invoke <= e.Return {
				return true
			}
		}
		return false
	}
	var try func(left int) bool
	try = func(left int) bool {
		must, first := 0, history.Open // of the operations left: how many must happen, and the first Return
		for i := range ops {
			if !placed[i] && ops[i].Return != history.Open {
				must, first = must+1, min(first, ops[i].Return)
			}
		}
		if must == 0 {
			return true
		}
		for i := range ops {
			e := &ops[i]
			if placed[i] || e.Invoke > first {
				continue
			}
			before, there := open[e.Group]
			ok := true
			switch {
			case e.Op == history.Closing:
				if ok = there; ok {
					for j := range ops { // operations by the handle come before its closing
						ok = ok && (placed[j] || ops[j].Group != e.Group || ops[j].Op == history.Closing || ops[j].Outcome != history.Won)
					}
				}
				delete(open, e.Group)
			case e.Group != 0 && e.Op != history.Opening:
				ok = there || e.Outcome != history.Won
			case e.Outcome == history.Refused:
				ok = denied(i) || besideREST(i)
			default:
				if ok = !denied(i); ok && e.Op == history.Opening {
					open[e.Group] = *e
				}
			}
			placed[i] = true
			if ok && try(left-1) {
				return true
			}
			placed[i] = false
			if delete(open, e.Group); there {
				open[e.Group] = before
			}
		}
		return false
	}
	return try(len(ops))
}

// lenient gives each handle without a proper closing a possible end, after its last use.
func lenient(ops []history.Event) []history.Event {
	out := slices.DeleteFunc(slices.Clone(ops), func(e history.Event) bool { return e.Op == history.Closing && e.Outcome != history.Won })
	for _, e := range ops {
		if e.Op != history.Opening || slices.ContainsFunc(out, func(c history.Event) bool { return c.Op == history.Closing && c.Group == e.Group }) {
			continue
		}
		out = append(out, history.Event{Op: history.Closing, Group: e.Group, Invoke: e.Invoke, Return: history.Open, Outcome: history.Unknown})
	}
	return out
}

// random makes a history of a correct service, with moments taken from a counter. It may damage the history.
func random(dice *rand.Rand) []history.Event {
	var ops []history.Event
	open := map[uint64]history.Event{}
	at, seq := int64(0), uint32(0)
	took := func(e history.Event) {
		at += 1 + dice.Int64N(6)
		seq++
		e.Client, e.Seq, e.Key = uint32(dice.IntN(4)), seq, 1
		e.Invoke, e.Return = at-dice.Int64N(8), at+dice.Int64N(8)
		if e.Group != 0 && e.Op != history.Opening {
			for _, o := range ops { // its client waits for each answer
				if o.Group == e.Group {
					e.Invoke = max(e.Invoke, min(o.Return, at))
				}
			}
		}
		if dice.IntN(12) == 0 {
			e.Outcome, e.Return = history.Unknown, history.Open
		}
		ops = append(ops, e)
	}
	for range 3 + dice.IntN(6) {
		ids := make([]uint64, 0, len(open))
		for id := range open {
			ids = append(ids, id)
		}
		slices.Sort(ids)
		e := history.Event{Outcome: history.Won}
		switch n := dice.IntN(10); {
		case n < 3 && len(ids) > 0:
			e.Op, e.Group = history.Closing, ids[dice.IntN(len(ids))]
			delete(open, e.Group)
		case n < 4 && len(ids) > 0:
			e.Op, e.Group = history.GetRange, ids[dice.IntN(len(ids))]
		default:
			x := &entry{access: history.WriteAccess, share: history.AllAccess}
			switch e.Op = history.PutRange; {
			case n < 7:
				e.Op, e.Group = history.Opening, uint64(seq+1)
				x.access, x.share = uint8(dice.IntN(4)), uint8(dice.IntN(8))
				e.Arg = history.OpeningAs(x.access, x.share)
			case n < 8:
				e.Op, x.access = history.GetRange, history.ReadAccess
			}
			for _, h := range open {
				ha, hs := history.OpeningOf(h.Arg)
				if clash(x.access, x.share, ha, hs) {
					e.Outcome, e.Code = history.Refused, 1
				}
			}
			if e.Op == history.Opening && e.Outcome == history.Won {
				open[e.Group] = e
			}
		}
		took(e)
	}
	for range dice.IntN(3) { // damage
		e := &ops[dice.IntN(len(ops))]
		switch {
		case e.Op == history.Closing || e.Return == history.Open || e.Group != 0 && e.Op != history.Opening:
		case e.Outcome == history.Won && e.Op != history.Opening:
			e.Outcome, e.Code = history.Refused, 1
		case e.Outcome == history.Refused:
			e.Outcome, e.Code = history.Won, 0
		}
	}
	// Drop the operations by handles whose opening did not succeed: no client could have sent them.
	return slices.DeleteFunc(ops, func(e history.Event) bool {
		return e.Group != 0 && e.Op != history.Opening && !slices.ContainsFunc(ops, func(o history.Event) bool {
			return o.Op == history.Opening && o.Group == e.Group && o.Outcome == history.Won
		})
	})
}

// TestAgainstTheDefinition compares random histories with the definition. No possible history is accused, and most of the
// impossible ones are. Each certificate that needs no closed world is impossible alone. A growing history gets the same
// verdict as the whole.
func TestAgainstTheDefinition(t *testing.T) {
	t.Parallel()
	dice := rand.New(rand.NewPCG(thorough.Seed(t), 1))
	wrong, found := 0, 0
	for n := range 10_000 {
		ops := random(dice)
		r, can := whole(ops), possible(lenient(ops))
		show := func() (text string) {
			for _, e := range ops {
				a, s := history.OpeningOf(e.Arg)
				text += fmt.Sprintf("\n  op %d group %d %s/%s %s %d..%d", e.Op, e.Group, history.KindsText(a), history.KindsText(s), e.Outcome, e.Invoke, e.Return)
			}
			return text
		}
		if can && r.State == finding.Invalid {
			t.Fatalf("history %d can be explained, and is accused: %+v%s", n, r.Violations, show())
		}
		if !can {
			wrong++
			if r.State == finding.Invalid {
				found++
			}
		}
		for _, v := range r.Violations {
			var alone []history.Event
			for _, e := range v.Evidence {
				alone = append(alone, e.Event)
			}
			if !v.Whole && possible(lenient(alone)) {
				t.Fatalf("history %d: the evidence of %q can be explained%s", n, v.Sentence, show())
			}
		}
		if grown := grow(ops, dice); len(grown.Violations) != len(r.Violations) || grown.State != r.State {
			t.Fatalf("history %d: %d violations as it grows, %d as a whole%s", n, len(grown.Violations), len(r.Violations), show())
		}
	}
	t.Logf("%d of %d that nothing explains are found", found, wrong)
	if wrong < 500 || found*10 < wrong*9 {
		t.Errorf("of %d histories that nothing explains %d are found", wrong, found)
	}
}

// grow checks a history in the order of its answers, with watermarks in between.
func grow(ops []history.Event, dice *rand.Rand) finding.Result {
	ops = slices.Clone(ops)
	told := func(e history.Event) int64 {
		if e.Return == history.Open {
			return e.Invoke + 50
		}
		return e.Return
	}
	slices.SortStableFunc(ops, func(a, b history.Event) int { return int(told(a) - told(b)) })
	s := NewStream(codeOf)
	for i, e := range ops {
		s.Add([]history.Event{e})
		watermark := history.Open
		for _, later := range ops[i+1:] {
			watermark = min(watermark, later.Invoke)
		}
		if watermark != history.Open && dice.IntN(2) == 0 {
			s.Mark(watermark)
		}
	}
	return s.Close()
}

// TestHandlesThatDenyEachOther opens a file twice for writing alone, at overlapping times and apart.
func TestHandlesThatDenyEachOther(t *testing.T) {
	t.Parallel()
	alone := history.OpeningAs(history.WriteAccess, 0)
	for second, want := range map[int64]int{3: 1, 50: 0} { // the first is certainly there from 4 to 20
		ops := []history.Event{
			{Op: history.Opening, Group: 1, Arg: alone, Outcome: history.Won, Invoke: 1, Return: 4},
			{Op: history.Closing, Group: 1, Outcome: history.Won, Invoke: 20, Return: 22},
			{Op: history.Opening, Group: 2, Arg: alone, Outcome: history.Won, Invoke: second, Return: second + 3},
			{Op: history.Closing, Group: 2, Outcome: history.Won, Invoke: second + 7, Return: second + 9},
		}
		if r := whole(ops); len(r.Violations) != want {
			t.Errorf("the second opened at %d: %d violations, want %d", second, len(r.Violations), want)
		}
	}
}

// TestAHandleLeftOpen refuses requests for a handle that was closed. That is one violation, of the closing, unless an
// operation that the handle denies succeeded meanwhile.
func TestAHandleLeftOpen(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		writes int64 // when a write succeeded; 0: never
		rules  []string
	}{
		"one closing":           {0, []string{"handle left open"}},
		"it was not open":       {35, []string{"refused without an opening", "refused without an opening", "refused without an opening"}},
		"open at first":         {55, []string{"handle left open", "refused without an opening"}},
		"a write before it was": {1, []string{"handle left open"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ops := []history.Event{
				{Op: history.Opening, Group: 1, Arg: history.OpeningAs(history.ReadAccess, history.ReadAccess), Outcome: history.Won, Invoke: 4, Return: 6},
				{Op: history.Closing, Group: 1, Outcome: history.Won, Invoke: 20, Return: 22},
			}
			for _, at := range []int64{30, 40, 50, 60} {
				if name != "it was not open" || at > 30 {
					ops = append(ops, history.Event{Op: history.PutRange, Outcome: history.Refused, Code: 1, Invoke: at, Return: at + 2})
				}
			}
			if tc.writes > 0 {
				ops = append(ops, history.Event{Op: history.PutRange, Outcome: history.Won, Invoke: tc.writes, Return: tc.writes + 1})
			}
			var rules []string
			for _, v := range whole(ops).Violations {
				rules = append(rules, v.Rule)
			}
			if !slices.Equal(rules, tc.rules) {
				t.Errorf("got %q, want %q", rules, tc.rules)
			}
		})
	}
}
