package workload

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"ifmatch/internal/sharedkey"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/payload"
	"ifmatch/loadgen/transport"
)

// rehearsal drives one actor with prepared answers.
type rehearsal struct {
	actor   Actor
	request Request
	x       Exchange
	answer  func(s Step, n int) *transport.Reply
	events  []history.Event
	id      Identity
}

func rehearse(tb testing.TB, w Workload, adjust func(*Options), answer func(o Options) func(Step, int) *transport.Reply) *rehearsal {
	o := w.Defaults
	adjust(&o)
	in, err := w.New(Env{Run: testRun, Prefix: "ifm-", Options: o, Book: history.NewDictionary(testRun), Now: func() int64 { return 1 }, Clients: 1})
	if err != nil {
		tb.Fatal(err)
	}
	r := &rehearsal{actor: in.Actor(0, rand.New(rand.NewPCG(1, 2))), answer: answer(o)}
	r.x.Request = &r.request
	r.exchange()
	return r
}

// exchange is one exchange without the network.
func (r *rehearsal) exchange() {
	r.id.Seq++
	r.x.ID, r.x.Step = r.id, r.actor.Next()
	r.request.Header, r.request.Body = r.request.Header[:0], r.request.Body[:0]
	r.actor.Fill(&r.request, r.id)
	r.x.Invoke = int64(r.id.Seq) * 10
	r.x.Return = r.x.Invoke + 5
	r.x.Reply = r.answer(r.x.Step, int(r.id.Seq))
	r.events, _ = r.actor.Done(&r.x, r.events[:0])
}

// entityAnswers grants every update; a read returns what an update wrote.
func entityAnswers(o Options) func(Step, int) *transport.Reply {
	fields := func(tag string) sharedkey.Header {
		return sharedkey.Header{
			{Name: "Cache-Control", Value: "no-cache"}, {Name: "ETag", Value: tag}, {Name: "Server", Value: "bench"},
			{Name: "x-ms-request-id", Value: "c0ffee00-0000-0000-0000-000000000000"}, {Name: "x-ms-version", Value: "2021-12-02"},
		}
	}
	tag := func(i int) string { return fmt.Sprintf(`W/"datetime'2026-11-21T13%%3A00%%3A00.%07dZ'"`, i+1) }
	read := &transport.Reply{Status: 200, Header: fields(tag(0)), Body: []byte(
		`{"PartitionKey":"p0","RowKey":"r0","Timestamp":"2026-11-21T13:00:00.0000001Z","Body":"` + string(payload.FillText(nil, o.Size, testRun, 7)) + `"}`)}
	var written [1024]*transport.Reply
	for i := range written {
		written[i] = &transport.Reply{Status: 204, Header: fields(tag(i))}
	}
	return func(s Step, n int) *transport.Reply {
		if s.Method == "GET" {
			return read
		}
		return written[n%len(written)]
	}
}

// messageAnswers answers every Get with four messages, and grants the rest.
func messageAnswers(o Options) func(Step, int) *transport.Reply {
	var lists [64]*transport.Reply
	for i := range lists {
		var b strings.Builder
		b.WriteString(`<?xml version="1.0" encoding="utf-8"?><QueueMessagesList>`)
		for k := range o.Batch {
			fmt.Fprintf(&b, "<QueueMessage><MessageId>5974b586-0df3-4e2d-ad0c-%012x</MessageId><InsertionTime>Fri, 09 Oct 2026 21:04:30 GMT</InsertionTime><ExpirationTime>Fri, 16 Oct 2026 21:04:30 GMT</ExpirationTime><PopReceipt>YzQ4Yzg1MDItYTc0Ny00OWNjLTkx%04dTEtZGM0%02d==</PopReceipt><TimeNextVisible>Fri, 09 Oct 2026 23:29:20 GMT</TimeNextVisible><DequeueCount>1</DequeueCount><MessageText>%s</MessageText></QueueMessage>",
				i*o.Batch+k, i, k, payload.FillText(nil, o.Size, testRun, uint64(i*o.Batch+k+1)))
		}
		b.WriteString("</QueueMessagesList>")
		lists[i] = &transport.Reply{Status: 200, Body: []byte(b.String())}
	}
	put := &transport.Reply{Status: 201}
	done := &transport.Reply{Status: 204, Header: sharedkey.Header{{Name: "x-ms-popreceipt", Value: "bmV3ZXI="}}}
	return func(s Step, n int) *transport.Reply {
		switch s.Method {
		case "GET":
			return lists[n%len(lists)]
		case "POST":
			return put
		}
		return done
	}
}

func readers(o *Options) { o.Reads = 1 }
func writers(o *Options) { o.Reads = 0 }

// TestAllocationsOfPatterns: an update allocates for its new version and the
// ETag. A received message is kept by its ID and pop receipt, and both are part
// of the address that deletes it.
func TestAllocationsOfPatterns(t *testing.T) {
	for _, test := range []struct {
		name      string
		exchanges *rehearsal
		allowed   float64
	}{
		{"entities read", rehearse(t, tableCAS, readers, entityAnswers), 0},
		{"entities written", rehearse(t, tableCAS, writers, entityAnswers), 2},
		{"messages", rehearse(t, queueConsume, writers, messageAnswers), 4},
	} {
		for range 1000 {
			test.exchanges.exchange() // afterwards the dictionary knows every receipt
		}
		if got := testing.AllocsPerRun(500, test.exchanges.exchange); got > test.allowed {
			t.Errorf("%s: %g allocations an exchange, want at most %g", test.name, got, test.allowed)
		}
	}
}

func BenchmarkTableCASRead(b *testing.B) {
	benchmarkTurns(b, rehearse(b, tableCAS, readers, entityAnswers))
}
func BenchmarkTableCASWrite(b *testing.B) {
	benchmarkTurns(b, rehearse(b, tableCAS, writers, entityAnswers))
}
func BenchmarkQueueConsume(b *testing.B) {
	benchmarkTurns(b, rehearse(b, queueConsume, writers, messageAnswers))
}

func benchmarkTurns(b *testing.B, r *rehearsal) {
	b.ReportAllocs()
	for b.Loop() {
		r.exchange()
	}
}

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
	b.exchange()
	return b
}

// exchange is one exchange without the network.
func (b *bench) exchange() {
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
		if got := testing.AllocsPerRun(500, b.exchange); got > test.most {
			t.Errorf("%s: %g allocations an operation, want at most %g", test.name, got, test.most)
		}
	}
}

func BenchmarkBlobCASRead(b *testing.B)  { benchmark(b, 1) }
func BenchmarkBlobCASWrite(b *testing.B) { benchmark(b, 0) }

func benchmark(b *testing.B, reads float64) {
	exchanges := newBench(b, reads)
	b.ReportAllocs()
	for b.Loop() {
		exchanges.exchange()
	}
}
