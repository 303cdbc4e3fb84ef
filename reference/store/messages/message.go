package messages

import (
	"errors"
	"time"

	"ifmatch/reference/guid"
)

// Errors for things that do not exist.
var (
	// ErrNoQueue means that the queue does not exist, or is being deleted.
	ErrNoQueue = errors.New("the queue does not exist")
	// ErrNoMessage means that the queue has no such message, or no longer has it.
	ErrNoMessage = errors.New("the message does not exist")
)

// Message is one message.
type Message struct {
	ID       guid.GUID // never changes
	Text     string
	Inserted time.Time
	Expires  time.Time // never changes; zero for a message that never expires
	// NextVisible is the instant from which the message is visible.
	NextVisible time.Time
	Receipt     Receipt
	Dequeues    int64
}

// Change alters a message.
type Change func(m *Message, now time.Time)

// PermittedChange alters a message, or returns an error that explains why it may not.
type PermittedChange func(m *Message, now time.Time) error

// change is what happened in a queue: to one message, or to all.
type change struct {
	Message *Message  `json:",omitempty"` // as it is after it was added or altered
	Text    bool      `json:",omitempty"` // its text is new
	Gone    guid.GUID `json:",omitzero"`  // this message is removed
	Cleared bool      `json:",omitempty"` // all messages are removed
}
