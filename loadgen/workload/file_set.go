package workload

import (
	"context"
	"fmt"
	"strconv"
	"sync/atomic"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/payload"
)

// fileSet is shared by the workloads on Azure Files: a share with the contended files,
// each with a number of blocks. Every write covers whole blocks.
type fileSet struct {
	env                   Env
	share                 string // path of the share
	files                 []*resource
	block                 int    // bytes
	blocks                int    // of a file
	create, putRange, get uint16 // names of operations in the history
	written               bytesWritten
}

// maxRange is the largest Put Range.
const maxRange = 4 << 20

// newFileSet names the files of a run; nothing is sent yet. No write has more blocks than
// a file.
func newFileSet(env Env, blocks int) (*fileSet, error) {
	if err := env.Options.check(maxRange / blocks); err != nil {
		return nil, err
	}
	s := &fileSet{
		env:      env,
		share:    "/" + env.Prefix + env.Run,
		block:    (env.Options.Size + payload.Atom - 1) / payload.Atom * payload.Atom,
		blocks:   blocks,
		create:   env.Book.Name("Create File"),
		putRange: env.Book.Name("Put Range"),
		get:      env.Book.Name("Get File"),
	}
	s.written.add(0)
	for i := range env.Options.Keys {
		path := s.share + "/f" + strconv.Itoa(i)
		s.files = append(s.files, &resource{path: path, key: env.Book.Key("file " + path)})
	}
	return s, nil
}

// length returns the length of a file in bytes.
func (s *fileSet) length() int { return s.block * s.blocks }

// locks returns the leases of the files, which never expire.
func (s *fileSet) locks() *lockSet { return newLockSet(&s.env, "File", "?comp=lease", s.files...) }

// Prepare creates the share and the files in it, full of zeros.
func (s *fileSet) Prepare(ctx context.Context, c Conn) error {
	step := Step{Service: target.File, Method: "PUT", Path: s.share + "?restype=share"}
	// An earlier, unanswered try may have created it.
	if err := plain(ctx, c, step, nil, history.Lost); err != nil {
		return fmt.Errorf("create the share: %w", err)
	}
	return each("create a file", s.files, func(f *resource) error {
		exchange := s.exchange(f)
		return exchange.ensure(ctx, c, exchange.step("PUT", ""), exchange.fillCreate, exchange.judgeWrite, history.Won)
	})
}

// Drain reads every file once.
func (s *fileSet) Drain(ctx context.Context, c Conn) error {
	return each(finally, s.files, func(f *resource) error {
		exchange := s.exchange(f)
		exchange.all()
		_, err := retryAll(ctx, c, exchange.step("GET", ""), exchange.fillRead, exchange.judgeRead, true)
		return err
	})
}

// Clean deletes the share and everything in it, leased or not. // FILE-LEASE-20
func (s *fileSet) Clean(ctx context.Context, c Conn) error {
	step := Step{Service: target.File, Method: "DELETE", Path: s.share + "?restype=share"}
	if err := plain(ctx, c, step, nil, history.Absent); err != nil {
		return fmt.Errorf("delete the share: %w", err)
	}
	return nil
}

// fileExchange is one exchange about a part of a file.
type fileExchange struct {
	exchange
	set          *fileSet
	reads        bool // it is a Get File
	from, length int  // bytes
	whole        bool
	grid         int64 // length of the blocks if the exchange creates the file
	runs         []payload.Run
}

func (s *fileSet) exchange(f *resource) fileExchange {
	return fileExchange{exchange: exchange{env: &s.env, service: target.File, about: f}, set: s}
}

// all makes the exchange cover the whole file.
func (t *fileExchange) all() { t.from, t.length, t.whole = 0, t.set.length(), true }

// part makes the exchange cover some blocks.
func (t *fileExchange) part(from, blocks int) {
	t.from, t.length, t.whole = from*t.set.block, blocks*t.set.block, false
}

// bytes returns the value of x-ms-range.
func (t *fileExchange) bytes() string {
	return "bytes=" + strconv.Itoa(t.from) + "-" + strconv.Itoa(t.from+t.length-1)
}

// fillCreate completes Create File.
func (t *fileExchange) fillCreate(r *Request, _ Identity) {
	t.all()
	t.grid = int64(t.set.block)
	r.set("x-ms-type", "file")
	r.set("x-ms-content-length", strconv.Itoa(t.length))
	r.set("x-ms-file-attributes", "None")
	r.set("x-ms-file-creation-time", "now")
	r.set("x-ms-file-last-write-time", "now")
	r.set("x-ms-file-permission", "inherit")
}

