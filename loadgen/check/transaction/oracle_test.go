package transaction

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// deed is what takes effect at one instant: the events of one group, or one event.
type deed struct {
	events           []history.Event
	inv, ret         int64
	reads, won, lost bool
}

// deeds are the deeds of a history, without events that tell nothing.
func deeds(ops []history.Event) (all []deed) {
	at := map[uint64]int{}
	for _, e := range ops {
		i, ok := at[e.Group]
		if !ok || e.Group == 0 {
			i = len(all)
			at[e.Group], all = i, append(all, deed{inv: e.Invoke, ret: e.Return, reads: e.Op == history.Read})
		}
		d := &all[i]
		d.events = append(d.events, e)
		d.inv, d.ret = min(d.inv, e.Invoke), max(d.ret, e.Return)
		d.won = d.won || e.Outcome == history.Won || d.reads && e.Outcome == history.Absent
		d.lost = d.lost || !d.reads && e.Outcome != history.Won && e.Outcome != history.Unknown && e.Outcome != history.Throttled
	}
	return slices.DeleteFunc(all, func(d deed) bool { return d.reads && !d.won })
}

// everyOrder tries every order of the deeds that real time allows.
type everyOrder struct {
	deeds []deed
	dead  map[string]bool // situations that lead nowhere
}

// explains reports whether a correct service can have produced the history. An entity holds
// contents, or 0 if it is not there.
func explains(ops []history.Event) bool {
	o := &everyOrder{deeds: deeds(ops), dead: map[string]bool{}}
	for _, d := range o.deeds {
		if d.won && d.lost {
			return false
		}
	}
	return o.search(0, map[uint32]uint64{})
}

func (o *everyOrder) search(done uint64, holds map[uint32]uint64) bool {
	id := fmt.Sprint(done, holds)
	if o.dead[id] {
		return false
	}
	over := true
	for i := range o.deeds {
		d := &o.deeds[i]
		if done>>i&1 == 1 {
			continue
		}
		over = over && !d.won && !d.lost // a deed without an answer may never happen
		free := true
		for k := range o.deeds {
			x := &o.deeds[k]
			free = free && (done>>k&1 == 1 || !x.won && !x.lost || x.ret >= d.inv)
		}
		if free {
			if next, ok := d.play(holds); ok && o.search(done|1<<i, next) {
				return true
			}
		}
	}
	o.dead[id] = true
	return over
}

// play does what a correct service does; ok is false if the service would have answered
// otherwise.
func (d *deed) play(holds map[uint32]uint64) (_ map[uint32]uint64, ok bool) {
	next := maps.Clone(holds)
	reasons, right := 0, 0
	for _, e := range d.events {
		now := holds[e.Key]
		fits := e.Op == history.Create && now == 0 || e.If != history.None && now != 0 && tagOf(now) == e.If ||
			e.If == history.None && (e.Op == history.Write || e.Op == history.Delete && now != 0)
		switch {
		case d.reads:
			if e.Outcome == history.Absent && now != 0 || e.Outcome == history.Won && e.Value != now {
				return nil, false
			}
		case !d.lost:
			if !fits {
				return nil, false
			}
			next[e.Key] = e.Value
		case e.Outcome == history.Lost, e.Outcome == history.Absent && e.Op != history.Create:
			reasons++
			if !fits && (e.Outcome != history.Absent || now == 0) {
				right++
			}
		}
	}
	return next, reasons == 0 || right > 0
}

// exact reports whether the check is exact for a history. Refusals that do not tell for which
// version, and absences among several lives of an entity, are judged only in part.
func exact(ops []history.Event) bool {
	group := map[uint64]int{}
	lives := map[uint32]int{}
	for i := range ops {
		e := &ops[i]
		if e.Group != 0 && writes(e) && isCause(e) {
			group[e.Group]++
			if group[e.Group] > 1 {
				return false
			}
		}
		if e.Op == history.Write {
			return false
		}
		if e.Op == history.Create && e.Outcome != history.Lost || e.Op == history.Delete {
			lives[e.Key]++
		}
	}
	for _, n := range lives {
		if n > 1 {
			return false
		}
	}
	return true
}

// sample is the i-th history of a random test.
func sample(rng *rand.Rand, i int) []history.Event {
	ops := play(rng, 3+rng.IntN(6), i)
	for range i % 3 {
		damage(rng, ops)
	}
	rng.Shuffle(len(ops), func(a, b int) { ops[a], ops[b] = ops[b], ops[a] })
	return ops
}

// histories is how many a run of the random tests compares.
var histories = thorough.Of(40_000)

