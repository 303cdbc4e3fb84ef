package ops

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Peeked is a message as Peek Messages shows it.
type Peeked struct {
	ID, Text string
	Count    int64 // times that it was retrieved
}

// What an expected message may leave open.
const (
	unseen   = "<any>"
	anyCount = -1
)

// String is how lists of messages read.
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

// samePeeked lets an expected message leave its text or count open.
func samePeeked(want, got Peeked) bool {
	return want.ID == got.ID && (want.Text == unseen || want.Text == got.Text) && (want.Count == anyCount || want.Count == got.Count)
}

// byMessage orders messages: in which order they come again nobody promises
// (QUEUE-DEQ-05).
func byMessage(list []Peeked) []Peeked {
	return slices.SortedFunc(slices.Values(list), func(a, b Peeked) int { return strings.Compare(a.ID, b.ID) })
}

// QueueMessage is a message as an answer shows it; what an answer lacks is zero.
type QueueMessage struct {
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

// ParseMessages reads the list of messages in the answer to Put, Get or Peek
// Messages.
func ParseMessages(body []byte) ([]QueueMessage, error) {
	var doc struct {
		XMLName  xml.Name       `xml:"QueueMessagesList"`
		Messages []QueueMessage `xml:"QueueMessage"`
	}
	if err := xml.Unmarshal(trimBOM(body), &doc); err != nil {
		return nil, fmt.Errorf("reading a list of messages: %w", err)
	}
	return doc.Messages, nil
}

// mostMessages is how many messages one answer can show. QUEUE-TIME-12
const mostMessages = 32

// peek reads what is visible in r's queue, as much as one answer shows.
func peek(ctx context.Context, c *Client, r Resource) ([]Peeked, Response, error) {
	n := strconv.Itoa(mostMessages)
	resp, err := peekMessages(ctx, c, r, Request{MessageCount: &n})
	if err != nil || resp.Status != http.StatusOK {
		return nil, resp, err
	}
	list, err := ParseMessages(resp.Body)
	if err != nil {
		return nil, resp, err
	}
	var out []Peeked
	for _, m := range list {
		p := Peeked{ID: m.ID, Text: m.Text}
		if m.Count == nil {
			return nil, resp, fmt.Errorf("reading a list of messages: message %s has no DequeueCount", m.ID)
		}
		p.Count = *m.Count
		out = append(out, p)
	}
	return out, resp, nil
}

// queueGone tells whether an answer says that the queue is not there.
func queueGone(resp Response) bool { return resp.Status == http.StatusNotFound }

// readQueue takes Get Queue Metadata, Get Queue ACL and Peek Messages. The
// approximate number of messages is no part of the state: it may be too high
// (QUEUE-CNT-01).
func readQueue(ctx context.Context, c *Client, r Resource, _ ReadOptions) (State, error) {
	s := State{Resource: r}
	resp, err := getQueueMetadata(ctx, c, r, Request{})
	switch {
	case err != nil:
		return s, err
	case queueGone(resp):
		return s, nil
	case resp.Status != http.StatusOK:
		return s, refuse("Get Queue Metadata", resp)
	}
	s.Exists, s.Metadata = true, headerMetadata(resp.Header)
	resp, err = getQueueACL(ctx, c, r, Request{})
	switch {
	case err != nil:
		return s, err
	case resp.Status == http.StatusForbidden:
		// A SAS cannot read permissions; they are then not judged.
		s.Loose = append(s.Loose, FieldPolicies)
	case queueGone(resp):
		s.contradict("Get Queue Metadata finds the queue, Get Queue ACL does not")
	case resp.Status != http.StatusOK:
		return s, refuse("Get Queue ACL", resp)
	default:
		if s.Policies, err = parsePolicies(resp.Body); err != nil {
			return s, err
		}
	}
	s.Messages, resp, err = peek(ctx, c, r)
	switch {
	case err != nil:
		return s, err
	case queueGone(resp):
		s.contradict("Get Queue Metadata finds the queue, Peek Messages does not")
	case resp.Status != http.StatusOK:
		return s, refuse("Peek Messages", resp)
	}
	return s, nil
}

// readMessage looks for a message among those that are visible. One inside a
// window cannot be told from one that is gone: no read shows it (QUEUE-PEEK-03).
func readMessage(ctx context.Context, c *Client, r Resource, _ ReadOptions) (State, error) {
	s := State{Resource: r}
	list, resp, err := peek(ctx, c, r)
	switch {
	case err != nil:
		return s, err
	case queueGone(resp):
		return s, nil
	case resp.Status != http.StatusOK:
		return s, refuse("Peek Messages", resp)
	}
	for _, p := range list {
		if p.ID == r.Message {
			s.Exists, s.Messages = true, append(s.Messages, p)
		}
	}
	if len(s.Messages) > 1 {
		s.contradict("Peek Messages shows message %s %d times", r.Message, len(s.Messages))
	}
	return s, nil
}

// QueueNames lists the account's queues whose names begin with prefix.
func QueueNames(ctx context.Context, c *Client, prefix string) ([]string, error) {
	var names []string
	req := Request{Prefix: prefix}
	for {
		resp, err := listQueues(ctx, c, Resource{Kind: Account}, req)
		if err == nil && resp.Status != http.StatusOK {
			err = refuse("List Queues", resp)
		}
		var page struct {
			Names []string `xml:"Queues>Queue>Name"`
			Next  string   `xml:"NextMarker"`
		}
		if err == nil {
			err = xml.Unmarshal(trimBOM(resp.Body), &page)
		}
		if err != nil {
			return names, fmt.Errorf("listing queues: %w", err)
		}
		names = append(names, page.Names...)
		if page.Next == "" || page.Next == req.Marker {
			return names, nil
		}
		req.Marker = page.Next
	}
}
