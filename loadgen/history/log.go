package history

import (
	"errors"
	"sync"
)

// Log takes the events of one actor. It is used by one goroutine at a time.
type Log struct {
	fail    func(error) // records what went wrong
	mu      sync.Mutex
	events  []Event  // since the last flush
	spare   []Event  // the buffer of the flush before
	pending int64    // invocation of the exchange that is on its way, or Open
	begun   int64    // invocation of the last exchange that was begun
	floor   int64    // no invocation is earlier: the watermark may be here
	_       [40]byte // a log's cache lines are its own
}

// Begin announces an exchange, before its first byte is sent: until its Add no
// watermark passes it. It returns the time to take as its invocation, which is
// later than invoke if a watermark went by since the clock was read.
func (l *Log) Begin(invoke int64) int64 {
	l.mu.Lock()
	invoke = max(invoke, l.floor)
	l.pending, l.begun = invoke, invoke
	l.mu.Unlock()
	return invoke
}

// Add ends the exchange that was begun and takes all that is known of it: no event,
// one, or several at once. Invocations before the time that Begin returned are set
// to that time.
func (l *Log) Add(events ...Event) {
	l.mu.Lock()
	if l.pending == Open && len(events) > 0 {
		l.fail(errNotBegun)
	}
	for i := range events {
		l.events = append(l.events, events[i])
		e := &l.events[len(l.events)-1]
		e.Invoke = max(e.Invoke, l.begun)
	}
	l.pending = Open
	l.mu.Unlock()
}

// take moves the log's events to the end of batch. From now on nothing is invoked
// before floor, and whatever is on its way was invoked at pending.
func (l *Log) take(batch []Event, floor int64) (_ []Event, pending int64) {
	l.mu.Lock()
	taken := l.events
	l.events, l.spare = l.spare[:0], nil
	l.floor, pending = floor, l.pending
	l.mu.Unlock()
	batch = append(batch, taken...)
	l.mu.Lock()
	l.spare = taken
	l.mu.Unlock()
	return batch, pending
}

var errNotBegun = errors.New("record the history: an operation was added that had not begun")
