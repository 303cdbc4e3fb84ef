package messages

import (
	"cmp"
	"iter"
	"slices"

	"ifmatch/reference/journal"
)

var _ journal.Part = (*Memory)(nil)

// Keep makes the store append its changes to a log.
func (m *Memory) Keep(log *journal.Log) {
	m.log, m.living = log, nil
	m.queues.Load().Ascend("", func(_ string, q *Queue) bool {
		if q.line != nil {
			q.line.kept = m.keeper(q.line.life)
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
	case r.Change.Message != nil:
		return l.restore(*r.Change.Message, r.Change.Text, string(data))
	case r.Change.Cleared:
		l.clear()
	default:
		if e := l.byID[r.Change.Gone]; e != nil {
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
			if !yield(messageRecord(n.life, change{Message: &n.Message, Text: true})) {
				return
			}
		}
	}
}
