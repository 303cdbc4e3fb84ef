package check

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// Shapes are histories of every kind that a check is made for and that can be simulated.
func Shapes(n int) map[string]*history.History {
	return map[string]*history.History{
		"one blob":   simulateBlobs(simulated{Operations: n, Keys: 1, Clients: 32, Reads: 0.5, Stale: 0.3}),
		"64 blobs":   simulateBlobs(simulated{Operations: n, Keys: 64, Clients: 32, Reads: 0.5, Stale: 0.3}),
		"unknown":    simulateBlobs(simulated{Operations: n, Keys: 3, Clients: 8, Reads: 0.5, Stale: 0.1, Unknown: 0.02}),
		"overwrites": simulateBlobs(simulated{Operations: n, Keys: 4, Clients: 8, Reads: 0.5, Overwrites: 0.3}),
		"partitions": simulatePartitions(simulated{Operations: n, Keys: 3, Clients: 16, Reads: 0.3, Stale: 0.1, Unknown: 0.02, Batch: 3}),
	}
}

// streamed feeds a history to a Stream as a recorder would.
func streamed(h *history.History, o Options) Verdict {
	s := NewStream(h.Book, o)
	feed(s, h)
	return s.Close(h.Complete, h.Why)
}

// feed adds all events of a history to a Stream, with watermarks in between.
func feed(s *Stream, h *history.History) {
	const batch = 700
	later := slices.Clone(h.Events)
	first := make([]int64, len(later)+1) // earliest Invoke from each event on
	first[len(later)] = history.Open
	for i := len(later) - 1; i >= 0; i-- {
		first[i] = min(first[i+1], later[i].Invoke)
	}
	for i := 0; i < len(later); {
		n := min(i+batch, len(later))
		for n < len(later) && later[n].Group != 0 && later[n].Group == later[n-1].Group {
			n++
		}
		s.Add(later[i:n])
		s.Mark(first[n])
		i = n
	}
}

func TestCorrectHistoriesAreValid(t *testing.T) {
	t.Parallel()
	for name, h := range Shapes(30_000) {
		read := NewWhole(h.Book, Options{}, len(h.Events))
		for batch := range slices.Chunk(h.Events, 700) {
			read.Add(batch)
		}
		for how, v := range map[string]Verdict{"whole": History(h, Options{}), "read": read.Close(true, ""), "stream": streamed(h, Options{})} {
			if v.State != finding.Valid {
				t.Errorf("%s, %s: %s %s %+v", name, how, v.State, v.Why, v.Results)
			}
			if v.Operations != int64(len(h.Events)) || v.Keys == 0 || len(v.Assumptions) == 0 {
				t.Errorf("%s, %s: %d operations of %d, %d keys, %d assumptions", name, how, v.Operations, len(h.Events), v.Keys, len(v.Assumptions))
			}
		}
	}
}

// flip falsifies a read of a history: it shows an older version.
func flip(h *history.History) *history.History {
	c := *h
	c.Events = slices.Clone(h.Events)
	for i := len(c.Events) / 2; i < len(c.Events); i++ {
		e := &c.Events[i]
		if e.Op != history.Read || e.Value == 0 {
			continue
		}
		for k := i / 2; k < i; k++ {
			if w := c.Events[k]; w.Key == e.Key && w.Outcome == history.Won && w.Op == history.Swap && w.Value != e.Value && w.Return < e.Invoke {
				e.Tag, e.Value = w.Tag, w.Value
				return &c
			}
		}
	}
	return &c
}

func TestFlippedHistoriesAreInvalid(t *testing.T) {
	t.Parallel()
	for name, h := range Shapes(20_000) {
		h = flip(h)
		read := NewWhole(h.Book, Options{}, len(h.Events))
		for batch := range slices.Chunk(h.Events, 700) {
			read.Add(batch)
		}
		for how, v := range map[string]Verdict{"whole": History(h, Options{}), "read": read.Close(true, ""), "stream": streamed(h, Options{})} {
			if v.State != finding.Invalid || v.Violations == 0 || len(v.Results) == 0 {
				t.Errorf("%s, %s: %s with %d violations", name, how, v.State, v.Violations)
			}
		}
	}
}

