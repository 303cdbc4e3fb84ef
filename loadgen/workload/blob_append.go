package workload

// blob-append is a log with many writers: actors append blocks to a blob, half of
// them with x-ms-blob-condition-appendpos, and read its end.
//
// Invariant: no block is lost, torn or applied twice. Blocks follow each other in
// some order, and each is at the offset that its append was answered with. An
// append with a position succeeds only if the blob ended there. No reader sees an
// end before one that was already acknowledged.
//
// All blocks have one size. When a blob holds enough of them, the actors continue
// with a new one, long before the service's limit of 50,000.

import (
	"context"
	"math/rand/v2"
	"strconv"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/payload"
)

var blobAppend = Workload{
	Name:       "blob-append",
	Sentence:   "append blocks to blobs, with and without a position, and read their ends",
	Invariant:  "no block is lost or applied twice, and each is where the answer to its writer said",
	Attempt:    "an Append Block, with a position or without",
	Commit:     "an Append Block whose answer says where its block is",
	Services:   []target.Service{target.Blob},
	Defaults:   Options{Keys: 1, Reads: 0.3, Size: 512},
	Heeds:      heeds(),
	Operations: []string{"Append Block", "Get Blob", "Put Blob"},
	Needs:      []string{"appends", "appends refused for their position", "reads"},
	New: on(newBlobSet, func(set *blobSet) Instance {
		size := set.env.Options.Size
		r := &blobAppendRun{blobSet: set, full: int64(size) * blocksPerBlob(size)}
		for i, b := range set.blobs {
			log := &appendLog{name: "b" + strconv.Itoa(i)}
			log.all = []*appendBlob{{resource: b}}
			log.current.Store(log.all[0])
			r.logs = append(r.logs, log)
		}
		return r
	}),
}

type blobAppendRun struct {
	*blobSet
	logs []*appendLog
	full int64 // length of a full blob
}

// Prepare creates the container and empty append blobs in it.
func (r *blobAppendRun) Prepare(ctx context.Context, c Conn) error {
	if err := r.createContainer(ctx, c); err != nil {
		return err
	}
	return each("create an append blob", r.logs, func(l *appendLog) error {
		exchange := r.exchange(l.current.Load().resource)
		return exchange.ensure(ctx, c, exchange.step("PUT", ""), func(q *Request, _ Identity) { exchange.fillCreateAppend(q) }, exchange.judgeCreateAppend,
			history.Won, history.Lost)
	})
}

// fillCreateAppend completes Put Blob for an empty append blob.
func (t *blobExchange) fillCreateAppend(r *Request) {
	t.named, t.flags = nil, 0
	r.set("x-ms-blob-type", "AppendBlob")
	r.set("If-None-Match", "*")
}

func (t *blobExchange) judgeCreateAppend(x *Exchange) history.Event {
	e := t.told(x, history.Create, t.set.put)
	t.settle(x, &e, 201)
	return e
}

// Drain reads every blob from its first block to its last.
func (r *blobAppendRun) Drain(ctx context.Context, c Conn) error {
	return each(finally, r.logs, func(l *appendLog) error {
		return each("a log", l.all, func(b *appendBlob) error {
			exchange := r.exchange(b.resource)
			_, err := retry(ctx, c, exchange.step("GET", ""), func(q *Request, _ Identity) { exchange.fillGet(q, nil) },
				func(x *Exchange) history.Event { return exchange.judgeTail(x, b, 0) }, true)
			return err
		})
	})
}

// Actor makes an actor that appends and reads.
func (r *blobAppendRun) Actor(_ int, rng *rand.Rand) Actor {
	return &appendActor{blobActor: r.actor(rng), run: r}
}

// after returns the blob that follows a full one. All actors get the same.
func (r *blobAppendRun) after(l *appendLog, full *appendBlob) *appendBlob {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, b := range l.all {
		if b == full && i+1 < len(l.all) {
			return l.all[i+1]
		}
	}
	b := &appendBlob{resource: r.blob(l.name + "-" + strconv.Itoa(len(l.all)+1))}
	l.all = append(l.all, b)
	return b
}

type appendActor struct {
	blobActor
	run  *blobAppendRun
	log  *appendLog
	at   *appendBlob
	op   history.Op
	from int64 // position of the append, or where the read begins; negative: none
	// reread is set after a refused position: the actor then reads where the end
	// is.
	reread bool
}

// Next chooses a log, and whether to read or to append. An actor that finds the
// blob full creates the next one.
func (a *appendActor) Next() Step {
	if !a.reread {
		a.log = a.run.logs[a.keys.next()]
	}
	a.at = a.log.current.Load()
	if a.at.length.Load() >= a.run.full {
		a.op, a.at = history.Create, a.run.after(a.log, a.at)
		a.about = a.at.resource
		return a.step("PUT", "")
	}
	a.about = a.at.resource
	if a.reread || a.rng.Float64() < a.o.Reads {
		a.op = history.Read
		return a.step("GET", "")
	}
	a.op = history.Append
	a.from = -1
	if a.rng.IntN(2) == 0 {
		a.from = 0
	}
	return a.step("PUT", "?comp=appendblock")
}

// Fill completes the request with the newest end that any actor knows.
func (a *appendActor) Fill(r *Request, id Identity) {
	end := a.at.length.Load()
	switch a.op {
	case history.Create:
		a.fillCreateAppend(r)
	case history.Read:
		a.fillGet(r, nil)
		a.from = -1
		if end > 0 {
			a.from = end - int64(a.o.Size)
			r.set("x-ms-range", "bytes="+strconv.FormatInt(a.from, 10)+"-")
		}
	default:
		a.named, a.flags = nil, history.Attempt
		if a.from >= 0 {
			a.from = end
			r.set("x-ms-blob-condition-appendpos", strconv.FormatInt(end, 10))
		}
		r.Body = payload.Fill(r.Body[:0], a.o.Size, a.env.Run, id.Value())
	}
}

// Done interprets the answer.
func (a *appendActor) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	switch a.op {
	case history.Create:
		e := a.judgeCreateAppend(x)
		if e.Outcome == history.Won || e.Outcome == history.Lost {
			a.log.advance(a.at)
		}
		return append(events, e), next(e)
	case history.Read:
		a.reread = false
		e := a.judgeTail(x, a.at, max(a.from, 0))
		return append(events, e), next(e)
	}
	e := a.judgeAppend(x)
	a.reread = e.Outcome == history.Lost
	return append(events, e), next(e)
}

// noOffset is a code of our own; see noETag.
const noOffset = "(no x-ms-blob-append-offset)"

// judgeAppend interprets the answer to Append Block.
func (a *appendActor) judgeAppend(x *Exchange) history.Event {
	e := a.told(x, history.Append, a.set.appendBlock)
	e.Value, e.Arg = x.ID.Value(), int64(len(x.Request.Body))
	if a.from >= 0 {
		e.If = a.env.Book.Position(a.from)
	}
	if e.Outcome != history.Won {
		return e
	}
	offset, err := strconv.ParseInt(field(x.Reply.Header, "x-ms-blob-append-offset"), 10, 64)
	text := field(x.Reply.Header, "ETag")
	switch book := a.env.Book; {
	case e.Status != 201:
		irregular(book, &e, unexpectedStatus)
	case err != nil || offset < 0:
		irregular(book, &e, noOffset)
	case text == "":
		irregular(book, &e, noETag)
	default:
		e.Got, e.Tag = offset, book.Token(text)
		a.at.grow(offset + e.Arg)
	}
	return e
}
