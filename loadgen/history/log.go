package history

import (
	"errors"
	"sync"
)

// Log takes the events of one actor. Only one goroutine at a time may use it.
type Log struct {
	fail    func(error) // records an error
	mu      sync.Mutex
	events  []Event  // since the last flush
	spare   []Event  // the buffer of the flush before
	pending int64    // invocation of the exchange that is under way, or Open
	begun   int64    // invocation of the exchange that was begun last
	floor   int64    // no later invocation is earlier, because the watermark may be here
	_       [40]byte // a log has cache lines of its own
}

// Begin announces an exchange, before its first byte is sent. No watermark passes it before its
// Add. Begin returns the time to use as its invocation, which is later than invoke if a watermark
// has passed since the clock was read.
func (l *Log) Begin(invoke int64) int64 {
	l.mu.Lock()
	invoke = max(invoke, l.floor)
	l.pending, l.begun = invoke, invoke
	l.mu.Unlock()
	return invoke
}

// Add ends the exchange that was begun, and takes its events: none, one, or several at once. It
// moves invocations before the time that Begin returned to that time.
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

// take moves the log's events to the end of batch. From now on nothing is invoked before floor.
// The exchange that is under way, if any, was invoked at pending.
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

var errNotBegun = errors.New("record the history: the operation that was added had not begun")
