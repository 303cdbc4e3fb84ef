package messages

import (
	"errors"
	"time"

	"ifmatch/reference/guid"
)

// What a message cannot be found for.
var (
	// ErrNoQueue means that the queue does not exist, or is being deleted.
	ErrNoQueue = errors.New("the queue does not exist")
	// ErrNoMessage means that the queue has no such message, or none any more.
	ErrNoMessage = errors.New("the message does not exist")
)

// Message is one message.
type Message struct {
	ID       guid.GUID // for good
	Text     string
	Inserted time.Time
	Expires  time.Time // for good; zero for a message that never does
	// NextVisible is the instant from which the message is visible.
	NextVisible time.Time
	Receipt     Receipt
	Dequeues    int64
}

// Change alters a message.
type Change func(m *Message, now time.Time)

// PermittedChange alters a message, or says why it may not.
type PermittedChange func(m *Message, now time.Time) error
