package queue

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// message is a message as an answer shows it; what an answer lacks is zero.
type message struct {
	ID          string  `xml:"MessageId"`
	Inserted    rfcTime `xml:"InsertionTime"`
	Expires     rfcTime `xml:"ExpirationTime"`
	PopReceipt  string  `xml:"PopReceipt"`
	NextVisible rfcTime `xml:"TimeNextVisible"`
	Count       *int64  `xml:"DequeueCount"`
	Text        string  `xml:"MessageText"`
}

// rfcTime is a time in whole seconds, as the answers of the service write it
// (QUEUE-TIME-06).
type rfcTime struct{ time.Time }

// UnmarshalText reads an HTTP date.
func (t *rfcTime) UnmarshalText(b []byte) (err error) {
	t.Time, err = http.ParseTime(string(b))
	return err
}

// String writes it in the same way; empty for none.
func (t rfcTime) String() string { return scenario.HTTPDate(t.Time) }

// parseMessages reads the list of messages in the answer to Put, Get or Peek
// Messages.
func parseMessages(body []byte) ([]message, error) {
	var doc struct {
		XMLName  xml.Name  `xml:"QueueMessagesList"`
		Messages []message `xml:"QueueMessage"`
	}
	if err := xml.Unmarshal(sdk.TrimBOM(body), &doc); err != nil {
		return nil, fmt.Errorf("reading a list of messages: %w", err)
	}
	return doc.Messages, nil
}

// Peeked is a message as Peek Messages shows it.
type Peeked struct {
	ID, Text string
	Count    int64 // times that it was retrieved
}

// Values of an expected message that match anything.
const (
	unseen   = "<any>"
	anyCount = -1
)

// String is the message in lists of messages.
func (p Peeked) String() string {
	text := fmt.Sprintf("%q", p.Text)
	if p.Text == unseen {
		text = "with some text"
	}
	if p.Count == anyCount {
		return fmt.Sprintf("%s %s", p.ID, text)
	}
	return fmt.Sprintf("%s %s retrieved %d times", p.ID, text, p.Count)
}

// same reports whether two messages agree; an expected one may leave its text or count open.
func (p Peeked) same(got Peeked) bool {
	return p.ID == got.ID && (p.Text == unseen || p.Text == got.Text) && (p.Count == anyCount || p.Count == got.Count)
}

// byID sorts messages: no document promises the order in which they reappear
// (QUEUE-DEQ-05).
func byID(list []Peeked) []Peeked {
	return slices.SortedFunc(slices.Values(list), func(a, b Peeked) int { return strings.Compare(a.ID, b.ID) })
}

// retrievals is the message's dequeue count; empty if it shows none.
func (m message) retrievals() string {
	if m.Count == nil {
		return ""
	}
	return strconv.FormatInt(*m.Count, 10)
}