// TestAgainstEveryOrder compares the check with an oracle that tries all orders.
func TestAgainstEveryOrder(t *testing.T) {
	t.Parallel()
	s := thorough.Seed(t)
	rng := rand.New(rand.NewPCG(s, 1))
	count := map[string]int{}
	for i := range histories {
		ops := sample(rng, i)
		if !possible(ops) {
			count["impossible"]++
			continue
		}
		if diff := disagree(ops, Options{}, count); diff != "" {
			t.Fatalf("history %d: %s\n%s", i, diff, listing(ops))
		}
	}
	t.Log(count)
	for _, kind := range []string{"valid", "invalid"} {
		if count[kind] < histories/20 {
			t.Errorf("only %d histories were %s", count[kind], kind)
		}
	}
	if count["undecided"] > histories/100 {
		t.Errorf("%d histories were undecided", count["undecided"])
	}
}

// disagree says how the check and the oracle differ; "" if they agree.
func disagree(ops []history.Event, o Options, count map[string]int) string {
	r := Check(ops, o)
	count[string(r.State)]++
	switch ok := explains(ops); {
	case r.State == finding.Invalid && ok:
		return fmt.Sprintf("invalid, though an order explains it: %+v", r.Violations[0].Sentence)
	case r.State == finding.Valid && !ok && exact(ops):
		return "valid, though no order explains it"
	case r.State == finding.Valid && !ok:
		count["not judged"]++
	}
	return ""
}

// listing writes a history for people to read.
func listing(ops []history.Event) string {
	out := ""
	sorted := slices.Clone(ops)
	slices.SortStableFunc(sorted, func(a, b history.Event) int { return int(a.Invoke - b.Invoke) })
	for _, e := range sorted {
		ret := fmt.Sprint(e.Return)
		if e.Return == history.Open {
			ret = "-"
		}
		op := map[history.Op]string{history.Read: "read", history.Write: "upsert", history.Swap: "swap", history.Create: "insert", history.Delete: "delete"}[e.Op]
		out += fmt.Sprintf("%4d %4s  group %2d  entity %d  %-6s if %d value %d  %s\n", e.Invoke, ret, e.Group, e.Key, op, e.If, e.Value, e.Outcome)
	}
	return out
}

// TestStreamAgainstCheck gives histories in pieces to a Stream, and compares it with Check.
func TestStreamAgainstCheck(t *testing.T) {
	t.Parallel()
	s := thorough.Seed(t)
	rng := rand.New(rand.NewPCG(s, 2))
	for i := range histories / 8 {
		ops := play(rng, 10+rng.IntN(40), i)
		for range i % 3 {
			damage(rng, ops)
		}
		if !possible(ops) {
			continue
		}
		want := Check(ops, Options{})
		got := streamed(ops, 1+rng.IntN(8))
		// A stream may know more or less about entities that come and go, because it forgets
		// those that are gone. It must not accuse a history that was never damaged.
		if got.State == finding.Invalid && want.State != finding.Invalid && (i%3 == 0 || exact(ops)) {
			t.Fatalf("history %d: %s %s, want %s\n%s", i, got.State, got.Violations[0].Sentence, want.State, listing(ops))
		}
		if got.State == finding.Valid && want.State == finding.Invalid && i%4 != 1 && i%8 != 3 {
			t.Fatalf("history %d: %s, want %s %s\n%s", i, got.State, want.State, want.Violations[0].Sentence, listing(ops))
		}
	}
}

// streamed gives a history to a Stream in the order of return, with a watermark after every
// few events.
func streamed(ops []history.Event, every int) finding.Result {
	sorted := slices.Clone(ops)
	when := func(e history.Event) int64 { // an event without an answer is recorded some time later
		if e.Return == history.Open {
			return e.Invoke + 100
		}
		return e.Return
	}
	slices.SortStableFunc(sorted, func(a, b history.Event) int {
		if d := when(a) - when(b); d != 0 {
			return int(d)
		}
		return int(a.Group) - int(b.Group)
	})
	s := NewStream(Options{})
	s.eager = true
	for i := 0; i < len(sorted); {
		k := min(i+every, len(sorted))
		for k < len(sorted) && sorted[k].Group != 0 && sorted[k].Group == sorted[k-1].Group {
			k++
		}
		s.Add(sorted[i:k])
		next := int64(history.Open)
		for _, e := range sorted[k:] {
			next = min(next, e.Invoke)
		}
		if k < len(sorted) {
			s.Mark(next)
		}
		i = k
	}
	return s.Close()
}
