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
