package fault

import "ifmatch/reference/store/entities"

// halfTransactions is a store that takes back half of some transactions. It looks at changes of entities that exist:
// of what a transaction inserts or deletes it takes back nothing.
type halfTransactions struct {
	entities.Store
	dice *dice
}

func halvingTransactions(s entities.Store, d *dice) entities.Store {
	return &halfTransactions{s, d}
}

func (s *halfTransactions) UpdatePartition(table, key string, change entities.Change) error {
	return s.Store.UpdatePartition(table, key, func(d *entities.Draft) error {
		before, err := s.Partition(table, key) // stands as long as the draft is being made
		if err != nil {
			return err
		}
		if err := change(d); err != nil {
			return err
		}
		var changed []*entities.Entity
		before.Ascend("", func(e *entities.Entity) bool {
			if now := d.Entity(e.Row); now != nil && now != e {
				changed = append(changed, e)
			}
			return true
		})
		if len(changed) >= 2 && s.dice.hit() {
			for _, e := range changed[len(changed)/2:] {
				s.dice.show(table, key, e.Row)
				d.Put(e)
			}
		}
		return nil
	})
}
