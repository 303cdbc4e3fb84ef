package messages

import (
	"errors"
	"math"
	"sync"
	"time"

	"ifmatch/reference/guid"
)

// line holds the messages of one queue.
type line struct {
	mu   sync.Mutex // guards all of this
	byID map[guid.GUID]*entry
	due  [orders]heap
	last uint64 // number of the latest message

	life uint64       // number of the queue among all that the store ever had
	kept func(change) // is told of every change, except that a message expires; nil: nobody is
}

func newLine(life uint64, kept func(change)) *line {
	l := &line{life: life, kept: kept}
	l.clear()
	return l
}

func (l *line) clear() {
	l.byID = make(map[guid.GUID]*entry)
	for order := range l.due {
		l.due[order] = heap{order: order}
	}
}

// instant returns a moment in the form that heaps compare. A time that never comes sorts last.
func instant(t time.Time) int64 {
	if t.IsZero() {
		return math.MaxInt64
	}
	return t.UnixNano()
}

// errTwice cannot happen as long as ids are made by a guid.Source.
var errTwice = errors.New("the queue has a message with this id already")

func (l *line) add(m Message) error {
	if l.byID[m.ID] != nil {
		return errTwice
	}
	l.last++
	e := &entry{Message: m, number: l.last}
	e.due = [orders]int64{byVisibility: instant(m.NextVisible), byExpiry: instant(m.Expires)}
	l.byID[m.ID] = e
	for order := range l.due {
		l.due[order].push(e)
	}
	l.tell(change{Message: &e.Message, Text: true})
	return nil
}

func (l *line) drop(e *entry) {
	delete(l.byID, e.ID)
	for order := range l.due {
		l.due[order].remove(e)
	}
}

// expire removes the messages whose time to live is over, even invisible ones. // QUEUE-TIME-14
func (l *line) expire(now time.Time) {
	until := now.UnixNano()
	for h := &l.due[byExpiry]; len(h.entries) > 0 && h.entries[0].due[byExpiry] <= until; {
		l.drop(h.entries[0])
	}
}

func (l *line) take(n int, now time.Time, alter Change) []Message {
	first := l.due[byVisibility].first(n, now.UnixNano())
	taken := make([]Message, len(first))
	for i, e := range first {
		text := e.Text
		alter(&e.Message, now)
		l.moved(e)
		l.tell(change{Message: &e.Message, Text: e.Text != text})
		taken[i] = e.Message
	}
	return taken
}

func (l *line) update(id guid.GUID, now time.Time, alter PermittedChange) (Message, error) {
	e := l.byID[id]
	if e == nil {
		return Message{}, ErrNoMessage
	}
	next := e.Message
	if err := alter(&next, now); err != nil {
		return Message{}, err
	}
	changed := next.Text != e.Text
	e.Message = next
	l.moved(e)
	l.tell(change{Message: &next, Text: changed})
	return next, nil
}

func (l *line) remove(id guid.GUID, permit func(m Message) error) error {
	e := l.byID[id]
	if e == nil {
		return ErrNoMessage
	}
	if err := permit(e.Message); err != nil {
		return err
	}
	l.drop(e)
	l.tell(change{Gone: id})
	return nil
}

// tell tells of a change.
func (l *line) tell(c change) {
	if l.kept != nil {
		l.kept(c)
	}
}

// moved restores the order after a message was changed.
func (l *line) moved(e *entry) {
	if due := instant(e.NextVisible); due != e.due[byVisibility] {
		e.due[byVisibility] = due
		l.due[byVisibility].fix(e)
	}
}
