package messages

import (
	"time"

	"ifmatch/reference/document"
	"ifmatch/reference/journal"
	"ifmatch/reference/metadata"
)

// record is a change in the form that a journal keeps: of a queue, or of what is in it.
type record struct {
	Life uint64 `json:",omitempty"` // of the queue; 0: its tombstone

	Name  string `json:",omitempty"`
	Queue *Queue `json:",omitempty"`

	Change change `json:",omitzero"`
}

func queueRecord(name string, q *Queue) journal.Record {
	r := record{Name: name, Queue: q}
	if q.line != nil {
		r.Life = q.line.life
	}
	return journal.Encode(r)
}

// messageRecord returns the record of a change in a queue. The text of a message follows it.
func messageRecord(life uint64, c change) journal.Record {
	var text []byte
	if c.Message != nil {
		bare := *c.Message
		if c.Text {
			text = []byte(bare.Text)
		}
		bare.Text, c.Message = "", &bare
	}
	return journal.Encode(record{Life: life, Change: c}, text)
}

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
