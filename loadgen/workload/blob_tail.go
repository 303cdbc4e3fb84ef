package workload

import (
	"errors"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"ifmatch/loadgen/history"
	"ifmatch/loadgen/payload"
)

// judgeTail interprets the answer to a Get Blob with a range that begins at a
// block's start. Got is the length of the blob, Value its last block.
func (t *blobExchange) judgeTail(x *Exchange, b *appendBlob, from int64) history.Event {
	e := t.told(x, history.Read, t.set.get)
	e.Flags |= history.Tail
	if e.Outcome != history.Won {
		return e
	}
	success := []uint16{206, 200}
	if from > 0 {
		success = success[:1] // a range was requested, not the whole blob
	}
	if t.tag(x, &e, success...) == "" {
		return e
	}
	e.Got = int64(len(x.Reply.Body))
	if e.Status == 206 {
		first, length, err := contentRange(field(x.Reply.Header, "Content-Range"))
		if err != nil || first != from {
			irregular(t.env.Book, &e, badRange)
			return e
		}
		e.Got = length
	}
	if from+int64(len(x.Reply.Body)) != e.Got {
		e.Flags |= history.Torn
		return e
	}
	t.verifyBlocks(&e, x.Reply.Body)
	if e.Flags&history.Torn == 0 {
		b.grow(e.Got)
	}
	return e
}

// verifyBlocks verifies concatenated bodies, each a block of the workload's size,
// and takes the value of the last one.
func (t *blobExchange) verifyBlocks(e *history.Event, body []byte) {
	for len(body) > 0 {
		value, n, err := payload.Next(body, t.env.Run)
		if err != nil || n != t.env.Options.Size {
			e.Flags, e.Value = e.Flags|history.Torn, 0
			return
		}
		e.Value, body = value, body[n:]
	}
}

// badRange is a code of our own; see noETag.
const badRange = "(wrong Content-Range)"

// contentRange parses "bytes 512-1023/1024": the first byte and the length of the
// whole.
func contentRange(text string) (first, length int64, err error) {
	rest, ok := strings.CutPrefix(text, "bytes ")
	span, total, ok2 := strings.Cut(rest, "/")
	from, to, ok3 := strings.Cut(span, "-")
	if !ok || !ok2 || !ok3 {
		return 0, 0, errors.New("not of the form bytes FIRST-LAST/LENGTH")
	}
	var last int64
	for _, n := range []struct {
		text string
		to   *int64
	}{{from, &first}, {to, &last}, {total, &length}} {
		if *n.to, err = strconv.ParseInt(n.text, 10, 64); err != nil {
			return 0, 0, err
		}
	}
	if first < 0 || last < first || length <= last {
		return 0, 0, errors.New("the range is not within the whole")
	}
	return first, length, nil
}

// blocksPerBlob is how many blocks make a blob count as full: far below the
// service's limit, and few enough to read in one request.
func blocksPerBlob(size int) int64 {
	const most, bytes = 10_000, 32 << 20
	return int64(min(most, max(bytes/size, 16)))
}

// appendLog is a sequence of append blobs. Appends go to the last one.
type appendLog struct {
	name    string
	current atomic.Pointer[appendBlob]
	mu      sync.Mutex
	all     []*appendBlob
}

// appendBlob is one blob of a log.
type appendBlob struct {
	*resource
	length atomic.Int64 // a lower bound: the greatest length that any answer showed
}

// grow notes that the blob had at least this length.
func (b *appendBlob) grow(length int64) {
	for {
		known := b.length.Load()
		if known >= length || b.length.CompareAndSwap(known, length) {
			return
		}
	}
}

// advance makes the next blob the current one, unless another actor has done so
// already.
func (l *appendLog) advance(to *appendBlob) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, b := range l.all {
		if b == to && i > 0 && l.current.Load() == l.all[i-1] {
			l.current.Store(to)
		}
	}
}
