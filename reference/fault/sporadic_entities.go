package fault

import "ifmatch/reference/store/entities"

// replaced are the entities that a draft replaces, as they were: of what it inserts or deletes it says nothing.
func replaced(was entities.Partition, d *entities.Draft) (all []*entities.Entity) {
	for _, e := range changedIn(was, d) {
		if old := was.Entity(e.Row); old != nil {
			all = append(all, old)
		}
	}
	return all
}

// halvingTransactions takes back half of some transactions.
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

// reusingEntityStamps gives some new versions the stamp of the one before, as a service does whose ETags are made of a
// clock that is slower than its writers.
func reusingEntityStamps(dice *dice) drafts {
	return altered(func(table, key string, was entities.Partition, d *entities.Draft) {
		for _, e := range replaced(was, d) {
			if dice.hit() {
				now := d.Entity(e.Row) // nobody else has it yet, and the answer is made of it
				now.Timestamp, now.ETag = e.Timestamp, e.ETag
				dice.show(table, key, e.Row, e.ETag)
			}
		}
	})
}

// crowd is how many entities a partition has in which changes can be lost.
const crowd = 32

// losingInCrowds forgets some changes of partitions of many entities, as a service may that splits what it keeps them in.
func losingInCrowds(dice *dice) drafts {
	return func(table, key string, was entities.Partition, _ *entities.Draft, failed error) bool {
		lost := failed == nil && was.Len() >= crowd && dice.hit()
		if lost {
			dice.show(table, key)
		}
		return !lost && failed == nil
	}
}
