package fault

import (
	"sync"
	"time"

	"ifmatch/reference/guid"
	"ifmatch/reference/store/entities"
	"ifmatch/reference/store/messages"
)

// replaced returns the old versions of the entities that a draft replaces. It leaves out inserted and deleted entities.
func replaced(was entities.Partition, d *entities.Draft) (all []*entities.Entity) {
	for _, e := range changedIn(was, d) {
		if old := was.Entity(e.Row); old != nil {
			all = append(all, old)
		}
	}
	return all
}

// halvingTransactions undoes half of some transactions.
func halvingTransactions(dice *dice) partitions {
	return altered(func(name string, was entities.Partition, d *entities.Draft) {
		if old := replaced(was, d); len(old) >= 2 && dice.hit() {
			for _, e := range old[len(old)/2:] {
				dice.show(name, e.Row)
				d.Put(e)
			}
		}
	})
}

// reusingEntityStamps gives some new versions the stamp of the previous one, like a service whose ETags come from a
// clock slower than its writers.
func reusingEntityStamps(dice *dice) partitions {
	return altered(func(name string, was entities.Partition, d *entities.Draft) {
		for _, e := range replaced(was, d) {
			if dice.hit() {
				now := d.Entity(e.Row) // only this draft has it yet, and the answer is made from it
				now.Timestamp, now.ETag = e.Timestamp, e.ETag
				dice.show(name, e.Row, e.ETag)
			}
		}
	})
}

// crowd is the smallest number of entities in a partition in which changes can be lost.
const crowd = 32

// losingInCrowds forgets some changes of large partitions, as a service might that splits its storage.
func losingInCrowds(dice *dice) partitions {
	return partitions{draft: ackWithoutStoring[entities.Draft, time.Time](func(name string, old, _ *entities.Draft) bool {
		lost := old.Version().Len() >= crowd && dice.hit()
		if lost {
			dice.show(name)
		}
		return lost
	})}
}

// losingAfterTransactions forgets some changes of single entities that a transaction changed last, as a service might that
// writes them at different places.
func losingAfterTransactions(dice *dice) partitions {
	var joint sync.Map // the last version that a transaction made of an entity, by partition and row
	return partitions{draft: ackWithoutStoring[entities.Draft, time.Time](func(name string, old, next *entities.Draft) bool {
		was := old.Version()
		changed := changedIn(was, next)
		for _, e := range changed {
			at := [2]string{name, e.Row}
			if len(changed) > 1 {
				joint.Store(at, e)
			} else if last, ok := joint.Load(at); ok && last == was.Entity(e.Row) && dice.hit() {
				dice.show(name, e.Row)
				return true
			}
		}
		return false
	})}
}

// promisingFalsely does not hide messages as its answers promise.
func promisingFalsely(alter func(queue string, m *messages.Message, was time.Time)) func(messages.Store) messages.Store {
	return posts{take: func(s messages.Store, queue string, n int, change messages.Change) ([]messages.Message, error) {
		var promised []time.Time
		taken, err := s.Take(queue, n, func(m *messages.Message, now time.Time) {
			was := m.NextVisible
			change(m, now)
			promised = append(promised, m.NextVisible)
			if m.NextVisible.After(now) {
				alter(queue, m, was)
			}
		})
		for i := range taken {
			taken[i].NextVisible = promised[i]
		}
		return taken, err
	}}.before
}

// sharingMessages leaves some of the messages visible that it returns.
func sharingMessages(s messages.Store, d *dice) messages.Store {
	return promisingFalsely(func(queue string, m *messages.Message, was time.Time) {
		if d.hit() {
			m.NextVisible = was
			d.show(queue, m.ID)
		}
	})(s)
}

// showingEarly makes a message visible a second before the instant that its consumer was promised.
var showingEarly = promisingFalsely(func(_ string, m *messages.Message, _ time.Time) { m.NextVisible = m.NextVisible.Add(-time.Second) })

// losingMessages is a store that removes some messages right after they were put.
type losingMessages struct {
	messages.Store
	dice *dice
}

func (s *losingMessages) Put(queue string, draft func(now time.Time) messages.Message) (messages.Message, error) {
	m, err := s.Store.Put(queue, draft)
	if err == nil && s.dice.hit() {
		s.dice.show(queue, m.ID)
		// If a consumer was faster, it has the message, and the message is not lost.
		_ = s.Delete(queue, m.ID, func(now messages.Message) error {
			if now.Dequeues > 0 {
				return messages.ErrNoMessage
			}
			return nil
		})
	}
	return m, err
}

// renamingMessages is a store that returns some messages under another ID when they come back.
type renamingMessages struct {
	messages.Store
	dice  *dice
	names sync.Map // shown ID → true ID
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

// known returns the true ID of a message.
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
