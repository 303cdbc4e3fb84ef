package workload

import (
	"fmt"
	"strconv"
	"testing"

	"ifmatch/loadgen/history"
	"ifmatch/loadgen/transport"
)

// blobModel repeats a server's acts one after the other, and checks each event
// against its act.
type blobModel struct {
	book *history.Dictionary
	keys map[uint32]*modelBlob
}

// modelBlob is the true state of one blob.
type modelBlob struct {
	tag     history.Token // None: absent
	value   uint64        // of the last block of an append blob
	length  int64         // of an append blob
	changes int
	staged  map[uint64]int // by value of an upload: changes when its first block arrived
}

// verifySimulation compares the events of a simulated run with what the server did.
func verifySimulation(t *testing.T, d *driver) {
	t.Helper()
	byID := map[Identity]history.Event{}
	for _, e := range d.events {
		id := Identity{e.Client, e.Seq}
		if _, twice := byID[id]; twice {
			t.Errorf("exchange %v left two events", id)
		}
		byID[id] = e
	}
	m := blobModel{d.env.Book, map[uint32]*modelBlob{}}
	failures := 0
	for i, a := range d.acts {
		e, ok := byID[a.id]
		if !ok {
			if a.id.Client&(1<<history.SlotBits-1) != 1<<history.SlotBits-1 {
				t.Errorf("act %d of %v left no event", i, a.id)
			}
			continue // Create Container and Delete Container
		}
		if err := m.apply(e, a.reply); err != nil {
			t.Errorf("act %d, %s of %v (%+v): %v", i, d.env.Book.NameText(e.Name), a.id, e, err)
			if failures++; failures == 5 {
				t.FailNow()
			}
		}
	}
}

// apply checks one event and carries out its act.
func (m *blobModel) apply(e history.Event, truth *transport.Reply) error {
	b := m.keys[e.Key]
	if b == nil {
		b = &modelBlob{staged: map[uint64]int{}}
		m.keys[e.Key] = b
	}
	if e.Outcome == history.Wrong {
		return fmt.Errorf("judged wrong: %d %s", e.Status, m.book.CodeText(e.Code))
	}
	if !e.Outcome.Uncertain() && int(e.Status) != truth.Status {
		return fmt.Errorf("status %d, the server said %d", e.Status, truth.Status)
	}
	if e.Op == history.Read {
		return m.read(b, e)
	}
	if err := m.decided(b, e, truth); err != nil {
		return err
	}
	if truth.Status >= 300 {
		return nil
	}
	tag := m.book.Token(field(truth.Header, "ETag"))
	if e.Outcome == history.Won && e.Tag != tag {
		return fmt.Errorf("tag %q, the server said %q", m.book.Text(e.Tag), m.book.Text(tag))
	}
	switch e.Op {
	case history.Stage:
		if _, ok := b.staged[e.Value]; !ok {
			b.staged[e.Value] = b.changes
		}
		return nil
	case history.Delete:
		b.value = 0
	case history.Append:
		offset, _ := strconv.ParseInt(field(truth.Header, "x-ms-blob-append-offset"), 10, 64)
		if offset != b.length || e.Outcome == history.Won && e.Got != offset {
			return fmt.Errorf("appended at %d, the blob was %d long", e.Got, b.length)
		}
		b.value, b.length = e.Value, b.length+e.Arg
	default:
		b.value = e.Value
	}
	b.tag = tag
	b.changes++
	return nil
}

// read checks a read.
func (m *blobModel) read(b *modelBlob, e history.Event) error {
	none := e.Flags&history.IfNoneMatch != 0
	tail := e.Flags&history.Tail != 0
	switch {
	case e.Outcome.Uncertain():
		return nil
	case e.Outcome == history.Absent:
		if b.tag != history.None {
			return fmt.Errorf("absent, there is %q", m.book.Text(b.tag))
		}
	case e.Outcome != history.Won:
		return fmt.Errorf("outcome %d", e.Outcome)
	case e.Tag != b.tag:
		return fmt.Errorf("tag %q, it is %q", m.book.Text(e.Tag), m.book.Text(b.tag))
	case e.Flags&history.Torn != 0:
		return fmt.Errorf("torn")
	case none && (e.If == e.Tag) != (e.Status == 304):
		return fmt.Errorf("named %q, saw %q", m.book.Text(e.If), m.book.Text(e.Tag))
	case e.Status == 304 || m.book.NameText(e.Name) == "Get Blob Properties":
		if e.Value != 0 {
			return fmt.Errorf("a value without a body")
		}
	case e.Value != b.value:
		return fmt.Errorf("value %x, it is %x", e.Value, b.value)
	case tail && e.Got != b.length:
		return fmt.Errorf("length %d, it is %d", e.Got, b.length)
	}
	return nil
}

// decided checks that a write succeeded only where it should, and that its event
// records this.
func (m *blobModel) decided(b *modelBlob, e history.Event, truth *transport.Reply) error {
	success, met := truth.Status < 300, true
	switch e.Op {
	case history.Swap:
		met = e.If == b.tag && e.If != history.None
	case history.Create:
		met = b.tag == history.None
	case history.Delete:
		met = b.tag != history.None && (e.If == history.None || e.If == b.tag)
	case history.Append:
		met = e.If == history.None || e.If == m.book.Position(b.length)
	}
	if field(truth.Header, "x-ms-error-code") == "InvalidBlockList" {
		if b.staged[e.Value] == b.changes {
			return fmt.Errorf("blocks are gone although nobody committed")
		}
		met = false
	}
	switch {
	case success != met:
		return fmt.Errorf("the condition was met: %t, the server did it: %t", met, success)
	case e.Outcome.Uncertain():
	case success != (e.Outcome == history.Won):
		return fmt.Errorf("outcome %d", e.Outcome)
	}
	if attempt := e.Flags&history.Attempt != 0; attempt != (e.Op == history.Swap || e.Op == history.Write || e.Op == history.Append || e.Op == history.Create && (e.Value != 0)) {
		return fmt.Errorf("attempt: %t", attempt)
	}
	return nil
}
