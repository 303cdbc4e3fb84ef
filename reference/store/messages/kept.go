package messages

import (
	"cmp"
	"iter"
	"slices"

	"ifmatch/reference/guid"
	"ifmatch/reference/journal"
)

var _ journal.Part = (*Memory)(nil)

// record is a change in the form that a journal keeps: of a queue, or of one message or all messages in it.
type record struct {
	Life uint64 `json:",omitempty"` // of the queue; 0: its tombstone

	Name  string `json:",omitempty"`
	Queue *Queue `json:",omitempty"`

	Message *Message  `json:",omitempty"` // without its text, which follows the record
	Text    bool      `json:",omitempty"` // the text is new
	Gone    guid.GUID `json:",omitzero"`  // this message is removed
	Cleared bool      `json:",omitempty"` // all messages are removed
}

func queueRecord(name string, q *Queue) journal.Record {
	r := record{Name: name, Queue: q}
	if q.line != nil {
		r.Life = q.line.life
	}
	return journal.Encode(r)
}

func messageRecord(life uint64, m Message, text bool) journal.Record {
	data := []byte(m.Text)
	if m.Text = ""; !text {
		data = nil
	}
	return journal.Encode(record{Life: life, Message: &m, Text: text}, data)
}

// keep appends a message that was added or changed, with its text if that is new.
func (l *line) keep(m *Message, text bool) {
	if l.log != nil {
		l.log.Append(messageRecord(l.life, *m, text))
	}
}

func (l *line) keepGone(id guid.GUID) {
	if l.log != nil {
		l.log.Append(journal.Encode(record{Life: l.life, Gone: id}))
	}
}

func (l *line) keepCleared() {
	if l.log != nil {
		l.log.Append(journal.Encode(record{Life: l.life, Cleared: true}))
	}
}

// Keep makes the store append its changes to a log.
func (m *Memory) Keep(log *journal.Log) {
	m.log, m.living = log, nil
	m.queues.Load().Ascend("", func(_ string, q *Queue) bool {
		if q.line != nil {
			q.line.log = log
		}
		return true
	})
}

// Restore repeats a change.
func (m *Memory) Restore(kept []byte) error {
	var r record
	data, err := journal.Decode(kept, &r)
	if err != nil {
		return err
	}
	m.lives = max(m.lives, r.Life)
	if r.Queue != nil {
		m.restoreQueue(r)
		return nil
	}
	l := m.living[r.Life]
	if l == nil {
		return nil // written while the queue was being deleted
	}
	switch {
	case r.Message != nil:
		return l.restore(*r.Message, r.Text, string(data))
	case r.Cleared:
		l.clear()
	default:
		if e := l.byID[r.Gone]; e != nil {
			l.drop(e)
		}
	}
	return nil
}

func (m *Memory) restoreQueue(r record) {
	if old, _ := m.queues.Load().Get(r.Name); old != nil && old.line != nil && old.line.life != r.Life {
		delete(m.living, old.line.life)
	}
	if r.Life != 0 {
		if m.living == nil {
			m.living = make(map[uint64]*line)
		}
		if m.living[r.Life] == nil {
			m.living[r.Life] = newLine(r.Life, nil)
		}
		r.Queue.line = m.living[r.Life]
	}
	m.publish(r.Name, r.Queue)
}

// restore adds or changes a message.
func (l *line) restore(m Message, text bool, data string) error {
	e := l.byID[m.ID]
	if m.Text = data; e == nil {
		if !text {
			return nil // it had expired when the state was written
		}
		return l.add(m)
	}
	if !text {
		m.Text = e.Text
	}
	e.Message = m
	l.moved(e)
	return nil
}

// Present returns records of all queues and messages, the messages in the order in which they were added.
func (m *Memory) Present() iter.Seq[journal.Record] {
	type numbered struct {
		Message
		life, number uint64
	}
	var queues []journal.Record
	var list []numbered
	queues = append(queues, journal.Encode(record{Life: m.lives}))
	m.queues.Load().Ascend("", func(name string, q *Queue) bool {
		queues = append(queues, queueRecord(name, q))
		if q.line != nil {
			for _, e := range q.line.byID {
				list = append(list, numbered{e.Message, q.line.life, e.number})
			}
		}
		return true
	})
	slices.SortFunc(list, func(a, b numbered) int {
		return cmp.Or(cmp.Compare(a.life, b.life), cmp.Compare(a.number, b.number))
	})
	return func(yield func(journal.Record) bool) {
		for _, r := range queues {
			if !yield(r) {
				return
			}
		}
		for _, n := range list {
			if !yield(messageRecord(n.life, n.Message, true)) {
				return
			}
		}
	}
}
