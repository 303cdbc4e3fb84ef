// Package messages is the storage of the Queue service: queues of messages.
//
// An operation on a queue of a million messages costs O(log n) for each message that it touches. Messages are in two
// heaps, by the instants at which they are next visible and at which they expire, and can be found by their id. Every
// operation on messages holds the queue's lock. Two consumers that want the same message therefore come one after the
// other, and no two hold it in one visibility window. // QUEUE-POP-08 QUEUE-DEQ-06
//
// The package knows no protocol: the function passed to an operation decides what happens to a message.
package messages

import (
	"sync"
	"sync/atomic"
	"time"

	"ifmatch/reference/clock"
	"ifmatch/reference/guid"
	"ifmatch/reference/journal"
	"ifmatch/reference/store/ordered"
)

// Store is the storage of the Queue service. Memory implements it; decorators may wrap it.
type Store interface {
	// Queue returns the current version of a queue, or nil if there is none.
	Queue(name string) *Queue
	// UpdateQueue lets change make a new version of the queue from the current one, and publishes it. The current
	// version is nil if there never was one, and a tombstone after a deletion. If change fails, nothing happens.
	UpdateQueue(name string, change QueueChange) (*Queue, error)
	// ListQueues visits the queues in the order of their names, starting at the given name or after it, until visit
	// returns false.
	ListQueues(from string, visit func(name string, q *Queue) bool)

	// Put adds the message that draft makes. Its id must be new.
	Put(queue string, draft func(now time.Time) Message) (Message, error)
	// Take lets change alter the first n visible messages, and returns them after the change. It returns fewer if there
	// are no more.
	Take(queue string, n int, change Change) ([]Message, error)
	// Update lets change alter one message, visible or not. If change fails, nothing happens.
	Update(queue string, id guid.GUID, change PermittedChange) (Message, error)
	// Delete removes a message, visible or not, if permit allows it.
	Delete(queue string, id guid.GUID, permit func(m Message) error) error
	// Clear removes all messages, visible or not.
	Clear(queue string) error
	// Count returns the number of messages, visible or not.
	Count(queue string) (int, error)
}

// QueueChange makes the next version of a queue. It must not modify the old one.
type QueueChange func(old *Queue, now time.Time) (*Queue, error)

// Memory is a Store that keeps everything in memory.
type Memory struct {
	clock  clock.Clock
	writer sync.Mutex // held while a queue is published
	queues atomic.Pointer[ordered.Map[*Queue]]

	lives  uint64           // number of the newest queue; guarded by writer
	log    *journal.Log     // where changes are kept; nil: nowhere
	living map[uint64]*line // the messages by the number of their queue, while changes are restored
}

// New returns an empty store that uses the clock.
func New(c clock.Clock) *Memory {
	m := &Memory{clock: c}
	m.queues.Store(new(ordered.Map[*Queue]))
	return m
}

var _ Store = (*Memory)(nil)

// Queue returns the current version of a queue, or nil if there is none.
func (m *Memory) Queue(name string) *Queue {
	if q, _ := m.queues.Load().Get(name); q != nil && !q.Deleted() {
		return q
	}
	return nil
}

// UpdateQueue publishes a new version of a queue.
func (m *Memory) UpdateQueue(name string, change QueueChange) (*Queue, error) {
	m.writer.Lock()
	defer m.writer.Unlock()
	all := m.queues.Load()
	old, _ := all.Get(name)
	next, err := change(old, m.clock.Now())
	if err != nil {
		return nil, err
	}
	if next.line == nil && !next.Deleted() {
		m.lives++
		next.line = newLine(m.lives, m.keeper(m.lives))
	}
	m.publish(name, next)
	return next, nil
}

// publish lets readers see a version of a queue, after its record is in the log.
func (m *Memory) publish(name string, next *Queue) {
	more := m.queues.Load().With(name, next)
	if m.log != nil {
		r := queueRecord(name, next)
		m.log.Begin()
		defer m.log.End()
		m.log.Append(r)
	}
	m.queues.Store(&more)
}

// keeper returns what appends the changes in a queue to the log.
func (m *Memory) keeper(life uint64) func(change) {
	if m.log == nil {
		return nil
	}
	return func(c change) { m.log.Append(messageRecord(life, c)) }
}

// ListQueues visits the queues in the order of their names.
func (m *Memory) ListQueues(from string, visit func(name string, q *Queue) bool) {
	m.queues.Load().Ascend(from, func(name string, q *Queue) bool { return q.Deleted() || visit(name, q) })
}

// Put adds a message.
func (m *Memory) Put(queue string, draft func(now time.Time) Message) (added Message, err error) {
	err = m.locked(queue, func(l *line, now time.Time) error {
		added = draft(now)
		return l.add(added)
	})
	return added, err
}

// Take alters the first n visible messages.
func (m *Memory) Take(queue string, n int, change Change) (taken []Message, err error) {
	err = m.locked(queue, func(l *line, now time.Time) error {
		taken = l.take(n, now, change)
		return nil
	})
	return taken, err
}

// Update alters one message.
func (m *Memory) Update(queue string, id guid.GUID, change PermittedChange) (changed Message, err error) {
	err = m.locked(queue, func(l *line, now time.Time) error {
		changed, err = l.update(id, now, change)
		return err
	})
	return changed, err
}

// Delete removes one message.
func (m *Memory) Delete(queue string, id guid.GUID, permit func(m Message) error) error {
	return m.locked(queue, func(l *line, _ time.Time) error { return l.remove(id, permit) })
}

// Clear removes all messages. // QUEUE-CLR-01
func (m *Memory) Clear(queue string) error {
	return m.locked(queue, func(l *line, _ time.Time) error {
		l.clear()
		l.tell(change{Cleared: true})
		return nil
	})
}

// Count returns the number of messages. // QUEUE-CNT-02
func (m *Memory) Count(queue string) (n int, err error) {
	err = m.locked(queue, func(l *line, _ time.Time) error {
		n = len(l.byID)
		return nil
	})
	return n, err
}

// locked runs do on the messages of a queue, under the queue's lock and after removing expired messages. If the queue
// is deleted meanwhile, its messages go with it: the work then counts as having been done just before.
func (m *Memory) locked(queue string, do func(l *line, now time.Time) error) error {
	q := m.Queue(queue)
	if q == nil {
		return ErrNoQueue
	}
	q.line.mu.Lock()
	defer q.line.mu.Unlock()
	m.log.Begin()
	defer m.log.End()
	now := m.clock.Now() // not earlier: a caller that waits for the lock comes later
	q.line.expire(now)
	return do(q.line, now)
}