func TestAPartMissing(t *testing.T) {
	t.Parallel()
	for name, h := range Shapes(1000) {
		h.Complete, h.Why = false, "the footer is missing"
		whole := History(h, Options{})
		// The events of one shard are missing, so versions that nobody wrote are no fault.
		shard := *h
		shard.Events = slices.DeleteFunc(slices.Clone(h.Events), func(e history.Event) bool { return e.Client%3 == 0 })
		part := History(&shard, Options{})
		damaged := History(flip(h), Options{})
		for what, v := range map[string]Verdict{"whole": whole, "a shard": part, "streamed": streamed(&shard, Options{})} {
			if v.State != finding.Incomplete || v.Why == "" {
				t.Errorf("%s, %s: %s %q, want incomplete", name, what, v.State, v.Why)
			}
		}
		if damaged.State == finding.Valid {
			t.Errorf("%s: a damaged part is %s", name, damaged.State)
		}
	}
}

func TestAProvenViolationStandsInAPart(t *testing.T) {
	t.Parallel()
	h := simulateBlobs(simulated{Operations: 5000, Keys: 1, Clients: 8, Reads: 0.5})
	h.Complete, h.Why = false, "the footer is missing"
	if v := History(flip(h), Options{}); v.State != finding.Invalid {
		t.Errorf("a stale read in a part of a history: %s, want invalid", v.State)
	}
}

func TestNothingIsNotValid(t *testing.T) {
	t.Parallel()
	v := History(&history.History{Book: history.NewDictionary("5f3a1b2c"), Complete: true}, Options{})
	if v.State != finding.Incomplete || v.Why == "" {
		t.Errorf("%s %q, want incomplete with a reason", v.State, v.Why)
	}
}

func TestRulesThatWereNotExercised(t *testing.T) {
	t.Parallel()
	h := simulatePartitions(simulated{Operations: 400, Keys: 1, Clients: 1, Reads: 0.5, Batch: 2})
	v := History(h, Options{})
	want := "a refused transaction of several entities"
	if !slices.Contains(v.NotObserved, want) {
		t.Errorf("not observed: %q, want %q among them", v.NotObserved, want)
	}
}

func TestPartitionOf(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{
		"table /t(PartitionKey='p0',RowKey='r3')":                  "table /t(PartitionKey='p0'",
		"table /t(PartitionKey='it''s',RowKey=',RowKey=''x')":      "table /t(PartitionKey='it''s'",
		"table /t(PartitionKey='',RowKey='')":                      "table /t(PartitionKey=''",
		"table /t":                                                 "",
		"table /t(PartitionKey='p0')":                              "",
		"blob /c/(PartitionKey='p0',RowKey='r3')":                  "",
		"table /t(PartitionKey='a'',RowKey=''b',RowKey='the row')": "table /t(PartitionKey='a'',RowKey=''b'",
	} {
		got, ok := PartitionOf(key)
		if !ok {
			got = ""
		}
		if got != want {
			t.Errorf("PartitionOf(%q) = %q, want %q", key, got, want)
		}
	}
}

func BenchmarkHistory(b *testing.B) {
	for _, n := range []int{100_000, 1_000_000} {
		for name, h := range Shapes(n) {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if v := History(h, Options{}); v.State != finding.Valid {
						b.Fatal(v.State, v.Why)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(h.Events)), "ns/operation")
			})
		}
	}
}

// TestLateUse checks that a live check does not call a resource valid that it did not see from
// the start.
func TestLateUse(t *testing.T) {
	t.Parallel()
	h := simulateBlobs(simulated{Operations: 20_000, Keys: 1, Clients: 4, Reads: 0.5})
	last := h.Events[len(h.Events)-1]
	_, id := h.Book.LeaseID(9, 1)
	h.Events = append(h.Events, history.Event{
		Op: history.Acquire, Outcome: history.Won, Status: 201, Lease: id, Arg: 15e9, Key: last.Key, Client: 9, Seq: 1, Invoke: last.Return + 1, Return: last.Return + 2,
	})
	if v := History(h, Options{}); v.State != finding.Valid {
		t.Fatalf("whole: %s %s", v.State, v.Why)
	}
	if v := streamed(h, Options{}); v.State != finding.Undecided || v.Why == "" {
		t.Errorf("live: %s %q, want undecided with a reason", v.State, v.Why)
	}
}

