package check

import (
	"fmt"
	"runtime"
	"testing"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// live is how many bytes are in use.
func live() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// retained feeds a history to a Stream, and returns how many bytes it then holds.
func retained(h *history.History, o Options) (*Stream, int64) {
	before := live()
	s := NewStream(h.Book, o)
	feed(s, h)
	size := live() - before
	runtime.KeepAlive(h)
	return s, size
}

// TestAStreamOfManyResourcesIsSmall has many resources, of each of which only a few events come. They must not be kept until
// there are as many as a check of one resource collects. It is not parallel: it looks at the memory of the process.
func TestAStreamOfManyResourcesIsSmall(t *testing.T) {
	const keys, most = 1000, 32 << 20
	sizes := map[int]int64{}
	for _, each := range []int{150, 300} {
		h := simulateBlobs(simulated{Operations: each * keys, Keys: keys, Clients: 32, Reads: 0.5, Stale: 0.3})
		s, size := retained(h, Options{Undecided: -1})
		if sizes[each] = size; size > most {
			t.Errorf("of %d events of each of %d resources, a stream holds %d bytes, want at most %d", each, keys, size, most)
		}
		if v := s.Close(true, ""); v.State != finding.Valid {
			t.Errorf("the history is %s: %s", v.State, v.Why)
		}
	}
	if sizes[300] > sizes[150]*5/4 {
		t.Errorf("a stream holds %d bytes of a history, and %d of one twice as long", sizes[150], sizes[300])
	}
}

// TestResourcesAtRestAreSmall leaves some resources alone after many events, and then uses many others. The first must not
// keep what they could keep when they were alone.
func TestResourcesAtRestAreSmall(t *testing.T) {
	const first, most = 100, 28 << 20
	h := &history.History{Book: history.NewDictionary("0123abcd"), Complete: true}
	for i := range first + 2000 {
		e := history.Event{Key: h.Book.Key(fmt.Sprint("blob /c/b", i)), Client: 1, Op: history.Create, Outcome: history.Won, Status: 201}
		e.Return = int64(i) << 20
		for n := range uint64(2000) {
			if i >= first && n == 8 {
				break
			}
			e.Seq, e.Invoke, e.Return = uint32(n)+1, e.Return+1, e.Return+2
			e.If, e.Tag, e.Value = e.Tag, tag(h.Book, n+1), history.ValueOf(1, e.Seq)
			h.Events = append(h.Events, e)
			e.Op = history.Swap
		}
	}
	s, size := retained(h, Options{Undecided: -1})
	if size > most {
		t.Errorf("a stream holds %d bytes, want at most %d", size, most)
	}
	if v := s.Close(true, ""); v.State != finding.Valid {
		t.Errorf("the history is %s: %s", v.State, v.Why)
	}
}

func BenchmarkStream(b *testing.B) {
	for _, keys := range []int{1, 100, 1_000, 10_000} {
		h := simulateBlobs(simulated{Operations: 1_000_000, Keys: keys, Clients: 32, Reads: 0.5, Stale: 0.3})
		b.Run(fmt.Sprintf("%d keys", keys), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if v := streamed(h, Options{}); v.State != finding.Valid {
					b.Fatal(v.State, v.Why)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(h.Events)), "ns/operation")
			b.StopTimer()
			s, size := retained(h, Options{})
			b.ReportMetric(float64(size)/float64(keys), "B/key")
			runtime.KeepAlive(s)
		})
	}
}
