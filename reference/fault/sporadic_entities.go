package fault

import "ifmatch/reference/store/entities"

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
func halvingTransactions(dice *dice) drafts {
	return altered(func(table, key string, was entities.Partition, d *entities.Draft) {
		if old := replaced(was, d); len(old) >= 2 && dice.hit() {
			for _, e := range old[len(old)/2:] {
				dice.show(table, key, e.Row)
				d.Put(e)
			}
		}
	})
}

// reusingEntityStamps gives some new versions the stamp of the previous one, like a service whose ETags come from a
// clock slower than its writers.
func reusingEntityStamps(dice *dice) drafts {
	return altered(func(table, key string, was entities.Partition, d *entities.Draft) {
		for _, e := range replaced(was, d) {
			if dice.hit() {
				now := d.Entity(e.Row) // only this draft has it yet, and the answer is made from it
				now.Timestamp, now.ETag = e.Timestamp, e.ETag
				dice.show(table, key, e.Row, e.ETag)
			}
		}
	})
}

// crowd is the smallest number of entities in a partition in which changes can be lost.
const crowd = 32

// losingInCrowds forgets some changes of large partitions, as a service might that splits its storage.
func losingInCrowds(dice *dice) drafts {
	return func(table, key string, was entities.Partition, _ *entities.Draft, failed error) bool {
		lost := failed == nil && was.Len() >= crowd && dice.hit()
		if lost {
			dice.show(table, key)
		}
		return !lost && failed == nil
	}
}
