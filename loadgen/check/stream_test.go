package check

import (
	"fmt"
	"testing"
	"time"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// TestTheEndOfARecordingIsNoTime has a removal of a message without an answer. Only this
// removal explains that the queue is found empty afterwards. It must not count as long past
// just because the recording ended.
func TestTheEndOfARecordingIsNoTime(t *testing.T) {
	t.Parallel()
	book := history.NewDictionary("0123abcd")
	key, receipt := book.Key("queue /q"), book.Token("AgAAAAMAAAAAAAAA")
	at := func(n int64) int64 { return n * int64(time.Second) }
	events := []history.Event{
		{Op: history.Put, Value: 1, Outcome: history.Won, Status: 201, Invoke: at(1), Return: at(1) + 1},
		{Op: history.Get, Value: 1, Tag: receipt, Got: 1, Arg: at(2), Outcome: history.Won, Status: 200, Invoke: at(2), Return: at(2) + 1},
		{Op: history.Remove, Value: 1, If: receipt, Outcome: history.Unknown, Invoke: at(3), Return: history.Open},
		{Op: history.Get, Arg: at(2), Outcome: history.Won, Status: 200, Flags: history.Outside, Invoke: at(20), Return: at(20) + 1},
	}
	for i := range events {
		events[i].Key, events[i].Client, events[i].Seq = key, 1, uint32(i+1)
	}
	for _, answered := range []bool{false, true} {
		removed, want := events, finding.Valid
		if answered { // and refused, so the message is lost
			removed, want = append([]history.Event(nil), events...), finding.Invalid
			removed[2].Outcome, removed[2].Status, removed[2].Return = history.Absent, 404, at(3)+1
			removed[2].If = book.Token("AgAAAAMAAAAAAAAB")
		}
		s := NewStream(book, Options{})
		for i := range removed {
			s.Mark(removed[i].Invoke)
			s.Add(removed[i : i+1])
		}
		s.Mark(history.Open)
		if v := s.Close(true, ""); v.State != want {
			t.Errorf("removal answered: %v: the history is %s (%s), want %s", answered, v.State, v.Why, want)
		}
	}
}

// TestFullAppendBlobsAreLetGo appends to one blob after the other. Full blobs must be judged
// while the run goes on, although no more events of them come.
func TestFullAppendBlobsAreLetGo(t *testing.T) {
	t.Parallel()
	book := history.NewDictionary("0123abcd")
	s := NewStream(book, Options{})
	var now int64
	tick := func() int64 { now += int64(time.Second); return now }
	const blobs, blocks = 20, 30
	seq := uint32(0)
	for b := range blobs {
		key := book.Key(fmt.Sprintf("blob /c/b%d", b))
		event := func(op history.Op, at int64) history.Event {
			seq++
			e := history.Event{Key: key, Client: 1, Seq: seq, Op: op, Outcome: history.Won, Status: 201, Invoke: tick(), Return: now + 1, Got: at}
			e.Tag = book.Token(fmt.Sprintf("0x8D%08d", seq))
			return e
		}
		events := []history.Event{event(history.Create, 0)}
		for i := range int64(blocks) {
			e := event(history.Append, i*10)
			e.Arg, e.Value = 10, history.ValueOf(1, e.Seq)
			events = append(events, e)
		}
		for i := range events {
			s.Mark(events[i].Invoke)
			s.Add(events[i : i+1])
		}
	}
	s.Mark(tick())
	kept := 0
	for _, p := range s.byKey {
		if p != nil && p.unsettled() {
			kept++
		}
	}
	if kept > 4 { // the blobs of the last minute or two
		t.Errorf("%d of %d blobs are still kept whole", kept, blobs)
	}
	if v := s.Close(true, ""); v.State != finding.Valid || v.Operations != blobs*(blocks+1) || v.Observed["appends"] != blobs*blocks {
		t.Errorf("%s (%s): %d operations, %v", v.State, v.Why, v.Operations, v.Observed)
	}
}
