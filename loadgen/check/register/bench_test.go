package register

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// loads are histories like those that runs record.
var loads = []struct {
	name string
	plan plan
}{
	{"cas", plan{reads: .5, swaps: .5, hit: .3, prepared: true}},
	{"overwrites10", plan{reads: .5, swaps: .4, writes: .1, hit: .3, prepared: true}},
	{"unknown0.1", plan{reads: .5, swaps: .5, hit: .3, unknown: .001, prepared: true}},
	{"overwrites10unknown0.1", plan{reads: .5, swaps: .4, writes: .1, hit: .3, unknown: .001, prepared: true}},
	{"overwrites50", plan{reads: .5, swaps: .1, writes: .4, hit: .5, prepared: true}},
	{"overwrites", plan{reads: .5, writes: .5, prepared: true}},
	{"lives", plan{reads: .5, swaps: .3, creates: .1, deletes: .1, hit: .5, prepared: true}},
}

func load(p plan, events, clients int) []history.Event {
	p.events, p.clients = events, clients
	return simulate(rand.New(rand.NewPCG(1, 2)), p)
}

func benchmark(b *testing.B, events []history.Event, want finding.State) {
	b.ReportAllocs()
	for b.Loop() {
		if r := Check(events, Options{}); r.State != want {
			b.Fatalf("got %s %s %v, want %s", r.State, r.Why, r.Violations, want)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(events)), "ns/event")
}

func BenchmarkCheck1e6(b *testing.B) {
	for _, l := range loads {
		b.Run(l.name, func(b *testing.B) { benchmark(b, load(l.plan, 1_000_000, 32), finding.Valid) })
	}
}

func BenchmarkCheckClients(b *testing.B) {
	for _, clients := range []int{8, 128} {
		b.Run(fmt.Sprint(clients), func(b *testing.B) { benchmark(b, load(loads[0].plan, 1_000_000, clients), finding.Valid) })
	}
}

func BenchmarkStream1e6(b *testing.B) {
	for _, l := range loads {
		b.Run(l.name, func(b *testing.B) {
			d := deliver(rand.New(rand.NewPCG(1, 2)), load(l.plan, 1_000_000, 32), 1000)
			b.ReportAllocs()
			for b.Loop() {
				if r, _ := d.stream(Options{}, streamStep); r.State != finding.Valid {
					b.Fatalf("got %s %s %v, want valid", r.State, r.Why, r.Violations)
				}
			}
		})
	}
}

// BenchmarkFind1e6 finds one violation in the middle of a million events.
func BenchmarkFind1e6(b *testing.B) {
	for _, wrong := range []struct {
		name string
		make func(events []history.Event, i int) bool
	}{
		{"lost update", func(events []history.Event, i int) bool {
			e := &events[i]
			if e.Op != history.Swap || e.Outcome != history.Lost || e.If == pack(1) {
				return false
			}
			e.Outcome, e.Status, e.Tag = history.Won, 201, pack(1<<40)
			return true
		}},
		{"stale read", func(events []history.Event, i int) bool {
			if events[i].Op != history.Read || events[i].Outcome != history.Won {
				return false
			}
			for k := i - 2000; k > 0; k-- {
				if o := events[k]; o.Op == history.Read && o.Tag != events[i].Tag {
					events[i].Tag, events[i].Value = o.Tag, o.Value
					return true
				}
			}
			return false
		}},
	} {
		b.Run(wrong.name, func(b *testing.B) {
			events := load(loads[0].plan, 1_000_000, 32)
			for i := len(events) / 2; !wrong.make(events, i); i++ {
			}
			benchmark(b, events, finding.Invalid)
		})
	}
}

// BenchmarkCheck1e7 shows that time and memory are linear.
func BenchmarkCheck1e7(b *testing.B) {
	if testing.Short() {
		b.Skip("needs 2 GB")
	}
	benchmark(b, load(loads[0].plan, 10_000_000, 32), finding.Valid)
}
