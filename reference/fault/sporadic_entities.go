package fault

import (
	"errors"

	"ifmatch/reference/store/entities"
)

// replacing is a store that looks at which entities a change replaces: of what it inserts or deletes it knows nothing.
type replacing struct {
	entities.Store
	// spoil may alter the draft after the change: old are the entities as they were, in the order of their rows.
	spoil func(table, key string, d *entities.Draft, old []*entities.Entity)
}

func (s *replacing) UpdatePartition(table, key string, change entities.Change) error {
	return s.Store.UpdatePartition(table, key, func(d *entities.Draft) error {
		before, err := s.Partition(table, key) // stands as long as the draft is being made
		if err != nil {
			return err
		}
		if err := change(d); err != nil {
			return err
		}
		var old []*entities.Entity
		before.Ascend("", func(e *entities.Entity) bool {
			if now := d.Entity(e.Row); now != nil && now != e {
				old = append(old, e)
			}
			return true
		})
		s.spoil(table, key, d, old)
		return nil
	})
}

// halvingTransactions takes back half of some transactions.
func halvingTransactions(s entities.Store, dice *dice) entities.Store {
	return &replacing{s, func(table, key string, d *entities.Draft, old []*entities.Entity) {
		if len(old) >= 2 && dice.hit() {
			for _, e := range old[len(old)/2:] {
				dice.show(table, key, e.Row)
				d.Put(e)
			}
		}
	}}
}

// reusingEntityStamps gives some new versions the stamp of the one before, as a service does whose ETags are made of a
// clock that is slower than its writers.
func reusingEntityStamps(s entities.Store, dice *dice) entities.Store {
	return &replacing{s, func(table, key string, d *entities.Draft, old []*entities.Entity) {
		for _, e := range old {
			if dice.hit() {
				now := d.Entity(e.Row) // nobody else has it yet, and the answer is made of it
				now.Timestamp, now.ETag = e.Timestamp, e.ETag
				dice.show(table, key, e.Row, e.ETag)
			}
		}
	}}
}

// crowd is how many entities a partition has in which changes can be lost.
const crowd = 32

// losingInCrowds forgets some changes of partitions of many entities, as a service may that splits what it keeps them in.
func losingInCrowds(s entities.Store, dice *dice) entities.Store { return &crowded{s, dice} }

type crowded struct {
	entities.Store
	dice *dice
}

func (s *crowded) UpdatePartition(table, key string, change entities.Change) error {
	err := s.Store.UpdatePartition(table, key, func(d *entities.Draft) error {
		before, err := s.Partition(table, key) // stands as long as the draft is being made
		if err != nil {
			return err
		}
		if err := change(d); err != nil || before.Len() < crowd || !s.dice.hit() {
			return err
		}
		s.dice.show(table, key)
		return errDropped
	})
	if errors.Is(err, errDropped) {
		return nil
	}
	return err
}
