package stats_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/stats"
	"ifmatch/reports/load"
)

// book names operations and codes by their numbers.
type book struct{}

func (book) NameText(n uint16) string { return fmt.Sprintf("operation %d", n) }
func (book) CodeText(n uint16) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("Code%d", n)
}

const (
	ms = int64(time.Millisecond)
	s  = int64(time.Second)
)

// at makes an event of a client, with its invocation and its answer at the
// given milliseconds.
func at(client uint32, invoke, ret int64, op history.Op, outcome history.Outcome, change ...func(*history.Event)) history.Event {
	e := history.Event{
		Client: client, Intended: invoke * ms, Invoke: invoke * ms, Return: ret * ms,
		Op: op, Outcome: outcome, Status: 201, Name: 1, Key: 1,
	}
	if outcome.Uncertain() {
		e.Return, e.Status = history.Open, 0
	}
	for _, c := range change {
		c(&e)
	}
	return e
}

func attempt(e *history.Event) { e.Flags |= history.Attempt }
func follow(e *history.Event)  { e.Flags |= history.Follow }
func outside(e *history.Event) { e.Flags |= history.Outside }
func key(k uint32) func(*history.Event) {
	return func(e *history.Event) { e.Key = k }
}
func grouped(g uint64) func(*history.Event) {
	return func(e *history.Event) { e.Group = g }
}
func intended(t int64) func(*history.Event) {
	return func(e *history.Event) { e.Intended = t * ms }
}

func measure(o stats.Options, to int64, events ...history.Event) load.Run {
	o.Book = book{}
	a := stats.New(o)
	a.Add(events)
	return a.Finish(to * ms)
}

func TestExchangesAreCountedByOperationAndOutcome(t *testing.T) {
	t.Parallel()
	r := measure(stats.Options{Clients: 2, From: 1000 * ms}, 3000,
		at(0, 500, 600, history.Swap, history.Won), // warm-up
		at(0, 900, 1100, history.Swap, history.Won),
		at(0, 1200, 1210, history.Read, history.Won, func(e *history.Event) { e.Name, e.Status = 2, 200 }),
		at(0, 1300, 1320, history.Swap, history.Lost, func(e *history.Event) { e.Status, e.Code = 412, 7 }),
		at(1, 1300, 1340, history.Swap, history.Won),
		at(1, 1300, 1340, history.Swap, history.Won, follow),
		at(1, 2400, 2600, history.Swap, history.Unknown),
		at(9, 2900, 2950, history.Read, history.Won, outside),
	)
	type row struct {
		Operation, Outcome   string
		Count, Answered, Lag int64
	}
	var got []row
	for _, op := range r.Operations {
		for _, o := range op.Outcomes {
			got = append(got, row{op.Name, o.Outcome, o.Count, o.Response.Count, o.Lag.Count})
		}
	}
	want := []row{
		{"operation 2", "won", 1, 1, 0},
		{"operation 1", "won", 1, 1, 0},
		{"operation 1", "lost", 1, 1, 0},
		{"operation 1", "unknown", 1, 0, 0},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("operations -want +got:\n%s", d)
	}
	wantCodes := []load.Code{{Status: 0, Count: 1}, {Status: 200, Count: 1}, {Status: 201, Count: 1}, {Status: 412, Code: "Code7", Count: 1}}
	if d := cmp.Diff(wantCodes, r.Codes); d != "" {
		t.Errorf("codes -want +got:\n%s", d)
	}
	if r.Seconds != 2 || r.Contention.Rate != 2 || r.Pace.Sent != 4 || r.Pace.Requested != 4 {
		t.Errorf("seconds %g, rate %g, sent %d, requested %d; want 2, 2, 4, 4", r.Seconds, r.Contention.Rate, r.Pace.Sent, r.Pace.Requested)
	}
	if r.Response.Count != 3 || r.Response.Max != 40*time.Millisecond {
		t.Errorf("response %d up to %v, want 3 up to 40ms", r.Response.Count, r.Response.Max)
	}
}