func TestWhatARunNeedsIsNotObservedOnce(t *testing.T) {
	t.Parallel()
	needs := []string{"conditional updates", "updates refused with 412", "reads", "lease handoffs"}
	for _, tc := range []struct {
		name  string
		reads float64
		want  []string
	}{
		// If there is a rule for it, its name is listed, and no rule twice.
		{"readers", 1, []string{"conditional updates", "a refused update", "lease handoff"}},
		{"one writer", 0.5, []string{"a refused update", "lease handoff"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			h := simulateBlobs(simulated{Operations: 200, Keys: 1, Clients: 1, Reads: tc.reads})
			for how, v := range map[string]Verdict{"whole": History(h, Options{Needs: needs}), "stream": streamed(h, Options{Needs: needs})} {
				slices.Sort(v.NotObserved)
				want := slices.Sorted(slices.Values(tc.want))
				if !slices.Equal(v.NotObserved, want) {
					t.Errorf("%s: not observed are %q, want %q", how, v.NotObserved, want)
				}
			}
		})
	}
}

// stale falsifies every read of a correct history except the first: it shows the version that
// the first one saw.
func stale(n int) *history.History {
	h := simulateBlobs(simulated{Operations: n, Keys: 1, Clients: 4, Reads: 0.5})
	var first *history.Event
	for i := range h.Events {
		e := &h.Events[i]
		switch {
		case e.Op != history.Read || e.Outcome != history.Won:
		case first == nil:
			first = e
		default:
			e.Tag, e.Value = first.Tag, first.Value
		}
	}
	return h
}

func TestASingleViolationIsCounted(t *testing.T) {
	t.Parallel()
	h := flip(simulateBlobs(simulated{Operations: 4000, Keys: 1, Clients: 4, Reads: 0.5}))
	if v := History(h, Options{}); v.Violations != 1 || v.More {
		t.Errorf("%s, %d violations, more: %t", v.State, v.Violations, v.More)
	}
}

func TestMoreViolationsThanAreLookedFor(t *testing.T) {
	thorough.Alone(t)
	thorough.Only(t)
	t.Parallel()
	for how, v := range map[string]Verdict{"whole": History(stale(1500), Options{}), "stream": streamed(stale(1500), Options{})} {
		if v.State != finding.Invalid || v.Violations == 0 || !v.More {
			t.Errorf("%s: %s, %d violations, more: %t", how, v.State, v.Violations, v.More)
		}
	}
}

// intruders makes a history in which one client holds a lease, and n others still acquire it.
func intruders(n int) *history.History {
	book := history.NewDictionary("00000001")
	h := &history.History{Book: book, Complete: true}
	for i := range uint32(n + 1) {
		_, id := book.LeaseID(i, 1)
		at := int64(i+1) * 1000
		h.Events = append(h.Events, history.Event{
			Client: i, Seq: 1, Key: book.Key("blob /c/b"), Op: history.Acquire, Outcome: history.Won, Lease: id, Arg: history.Infinite,
			Intended: at, Invoke: at, Return: at + 10,
		})
	}
	return h
}

func TestViolationsAreCountedBeyondThoseDescribed(t *testing.T) {
	t.Parallel()
	for how, v := range map[string]Verdict{"whole": History(intruders(40), Options{}), "stream": streamed(intruders(40), Options{})} {
		if v.Violations != 40 || v.More || len(v.Results[0].Violations) != 16 {
			t.Errorf("%s: %s with %d violations of which %d are described, more: %t", how, v.State, v.Violations, len(v.Results[0].Violations), v.More)
		}
	}
}

// TestShelf checks that each part gets its events in their order, whatever came between them.
func TestShelf(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	parts, want := []*part{{}, {}, {}, {}, {}}, map[*part]int64{}
	s := shelf{expected: 1000}
	for range 5000 {
		p := parts[r.IntN(4)]
		want[p]++
		s.put(p, &history.Event{Invoke: want[p]})
	}
	s.sort(parts)
	for k, p := range parts {
		if int64(len(p.pending)) != want[p] {
			t.Errorf("part %d has %d events, want %d", k, len(p.pending), want[p])
		}
		for n, e := range p.pending {
			if e.Invoke != int64(n)+1 {
				t.Fatalf("event %d of part %d is its %dth", n, k, e.Invoke)
			}
		}
	}
}
