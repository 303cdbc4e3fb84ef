package messages

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"time"

	"ifmatch/reference/guid"
)

// Receipt is the pop receipt that a client shows to change or remove a message. It holds the instant at which the
// message becomes visible, in units of 100 ns, and a unique part. To clients it is opaque. // QUEUE-RCPT-18
type Receipt [20]byte

const unit = 100 // nanoseconds

// NewReceipt makes a receipt. The GUID must not have been used for another receipt.
func NewReceipt(nextVisible time.Time, unique guid.GUID) Receipt {
	var r Receipt
	binary.BigEndian.PutUint64(r[:8], uint64(nextVisible.UnixNano()/unit))
	copy(r[8:], unique[4:]) // without the version, which is the same in all
	return r
}

// NextVisible returns the instant for which the receipt was made.
func (r Receipt) NextVisible() time.Time {
	return time.Unix(0, int64(binary.BigEndian.Uint64(r[:8]))*unit).UTC()
}

// encoding accepts only one spelling of each receipt.
var encoding = base64.StdEncoding.Strict()

// String returns the receipt in the form that clients see: base64. // QUEUE-RCPT-19
func (r Receipt) String() string { return encoding.EncodeToString(r[:]) }

// ParseReceipt reads a receipt and reports whether it has the form of one.
func ParseReceipt(s string) (Receipt, bool) {
	var r Receipt
	if len(s) != encoding.EncodedLen(len(r)) {
		return r, false
	}
	b, err := encoding.DecodeString(s)
	if err != nil || len(b) != len(r) {
		return Receipt{}, false
	}
	return Receipt(b), true
}

// MarshalText returns the receipt as String does.
func (r Receipt) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads a receipt.
func (r *Receipt) UnmarshalText(text []byte) error {
	read, ok := ParseReceipt(string(text))
	if !ok {
		return errors.New("reading a pop receipt: it must be 20 bytes in base64")
	}
	*r = read
	return nil
}

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