func TestSecondsTakeInvokesAsSentAndReturnsAsOutcomes(t *testing.T) {
	t.Parallel()
	r := measure(stats.Options{Clients: 1, From: 1000 * ms}, 3500,
		at(0, 1000, 1100, history.Swap, history.Won, attempt),
		at(0, 1900, 2100, history.Swap, history.Lost, attempt),
		at(0, 2950, 2960, history.Swap, history.Unknown, attempt),
		at(0, 3400, 4600, history.Swap, history.Won, attempt), // answered after the end: counts in the last second
	)
	want := []load.Second{
		{At: 0, Sent: 2, Commits: 1, Outcomes: map[string]int64{"won": 1}, P50: 100 * time.Millisecond, P99: 100 * time.Millisecond, Max: 100 * time.Millisecond},
		{At: 1, Sent: 1, Outcomes: map[string]int64{"lost": 1, "unknown": 1}, P50: 200 * time.Millisecond, P99: 200 * time.Millisecond, Max: 200 * time.Millisecond},
		{At: 2, Sent: 1, Commits: 1, Outcomes: map[string]int64{"won": 1}, Max: 1200 * time.Millisecond},
	}
	if d := cmp.Diff(want, r.Series); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

func TestALongSeriesKeepsEverySecond(t *testing.T) {
	t.Parallel()
	var events []history.Event
	for i := range int64(300) {
		events = append(events, at(0, i*1000, i*1000+i+1, history.Read, history.Won))
	}
	r := measure(stats.Options{Clients: 1}, 300_000, events...)
	if len(r.Series) != 300 {
		t.Fatalf("%d seconds, want 300", len(r.Series))
	}
	for i, in := range r.Series {
		if want := time.Duration(int64(i)+1) * time.Millisecond; in.Sent != 1 || in.P99 != want || in.Max != want {
			t.Errorf("second %d: %+v, want one response of %v", i, in, want)
		}
	}
}

func TestAnEmptyRunSaysNothing(t *testing.T) {
	t.Parallel()
	got := measure(stats.Options{Clients: 4}, 2000)
	want := load.Run{Seconds: 2, Codes: []load.Code{}, Pace: load.Pace{Clients: 4}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// TestTheOrderOfBatchesDoesNotMatter adds the same random history in several
// orders that all keep the order within each client.
func TestTheOrderOfBatchesDoesNotMatter(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(thorough.Seed(t), 0))
	events := random(rng, 10_000)
	var want load.Run
	for try := range 3 {
		a := stats.New(stats.Options{Book: book{}, From: s / 4, Clients: 16, Scheduled: true, LateAfter: time.Millisecond})
		mixed := slices.Clone(events)
		if try > 0 {
			mixed = shuffled(rng, events, 500*ms)
		}
		for len(mixed) > 0 {
			n := min(1+rng.IntN(3000), len(mixed))
			a.Add(mixed[:n])
			mixed = mixed[n:]
		}
		last := events[len(events)-1].Invoke
		got := a.Finish(last)
		if try == 0 {
			want = got
			continue
		}
		if d := cmp.Diff(want, got, cmpopts.EquateApprox(1e-9, 0), cmpopts.EquateEmpty(), meansWithinANanosecond()); d != "" {
			t.Fatalf("try %d -want +got:\n%s", try, d)
		}
	}
}

// meansWithinANanosecond allows for the order in which floats are summed.
func meansWithinANanosecond() cmp.Option {
	return cmp.Comparer(func(a, b time.Duration) bool { return math.Abs(float64(a-b)) <= 1 })
}

// random returns a history of 16 clients with every kind of operation, in order
// of invocation.
func random(rng *rand.Rand, n int) []history.Event {
	var out []history.Event
	now := make([]int64, 16)
	for i := range n {
		c := uint32(rng.IntN(len(now)))
		ops := []history.Op{history.Read, history.Swap, history.Acquire, history.Release, history.Break, history.Put, history.Get, history.Remove}
		e := history.Event{
			Client: c, Seq: uint32(i), Op: ops[rng.IntN(len(ops))], Outcome: history.Outcome(1 + rng.IntN(7)),
			Key: uint32(rng.IntN(3)), Name: uint16(rng.IntN(5)), Code: uint16(rng.IntN(3)), Status: 200,
			Intended: now[c], Invoke: now[c] + rng.Int64N(2*ms),
			Lease: history.Token(1 + rng.IntN(4)), Value: uint64(rng.IntN(50)), Arg: rng.Int64N(20 * ms), Got: rng.Int64N(3),
		}
		if e.Op == history.Swap {
			e.Flags = history.Attempt
		}
		e.Return = e.Invoke + rng.Int64N(5*ms)
		now[c] = e.Return
		if e.Outcome.Uncertain() {
			e.Return = history.Open
		}
		out = append(out, e)
	}
	slices.SortStableFunc(out, func(a, b history.Event) int { return int(a.Invoke - b.Invoke) })
	return out
}

// shuffled delays clients against each other by up to spread.
func shuffled(rng *rand.Rand, events []history.Event, spread int64) []history.Event {
	delay := make([]int64, 16)
	for i := range delay {
		delay[i] = rng.Int64N(spread)
	}
	out := slices.Clone(events)
	slices.SortStableFunc(out, func(a, b history.Event) int {
		return int(a.Invoke + delay[a.Client] - b.Invoke - delay[b.Client])
	})
	return out
}

func TestLiveFollowsTheNewestWholeSecond(t *testing.T) {
	t.Parallel()
	a := stats.New(stats.Options{Book: book{}, From: 1000 * ms, Clients: 1, Scheduled: true, LateAfter: 50 * time.Millisecond})
	a.Add([]history.Event{at(0, 400, 500, history.Swap, history.Won, attempt)})
	if got := a.Live(); got.Seconds != -.5 || got.Sent != 0 {
		t.Errorf("in the warm-up: %+v", got)
	}
	a.Add([]history.Event{
		at(0, 1100, 1110, history.Swap, history.Won, attempt),
		at(0, 1200, 1230, history.Swap, history.Lost, attempt, intended(1120)),
		at(0, 1300, 1310, history.Swap, history.Unknown, attempt),
	})
	if got := a.Live(); math.Abs(got.Rate-10) > 1e-9 {
		t.Errorf("rate in the first second: %g, want 3 in 300 ms", got.Rate)
	}
	a.Add([]history.Event{at(0, 2500, 2510, history.Swap, history.Won, attempt)})
	want := stats.Live{Seconds: 1.51, Rate: 3, Goodput: 1, ConflictRate: 1. / 3, P99: 110 * time.Millisecond, Sent: 4, Late: 1, Errors: 1}
	if d := cmp.Diff(want, a.Live(), cmpopts.EquateApprox(1e-9, 0)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

func BenchmarkAdd(b *testing.B) {
	for _, name := range []string{"blobs", "leases and queues"} {
		b.Run(name, func(b *testing.B) {
			const size = 8192
			events := random(rand.New(rand.NewPCG(1, 2)), size)
			for i := range events {
				if name == "blobs" {
					events[i].Op = history.Swap
					events[i].Flags = history.Attempt
				}
				events[i].Name = uint16(events[i].Op)
			}
			span := events[size-1].Invoke
			a := stats.New(stats.Options{Book: book{}, Clients: 16, Scheduled: true, LateAfter: time.Millisecond})
			b.ResetTimer()
			for n := 0; n < b.N; n += size {
				a.Add(events)
				b.StopTimer()
				for i := range events {
					events[i].Intended += span
					events[i].Invoke += span
					if events[i].Return != history.Open {
						events[i].Return += span
					}
				}
				b.StartTimer()
			}
			b.ReportMetric(float64(b.Elapsed())/float64(b.N), "ns/event")
		})
	}
}
