package register

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/oracle"
	"ifmatch/loadgen/history"
)

// families are the kinds of histories that are compared.
var families = []struct {
	name    string
	plan    func(r *rand.Rand) plan
	unusual bool // no run records such histories, and most get no verdict
}{
	{"reads and updates", func(r *rand.Rand) plan {
		return plan{events: 3 + r.IntN(12), reads: 1, unlessReads: .2, ifReads: .2, swaps: 1, prepared: true}
	}, false},
	{"overwrites", func(r *rand.Rand) plan {
		return plan{events: 3 + r.IntN(11), reads: 1, swaps: 1, writes: r.Float64(), prepared: true}
	}, false},
	{"unknown outcomes", func(r *rand.Rand) plan {
		return plan{events: 3 + r.IntN(9), reads: 1, swaps: 1, writes: r.Float64(), unknown: .25, prepared: true}
	}, false},
	{"unknown tags", func(r *rand.Rand) plan {
		return plan{events: 3 + r.IntN(9), reads: .6, heads: .6, swaps: 1, writes: .5 * r.Float64(), creates: .2, deletes: .1, unknown: .3, prepared: true}
	}, false},
	{"creates and deletes", func(r *rand.Rand) plan {
		return plan{events: 3 + r.IntN(11), reads: 1, swaps: .6, creates: 1, deletes: .7, deletesAny: .3, prepared: true}
	}, false},
	{"writes without tags", func(r *rand.Rand) plan {
		return plan{events: 3 + r.IntN(9), reads: 1, swaps: 1, writes: .3, creates: .3, deletesAny: .2, untagged: .3, tagless: .3, unknown: .1, prepared: true}
	}, true},
	{"everything", func(r *rand.Rand) plan {
		return plan{
			events: 3 + r.IntN(9), reads: 1, heads: .2, unlessReads: .2, ifReads: .2, swaps: .6, creates: .6, deletes: .4, deletesAny: .2, writes: .5,
			unknown: .2 * float64(r.IntN(2)), refused: .05, prepared: true,
		}
	}, false},
	{"unknown beginnings", func(r *rand.Rand) plan {
		return plan{events: 3 + r.IntN(8), reads: 1, swaps: 1, creates: .4, deletes: .3, writes: .3 * r.Float64(), unknown: .1 * float64(r.IntN(2)), occupied: r.IntN(2) == 0}
	}, true},
}

// perFamily is how many histories of each family are compared with the oracle.
var perFamily = thorough.Of(15_000)

// sample makes one history of a family, and damages two in three.
func sample(rng *rand.Rand, p plan) (events []history.Event, damaged bool) {
	p.clients, p.hit, p.coarse = 2+rng.IntN(5), rng.Float64(), []int64{0, 0, 200, 500}[rng.IntN(4)]
	events = simulate(rng, p)
	if rng.IntN(3) > 0 {
		damaged = true
		for range 1 + rng.IntN(3) {
			damage(rng, events)
		}
	}
	return events, damaged
}

// impossible reports whether a client named a tag that no answer showed. Only damage makes
// such histories.
func impossible(events []history.Event) bool {
	shown := map[history.Token]bool{history.None: true}
	for _, e := range events {
		if e.Outcome == history.Won && e.Tag != history.None && (e.Status != 304) {
			shown[e.Tag] = true
		}
	}
	for _, e := range events {
		if !shown[e.If] {
			return true
		}
	}
	return false
}

// beginningsOf returns the states with which a history may have begun.
func beginningsOf(p plan) []shape {
	if p.prepared {
		return []shape{{}}
	}
	return []shape{{}, {alive: true, tag: pack(1), value: initialValue}, {alive: true, tag: pack(1 << 30), value: 1}}
}

// disagree compares the verdicts on a history.
func disagree(events []history.Event, beginnings []shape, o Options) (differ bool, got finding.Result, want bool) {
	if impossible(events) {
		return false, finding.Result{}, false
	}
	want, decided := judgeByOracle(events, beginnings)
	got = Check(events, o)
	if !decided || got.State == finding.Undecided {
		return false, got, want
	}
	return (got.State == finding.Valid) != want, got, want
}