// fillWrite completes Put Range.
func (t *fileExchange) fillWrite(r *Request, id Identity) {
	t.grid = 0
	r.set("x-ms-range", t.bytes())
	r.set("x-ms-write", "update")
	t.set.written.add(id.Value())
	r.Body = payload.FillAtoms(r.Body[:0], t.length, t.env.Run, id.Value())
}

// fillRead completes Get File.
func (t *fileExchange) fillRead(r *Request, _ Identity) {
	t.grid = 0
	if !t.whole {
		r.set("x-ms-range", t.bytes())
	}
}

// Fill completes a Put Range or a Get File, as chosen.
func (t *fileExchange) Fill(r *Request, id Identity) {
	if t.flags = 0; t.reads {
		t.fillRead(r, id)
		return
	}
	t.flags = history.Attempt
	t.fillWrite(r, id)
}

// judge interprets the answer to it.
func (t *fileExchange) judge(x *Exchange, events []history.Event) []history.Event {
	if t.reads {
		return t.judgeRead(x, events)
	}
	return append(events, t.judgeWrite(x))
}

// event begins the event of an exchange about the part.
func (t *fileExchange) event(x *Exchange, op history.Op, name uint16) history.Event {
	e := t.told(x, op, name)
	e.If, e.Arg = t.env.Book.Position(int64(t.from)), int64(t.length)
	return e
}

// judgeWrite interprets the answer to Create File and Put Range.
func (t *fileExchange) judgeWrite(x *Exchange) history.Event {
	if t.grid > 0 {
		e := t.event(x, history.PutRange, t.set.create)
		if e.Got = t.grid; e.Outcome == history.Won {
			t.tag(x, &e, 201)
		}
		return e
	}
	e := t.event(x, history.PutRange, t.set.putRange)
	if e.Value = x.ID.Value(); e.Outcome == history.Won {
		t.tag(x, &e, 201)
	}
	return e
}

// judgeRead turns the answer to Get File into one event for each part written by one
// writer. A part mixed from several writers proves nothing; a part that nobody wrote is
// torn.
func (t *fileExchange) judgeRead(x *Exchange, events []history.Event) []history.Event {
	e := t.event(x, history.GetRange, t.set.get)
	if e.Outcome != history.Won {
		return append(events, e)
	}
	if t.tag(x, &e, t.success()...) == "" {
		return append(events, e)
	}
	if e.Status == 206 {
		if first, _, err := contentRange(field(x.Reply.Header, "Content-Range")); err != nil || first != int64(t.from) {
			irregular(t.env.Book, &e, badRange)
			return append(events, e)
		}
	}
	if len(x.Reply.Body) != t.length {
		e.Flags |= history.Torn
		return append(events, e)
	}
	return t.parts(e, x.Reply.Body, events)
}

// parts splits the event of a read into one for each part written by one writer.
func (t *fileExchange) parts(e history.Event, read []byte, events []history.Event) []history.Event {
	first := len(events)
	t.runs = payload.Runs(t.runs[:0], read, t.env.Run)
	for _, run := range t.runs {
		if run.Mixed && t.set.written.holds(run.Value) {
			continue
		}
		part := e
		part.If, part.Arg, part.Value = t.env.Book.Position(int64(t.from+run.At)), int64(run.Length), run.Value
		if run.Mixed {
			part.Flags, part.Value = part.Flags|history.Torn, 0
		}
		if len(events) > first {
			part.Flags, part.Lease = part.Flags|history.Follow, history.None
		}
		events = append(events, part)
	}
	if len(events) == first { // all of it is mixed
		e.Outcome = history.Wrong
		events = append(events, e)
	}
	return events
}

// success returns the documented statuses of a successful read.
func (t *fileExchange) success() []uint16 {
	if t.whole {
		return []uint16{200, 206}
	}
	return []uint16{206}
}

// bytesWritten holds the bytes of all values sent, by their position in the value. Where
// two Put Ranges may mix, each byte must still come from one of them. // FILE-LWW-09
type bytesWritten [8][4]atomic.Uint64

// add notes a value before it is sent.
func (w *bytesWritten) add(value uint64) {
	for i := range w {
		b := byte(value >> (8 * i))
		if set := &w[i][b>>6]; set.Load()&(1<<(b&63)) == 0 {
			set.Or(1 << (b & 63))
		}
	}
}

// holds reports whether each byte of a value was sent at its position.
func (w *bytesWritten) holds(value uint64) bool {
	for i := range w {
		if b := byte(value >> (8 * i)); w[i][b>>6].Load()&(1<<(b&63)) == 0 {
			return false
		}
	}
	return true
}
