package workload

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ifmatch/internal/facts"
	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/operation"
	"ifmatch/loadgen/transport"
	"ifmatch/reference"
	"ifmatch/reference/fault"
)

// mixOf returns a mix.
func mixOf(t *testing.T, kind, text string) Workload {
	t.Helper()
	w, err := Mix(kind, text, facts.All())
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// fewKeys makes actors meet.
func fewKeys(o *Options) { o.Keys = 2 }

// passing lets time pass, so that versions differ in their dates. Of a block's id nothing needs an escape in a query: Azurite signs
// what is escaped.
func passing(d *driver) meddler {
	return func(x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		if _, id, ok := strings.Cut(x.Step.Path, "blockid="); ok && strings.ContainsAny(id, "+/=") {
			d.t.Errorf("the id %s needs an escape", id)
		}
		if d.rng.IntN(50) == 0 {
			d.clock.Advance(300 * time.Millisecond)
		}
		return send()
	}
}

// TestEveryOperationOfAMix sends each operation that a kind has: it must be understood, and its history be valid.
func TestEveryOperationOfAMix(t *testing.T) {
	t.Parallel()
	for _, kind := range MixKinds() {
		texts := map[string]string{"usual": "", "all": strings.Join(mixKinds[kind].names(), " 1, ")}
		for name, text := range texts {
			t.Run(kind+"/"+name, func(t *testing.T) {
				t.Parallel()
				w := mixOf(t, kind, text)
				d := drive(t, w, fewKeys)
				d.prepare()
				d.meddle = passing(d)
				d.simulate(6, max(1000, thorough.Of(2500)))
				d.meddle = nil
				d.finish()
				mustBeValid(t, judge(d))
				seen := map[string]map[history.Outcome]int{}
				for _, e := range d.events {
					name := d.env.Book.NameText(e.Name)
					if seen[name] == nil {
						seen[name] = map[history.Outcome]int{}
					}
					if seen[name][e.Outcome]++; e.Outcome == history.Wrong || e.Outcome.Uncertain() {
						t.Errorf("%s: %d %s", name, e.Status, d.env.Book.CodeText(e.Code))
					}
				}
				for _, name := range w.Operations {
					conditional := slices.ContainsFunc(facts.All(), func(f operation.Fact) bool { return f.Name == name && len(f.Conditions) > 0 })
					if n := seen[name]; len(n) == 0 || (conditional || mixKinds[kind].operations[name].joint) && n[history.Lost] == 0 {
						t.Errorf("%s: %v", name, n)
					}
				}
			})
		}
	}
}

// TestMixesInTrouble plays mixes whose requests and answers are lost: nobody is accused.
func TestMixesInTrouble(t *testing.T) {
	t.Parallel()
	for _, kind := range MixKinds() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			d := drive(t, mixOf(t, kind, ""), fewKeys)
			d.prepare()
			d.meddle = sometimes(d.rng, 10)
			d.simulate(6, 1500)
			d.meddle = nil
			d.finish()
			if v := judge(d); v.State == finding.Invalid {
				mustBeValid(t, v)
			}
		})
	}
}

// TestMixesShowFaults plays mixes against servers with the faults that only they show.
func TestMixesShowFaults(t *testing.T) {
	t.Parallel()
	var shown [][2]string // a fault, and a mix that shows it
	for _, f := range fault.Sporadic() {
		for _, name := range f.Workloads {
			if kind, ok := strings.CutPrefix(name, "mix:"); ok {
				shown = append(shown, [2]string{f.Name, kind})
			}
		}
	}
	for _, x := range thorough.Some(t, 3, shown) {
		f, _ := fault.Lookup(x[0])
		kind := x[1]
		t.Run(f.Name+"/"+kind, func(t *testing.T) {
			t.Parallel()
			untilSeen(t, mixOf(t, kind, ""), reference.Options{Faults: []fault.Fault{f.At(10)}}, 6000, func(d *driver, exchanges int) []string {
				d.prepare()
				d.meddle = passing(d)
				d.simulate(4, exchanges)
				d.meddle = nil
				d.finish()
				if v := judge(d); v.State != finding.Invalid {
					return []string{fmt.Sprintf("a violation: the history is %s %s: %v", v.State, v.Why, v.Observed)}
				}
				return nil
			})
		})
	}
}

// TestWrongMixes refuses mixes that cannot be sent, and says why.
func TestWrongMixes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ kind, text, want string }{
		{"page-blobs", "", `a mix has no kind "page-blobs"`},
		{"page-blob", "Put Pages 3", `a mix has no operation "Put Pages"`},
		{"container", "Put Page 3", `a mix has no operation "Put Page"`},
		{"page-blob", "Put Page 3,", `"" is not an operation with a weight from 1 to 1000`},
		{"page-blob", "Put Page 0", `"Put Page 0" is not an operation with a weight from 1 to 1000`},
		{"page-blob", "3", `"3" is not an operation with a weight from 1 to 1000`},
		{"page-blob", "Put Page 1001", `"Put Page 1001" is not an operation with a weight from 1 to 1000`},
		{"page-blob", "Put Page, Get Blob, Put Page 2", "the mix names Put Page twice"},
	} {
		if _, err := Mix(test.kind, test.text, facts.All()); err == nil || err.Error() != test.want {
			t.Errorf("%s %q: %v, want %s", test.kind, test.text, err, test.want)
		}
	}
}

// TestMakers finds the write that made a version among the values that a reader sees.
func TestMakers(t *testing.T) {
	t.Parallel()
	var m makers
	m.note(1, 10, 100)
	m.note(1, 11, 101)
	for _, test := range []struct {
		name  string
		tag   history.Token
		shown []uint64
		whole bool
		want  uint64
	}{
		{"known and shown", 11, []uint64{100, 101}, false, 101},
		{"known, and in another part", 11, []uint64{100}, false, 0},
		{"known, and not there", 11, []uint64{100}, true, 100},
		{"unknown, and one value is nobody's yet", 12, []uint64{100, 102}, true, 102},
		{"unknown, and two are", 12, []uint64{102, 103}, true, 0},
		{"unknown, and perhaps in another part", 12, []uint64{102}, false, 0},
		{"unknown, and all values made other versions", 12, []uint64{101, 100}, true, 101},
		{"nothing is shown", 12, nil, true, 0},
	} {
		if got := m.maker(1, test.tag, test.shown, test.whole); got != test.want {
			t.Errorf("%s: %d, want %d", test.name, got, test.want)
		}
	}
}
