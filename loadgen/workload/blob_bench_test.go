package workload

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"ifmatch/internal/sharedkey"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/payload"
	"ifmatch/loadgen/transport"
)

// bench drives one actor of blob-cas with prepared answers.
type bench struct {
	actor   Actor
	request Request
	x       Exchange
	reply   transport.Reply
	events  []history.Event
	tags    []string
	id      Identity
}

func newBench(tb testing.TB, reads float64) *bench {
	o := blobCAS.Defaults
	o.Reads = reads
	in, err := blobCAS.New(Env{Run: testRun, Prefix: "ifm-", Options: o, Book: history.NewDictionary(testRun)})
	if err != nil {
		tb.Fatal(err)
	}
	b := &bench{actor: in.Actor(0, rand.New(rand.NewPCG(1, 2)))}
	for i := range 1024 {
		b.tags = append(b.tags, fmt.Sprintf(`"0x8DE28F0%08X"`, i+1))
	}
	b.reply = transport.Reply{Body: payload.Fill(nil, o.Size, testRun, 7), Header: sharedkey.Header{
		{Name: "Content-Length", Value: "0"},
		{Name: "Last-Modified", Value: "Sat, 21 Nov 2026 13:00:00 GMT"},
		{Name: "ETag", Value: b.tags[0]},
		{Name: "Server", Value: "bench"},
		{Name: "x-ms-request-id", Value: "c0ffee00-0000-0000-0000-000000000000"},
		{Name: "x-ms-version", Value: "2021-12-02"},
		{Name: "Date", Value: "Sat, 21 Nov 2026 13:00:00 GMT"},
	}}
	b.x = Exchange{Request: &b.request, Reply: &b.reply}
	b.turn()
	return b
}

// turn is one exchange without the network.
func (b *bench) turn() {
	b.id.Seq++
	b.x.ID, b.x.Step = b.id, b.actor.Next()
	b.request.Header = b.request.Header[:0]
	b.actor.Fill(&b.request, b.id)
	b.x.Invoke = int64(b.id.Seq) * 10
	b.x.Return = b.x.Invoke + 5
	b.reply.Status = 200
	if b.x.Step.Method == "PUT" {
		b.reply.Status = 201
		b.reply.Header[2].Value = b.tags[b.id.Seq%1024]
	}
	b.events, _ = b.actor.Done(&b.x, b.events[:0])
}

// TestAllocations: a write allocates for its new version and the ETag; a read of a
// known version allocates nothing.
func TestAllocations(t *testing.T) {
	for _, test := range []struct {
		name  string
		reads float64
		most  float64
	}{{"reads", 1, 0}, {"writes", 0, 2}} {
		b := newBench(t, test.reads)
		if got := testing.AllocsPerRun(500, b.turn); got > test.most {
			t.Errorf("%s: %g allocations an operation, want at most %g", test.name, got, test.most)
		}
	}
}

func BenchmarkBlobCASRead(b *testing.B)  { benchmark(b, 1) }
func BenchmarkBlobCASWrite(b *testing.B) { benchmark(b, 0) }

func benchmark(b *testing.B, reads float64) {
	turns := newBench(b, reads)
	b.ReportAllocs()
	for b.Loop() {
		turns.turn()
	}
}