func TestAgreesWithOracle(t *testing.T) {
	t.Parallel()
	s := thorough.Seed(t)
	for f, family := range families {
		t.Run(family.name, func(t *testing.T) {
			t.Parallel()
			var valid, invalid, undecided, skipped atomic.Int64
			rng := rand.New(rand.NewPCG(s, uint64(f)))
			for n := range perFamily {
				p := family.plan(rng)
				events, damaged := sample(rng, p)
				beginnings := beginningsOf(p)
				differ, got, want := disagree(events, beginnings, Options{})
				switch {
				case got.State == "":
					skipped.Add(1)
				case differ:
					events = shrink(events, func(e []history.Event) bool {
						d, _, _ := disagree(e, beginnings, Options{})
						return d
					})
					_, got, want = disagree(events, beginnings, Options{})
					t.Fatalf("history %d: the oracle says %v, the check %s (%s %v) of\n%s", n, want, got.State, got.Why, got.Violations, literal(events))
				case !damaged && !want:
					t.Fatalf("the simulator made an incorrect history:\n%s", literal(events))
				case got.State == finding.Undecided:
					undecided.Add(1)
				case got.State == finding.Valid:
					valid.Add(1)
					if err := followed(events); err != nil {
						t.Fatalf("history %d: the order that was found: %v\n%s", n, err, literal(events))
					}
				default:
					invalid.Add(1)
					checkCertificate(t, got, events)
				}
			}
			t.Logf("%d histories: %d valid, %d invalid, %d undecided, %d impossible", perFamily, valid.Load(), invalid.Load(), undecided.Load(), skipped.Load())
			// In histories this small only answers that no run records leave room for doubt.
			if n := undecided.Load(); n > 0 && !family.unusual {
				t.Errorf("%d of %d histories are undecided", n, perFamily)
			}
		})
	}
}

// checkCertificate fails if a violation lacks something that a reader needs.
func checkCertificate(t *testing.T, r finding.Result, events []history.Event) {
	t.Helper()
	if len(r.Violations) == 0 {
		t.Fatalf("invalid without a violation:\n%s", literal(events))
	}
	for n, v := range r.Violations {
		if v.Rule == "" || v.Sentence == "" || len(v.Clauses) == 0 || len(v.Evidence) == 0 || len(v.Evidence) > shown {
			t.Fatalf("the violation is incomplete: %+v of\n%s", v, literal(events))
		}
		var proof []history.Event
		for _, e := range v.Evidence {
			proof = append(proof, e.Event)
		}
		if !v.Whole && oracle.Possible(proof) {
			t.Fatalf("the certificate proves nothing: %s: %s\n%s\nof %s", v.Rule, v.Sentence, literal(proof), literal(events))
		}
		for k := range proof {
			if n == 0 && !v.Whole && !oracle.Possible(slices.Delete(slices.Clone(proof), k, k+1)) {
				t.Fatalf("the certificate is not minimal: %s\n%s", v.Sentence, literal(proof))
			}
		}
		if v.Whole != strings.HasSuffix(v.Sentence, finding.WholeProof) {
			t.Fatalf("the sentence does not say what the proof is: %s", v.Sentence)
		}
		for k, e := range v.Evidence {
			if e.Role == "" || k > 0 && e.Event.Invoke < v.Evidence[k-1].Event.Invoke {
				t.Fatalf("the evidence is out of order: %+v of\n%s", v, literal(events))
			}
		}
	}
}

// shrink leaves events out as long as the history still fails.
func shrink(events []history.Event, fails func([]history.Event) bool) []history.Event {
	for again := true; again; {
		again = false
		for i := len(events) - 1; i >= 0; i-- {
			fewer := append(append([]history.Event{}, events[:i]...), events[i+1:]...)
			if fails(fewer) {
				events, again = fewer, true
			}
		}
	}
	return events
}

// literal writes a history as Go source.
func literal(events []history.Event) string {
	var b strings.Builder
	b.WriteString("[]history.Event{\n")
	for _, e := range events {
		fmt.Fprintf(&b, "\t{Op: %d, Outcome: %d, Invoke: %d, Return: %d, If: %#x, Tag: %#x, Value: %#x, Client: %d, Seq: %d, Flags: %d, Status: %d},\n",
			e.Op, e.Outcome, e.Invoke, e.Return, uint64(e.If), uint64(e.Tag), e.Value, e.Client, e.Seq, e.Flags, e.Status)
	}
	b.WriteString("}")
	return b.String()
}
