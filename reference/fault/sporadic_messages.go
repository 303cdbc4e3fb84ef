package fault

import (
	"time"

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
