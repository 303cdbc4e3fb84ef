package check

import (
	"testing"
	"time"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// TestTheEndOfARecordingIsNoTime removes a message without an answer. The queue is
// found empty afterwards, which only this removal explains: it must not count as
// long past because the recording ended.
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
		if answered { // and refused: the message is lost
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
