package fault

import (
	"sync"
	"time"

	"ifmatch/reference/guid"
	"ifmatch/reference/store/messages"
)

// shareMessages is a store that leaves some of the messages visible that it gives away.
type shareMessages struct {
	messages.Store
	dice *dice
}

func sharingMessages(s messages.Store, d *dice) messages.Store { return &shareMessages{s, d} }

func (s *shareMessages) Take(queue string, n int, change messages.Change) ([]messages.Message, error) {
	var promised []time.Time
	taken, err := s.Store.Take(queue, n, func(m *messages.Message, now time.Time) {
		before := m.NextVisible
		change(m, now)
		promised = append(promised, m.NextVisible)
		if m.NextVisible.After(now) && s.dice.hit() {
			m.NextVisible = before
			s.dice.show(queue, m.ID)
		}
	})
	for i := range taken {
		taken[i].NextVisible = promised[i]
	}
	return taken, err
}

// loseMessages is a store that removes some messages right after they were put.
type loseMessages struct {
	messages.Store
	dice *dice
}

func losingMessages(s messages.Store, d *dice) messages.Store { return &loseMessages{s, d} }

func (s *loseMessages) Put(queue string, draft func(now time.Time) messages.Message) (messages.Message, error) {
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

// renameMessages is a store that gives some messages out under another ID when they come back.
type renameMessages struct {
	messages.Store
	dice  *dice
	names sync.Map // guid.GUID → guid.GUID, the true one
}

func renamingMessages(s messages.Store, d *dice) messages.Store {
	return &renameMessages{Store: s, dice: d}
}

func (s *renameMessages) Take(queue string, n int, change messages.Change) ([]messages.Message, error) {
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
func (s *renameMessages) known(id guid.GUID) guid.GUID {
	if name, ok := s.names.Load(id); ok {
		return name.(guid.GUID)
	}
	return id
}

func (s *renameMessages) Update(queue string, id guid.GUID, change messages.PermittedChange) (messages.Message, error) {
	return s.Store.Update(queue, s.known(id), change)
}

func (s *renameMessages) Delete(queue string, id guid.GUID, permit func(m messages.Message) error) error {
	return s.Store.Delete(queue, s.known(id), permit)
}
