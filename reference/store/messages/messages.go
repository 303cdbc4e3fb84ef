// Package messages is what the Queue service keeps: queues of messages.
//
// A queue of a million messages costs O(log n) for each message that an operation touches: messages stand in two heaps,
// by the instant at which they are next visible and by the one at which they expire, and can be found by their id.
// Whoever takes, changes or removes messages holds the queue's lock, so that of two who want the same message one is
// first: no two hold it in one visibility window. // QUEUE-POP-08 QUEUE-DEQ-06
//
// The package knows no protocol: what becomes of a message is decided by the function that is passed to an operation.
package messages

import (
	"sync"
	"sync/atomic"
	"time"

	"ifmatch/reference/clock"
	"ifmatch/reference/document"
	"ifmatch/reference/guid"
	"ifmatch/reference/metadata"
	"ifmatch/reference/store/ordered"
)

// Store is what the Queue service keeps. Memory is the implementation; a decorator may stand before it.
type Store interface {
	// Queue is the current version of a queue, nil if there is none.
	Queue(name string) *Queue
	// UpdateQueue lets change make a new version of the queue from the current one (nil if there never was one; a
	// tombstone after a deletion) and publishes it. If change fails, nothing happens.
	UpdateQueue(name string, change QueueChange) (*Queue, error)
	// ListQueues visits the queues in the order of their names, from the first that is not before the given one, until
	// visit returns false.
	ListQueues(from string, visit func(name string, q *Queue) bool)

	// Put adds the message that draft makes, whose id must be new.
	Put(queue string, draft func(now time.Time) Message) (Message, error)
	// Take lets change alter the first n messages that are visible, and returns them as they are then. It finds fewer
	// if there are no more.
	Take(queue string, n int, change Change) ([]Message, error)
	// Update lets change alter one message, visible or not. If change fails, nothing happens.
	Update(queue string, id guid.GUID, change PermittedChange) (Message, error)
	// Delete removes a message, visible or not, if permit allows it.
	Delete(queue string, id guid.GUID, permit func(m Message) error) error
	// Clear removes all messages, visible or not.
	Clear(queue string) error
	// Count is the number of messages, visible or not.
	Count(queue string) (int, error)
}

// QueueChange makes the next version of a queue; it must leave the old one alone.
type QueueChange func(old *Queue, now time.Time) (*Queue, error)

// Queue is one version of what a queue is, without its messages.
type Queue struct {
	Metadata metadata.List
	Policies []document.Policy

	// DeletedAt makes the version a tombstone: the name is taken, but nothing is there. // QUEUE-LIFE-02 QUEUE-LIFE-03
	DeletedAt time.Time

	line *line // one per life of the queue: a deletion leaves it behind
}

// Deleted reports whether the version is a tombstone.
func (q *Queue) Deleted() bool { return !q.DeletedAt.IsZero() }

// Memory keeps everything in memory.
type Memory struct {
	clock  clock.Clock
	writer sync.Mutex // held by who publishes a queue
	queues atomic.Pointer[ordered.Map[*Queue]]
}

// New returns an empty store that lives by the clock.
func New(c clock.Clock) *Memory {
	m := &Memory{clock: c}
	m.queues.Store(new(ordered.Map[*Queue]))
	return m
}

var _ Store = (*Memory)(nil)

// Queue is the current version of a queue, nil if there is none.
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
		next.line = newLine()
	}
	more := all.With(name, next)
	m.queues.Store(&more)
	return next, nil
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

// Take alters the first n messages that are visible.
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
		return nil
	})
}

// Count is the number of messages. // QUEUE-CNT-02
func (m *Memory) Count(queue string) (n int, err error) {
	err = m.locked(queue, func(l *line, _ time.Time) error {
		n = len(l.byID)
		return nil
	})
	return n, err
}

// locked lets do work on the messages of a queue, alone, after those have gone that have expired. A queue that is
// deleted meanwhile takes its messages with it: the work then counts as having been done just before.
func (m *Memory) locked(queue string, do func(l *line, now time.Time) error) error {
	q := m.Queue(queue)
	if q == nil {
		return ErrNoQueue
	}
	q.line.mu.Lock()
	defer q.line.mu.Unlock()
	now := m.clock.Now() // not before: who waits for the lock comes later
	q.line.expire(now)
	return do(q.line, now)
}
