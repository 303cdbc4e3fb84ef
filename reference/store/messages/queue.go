package messages

import (
	"time"

	"ifmatch/reference/document"
	"ifmatch/reference/metadata"
)

// Queue is one version of a queue, without its messages.
type Queue struct {
	Metadata metadata.List
	Policies []document.Policy

	// DeletedAt makes the version a tombstone: the name is still taken, but the queue is gone.
	// // QUEUE-LIFE-02 QUEUE-LIFE-03
	DeletedAt time.Time

	line *line // one line per life of the queue: a deletion abandons it
}

// Deleted reports whether the version is a tombstone.
func (q *Queue) Deleted() bool { return !q.DeletedAt.IsZero() }
