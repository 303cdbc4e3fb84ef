package fault

import (
	"sync"
	"time"

	"ifmatch/reference/guid"
	"ifmatch/reference/store/messages"
)

// falsePromises is a store that does something else to the messages which it hides than it tells those who get them.
type falsePromises struct {
	messages.Store
	alter func(queue string, m *messages.Message, was time.Time)
}

func (s *falsePromises) Take(queue string, n int, change messages.Change) ([]messages.Message, error) {
	var promised []time.Time
	taken, err := s.Store.Take(queue, n, func(m *messages.Message, now time.Time) {
		was := m.NextVisible
		change(m, now)
		promised = append(promised, m.NextVisible)
		if m.NextVisible.After(now) {
			s.alter(queue, m, was)
		}
	})
	for i := range taken {
		taken[i].NextVisible = promised[i]
	}
	return taken, err
}

// sharingMessages leaves some of the messages visible that it gives away.
func sharingMessages(s messages.Store, d *dice) messages.Store {
	return &falsePromises{s, func(queue string, m *messages.Message, was time.Time) {
		if d.hit() {
			m.NextVisible = was
			d.show(queue, m.ID)
		}
	}}
}

// early is by how much a window is shorter than it should be.
const early = time.Second

// showingEarly shows a message again before the instant that it has promised to who got it.
func showingEarly(s messages.Store) messages.Store {
	return &falsePromises{s, func(_ string, m *messages.Message, _ time.Time) { m.NextVisible = m.NextVisible.Add(-early) }}
}

// losingMessages is a store that removes some messages right after they were put.
type losingMessages struct {
	messages.Store
	dice *dice
}

func (s *losingMessages) Put(queue string, draft func(now time.Time) messages.Message) (messages.Message, error) {
	m, err := s.Store.Put(queue, draft)
	if err == nil && s.dice.hit() {
		s.dice.show(queue, m.ID)
		// A consumer who was faster has the message, and it is not lost.
		_ = s.Delete(queue, m.ID, func(now messages.Message) error {
			if now.Dequeues > 0 {
				return messages.ErrNoMessage
			}
			return nil
		})
	}
	return m, err
}

// renamingMessages is a store that gives some messages out under another ID when they come back.
type renamingMessages struct {
	messages.Store
	dice  *dice
	names sync.Map // guid.GUID → guid.GUID, the true one
}

func (s *renamingMessages) Take(queue string, n int, change messages.Change) ([]messages.Message, error) {
	taken, err := s.Store.Take(queue, n, change)
	for i := range taken {
		if m := &taken[i]; m.Dequeues > 1 && s.dice.hit() {
			other := m.ID
			other[0] ^= 0xff
			s.names.Store(other, m.ID)
			s.dice.show(queue, m.ID)
			m.ID = other
		}
	}
	return taken, err
}

// known is the true ID of a message.
func (s *renamingMessages) known(id guid.GUID) guid.GUID {
	if name, ok := s.names.Load(id); ok {
		return name.(guid.GUID)
	}
	return id
}

func (s *renamingMessages) Update(queue string, id guid.GUID, change messages.PermittedChange) (messages.Message, error) {
	return s.Store.Update(queue, s.known(id), change)
}

func (s *renamingMessages) Delete(queue string, id guid.GUID, permit func(m messages.Message) error) error {
	return s.Store.Delete(queue, s.known(id), permit)
}
