package register

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// TestOneFalseAnswerIsOneViolation falsifies one answer of a correct history. The check must
// accuse an answer without which everything else makes sense, and report one violation. It
// fails at a few histories that would need a search for everything that may be wrong.
func TestOneFalseAnswerIsOneViolation(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(thorough.Seed(t), 11))
	invalid, several, innocent := map[string]int{}, 0, 0
	for range thorough.Of(16_000) {
		events := simulate(rng, contended(rng))
		at := len(events)/3 + rng.IntN(len(events)/3)
		lie := tellLie(rng, events, at)
		r := Check(events, Options{})
		if lie == "" || r.State != finding.Invalid {
			continue // nobody noticed the lie
		}
		invalid[lie]++
		if len(r.Violations) > 1 {
			several++
		}
		v := &r.Violations[0]
		if !slices.ContainsFunc(accusedOf(v, events), func(i int) bool { return i == at || redeems(events, i) }) {
			innocent++
			t.Logf("%s by %s: %s", lie, events[at].Who(), v.Sentence)
		}
	}
	all := 0
	if len(invalid) != 8 {
		t.Errorf("some kinds were never noticed: %v", invalid)
	}
	for lie, n := range invalid {
		if all += n; n < thorough.Of(100) {
			t.Errorf("%s: only %d histories", lie, n)
		}
	}
	t.Logf("%d with several violations and %d with an innocent accused, of %d: %v", several, innocent, all, invalid)
	if several > 6+all/50 || innocent > 4+all/200 {
		t.Errorf("of %d histories with one false answer %d have several violations, and %d accuse an innocent", all, several, innocent)
	}
}

// TestFalseAnswersFarApart has two false answers of one kind. Which one is accused must not
// depend on a false answer much later.
func TestFalseAnswersFarApart(t *testing.T) {
	t.Parallel()
	for _, l := range thorough.Some(t, 1, loads[:4]) {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			events := load(l.plan, 4000, 32)
			wrong := map[int]bool{}
			for _, at := range []int{1000, 3000} {
				for events[at].Op != history.Read || events[at].Outcome != history.Won {
					at++
				}
				e := &events[at]
				e.Outcome, e.Status, e.Tag, e.Value = history.Absent, 404, history.None, 0
				wrong[at] = true
			}
			r := Check(events, Options{})
			if r.State != finding.Invalid || len(r.Violations) != len(wrong) || r.More {
				t.Fatalf("%s: %v", r.State, r.Violations)
			}
			for _, v := range r.Violations {
				if !slices.ContainsFunc(accusedOf(&v, events), func(i int) bool { return wrong[i] }) {
					t.Errorf("an innocent is accused: %s", v.Sentence)
				}
			}
		})
	}
}

// contended is a plan of 60 operations of a few clients.
func contended(rng *rand.Rand) plan {
	some := func(share float64) float64 { return share * float64(rng.IntN(2)) }
	p := plan{
		events: 60, clients: 2 + rng.IntN(6), hit: .3 + .7*rng.Float64(), reads: 1, heads: .1, unknown: some(.1), prepared: true, timely: true,
		swaps: some(.7), writes: some(.4), creates: some(.4),
	}
	if p.creates > 0 {
		p.deletes, p.deletesAny = .2, .2
	}
	if p.swaps+p.writes+p.creates == 0 {
		p.swaps = .7
	}
	return p
}

// tellLie falsifies an answer, and returns a name of the lie; "" if there is nothing to falsify.
func tellLie(rng *rand.Rand, events []history.Event, at int) string {
	e := &events[at]
	refuse := func(outcome history.Outcome, status uint16) {
		e.Outcome, e.Status, e.Tag = outcome, status, history.None
	}
	grant := func() { e.Outcome, e.Status, e.Tag = history.Won, 201, pack(uint64(1<<40+at)) }
	old := history.Event{}
	for k := at - 1 - rng.IntN(10); k >= 0 && old.Op == 0; k-- {
		if x := events[k]; effectOf(&x) == sight && x.Tag != e.Tag && x.Value != 0 {
			old = x
		}
	}
	switch won := e.Outcome == history.Won; {
	case e.Op == history.Read && won && e.If == history.None && rng.IntN(3) == 0:
		refuse(history.Absent, 404)
		e.Value = 0
		return "404"
	case e.Op == history.Read && won && e.If == history.None && old.Op != 0:
		e.Tag, e.Value = old.Tag, old.Value
		return "stale"
	case e.Op == history.Swap && e.Outcome == history.Lost:
		grant()
		return "stale If-Match granted"
	case e.Op == history.Swap && won:
		refuse(history.Lost, 412)
		return "applied, and 412"
	case e.Op == history.Write && won && old.Op != 0:
		e.Tag = old.Tag
		return "ETag used twice"
	case e.Op == history.Create && e.Outcome == history.Lost:
		grant()
		return "create granted"
	case e.Op == history.Create && won:
		refuse(history.Lost, 409)
		return "created, and 409"
	case e.Op == history.Delete && won:
		refuse(history.Absent, 404)
		return "deleted, and 404"
	}
	return ""
}

// accusedOf returns the events that a violation may accuse: its sentence begins with the
// accused. If a client did the same thing twice, both are returned.
func accusedOf(v *finding.Violation, events []history.Event) (out []int) {
	for _, e := range v.Evidence {
		if strings.HasPrefix(v.Sentence, e.Event.Who()+" "+e.Role) {
			out = append(out, slices.Index(events, e.Event))
		}
	}
	return out
}

// redeems reports whether everything else makes sense if the answer of one event is not believed.
func redeems(events []history.Event, i int) bool {
	e := events[i]
	nothing, late := e, e
	nothing.Outcome = history.Wrong
	late.Outcome, late.Return, late.Tag = history.Unknown, history.Open, history.None
	for _, instead := range []history.Event{nothing, weakest(e), late, weakest(late)} {
		events[i] = instead
		r := Check(events, Options{})
		events[i] = e
		if r.State == finding.Valid {
			return true
		}
	}
	return false
}
