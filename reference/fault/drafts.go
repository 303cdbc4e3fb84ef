package fault

import (
	"errors"
	"runtime"

	"ifmatch/reference/store/entities"
)

// drafts judge the draft of a change of entities, whether the change succeeded or failed. They may alter the draft, and
// they report whether to publish it. The sender of the change gets the answer of the unaltered change.
type drafts func(table, key string, was entities.Partition, d *entities.Draft, failed error) (publish bool)

// drafting is a store whose drafts are judged.
type drafting struct {
	entities.Store
	judge drafts
}

func (j drafts) before(s entities.Store) entities.Store { return &drafting{s, j} }

func (s *drafting) UpdatePartition(table, key string, change entities.Change) error {
	var failed error
	err := s.Store.UpdatePartition(table, key, func(d *entities.Draft) error {
		was := d.Version()
		if failed = change(d); !s.judge(table, key, was, d, failed) {
			return errOnlyLooked
		}
		return nil
	})
	if failed != nil || errors.Is(err, errOnlyLooked) {
		return failed
	}
	return err
}

// altered makes drafts that alter only the changes that did not fail.
func altered(alter func(table, key string, was entities.Partition, d *entities.Draft)) drafts {
	return func(table, key string, was entities.Partition, d *entities.Draft, failed error) bool {
		if failed == nil {
			alter(table, key, was, d)
		}
		return failed == nil
	}
}

// onlyDrafting publishes no change, and answers as if it had.
var onlyDrafting = drafts(func(string, string, entities.Partition, *entities.Draft, error) bool { return false }).before

// applyingHalf publishes a failed change too, as far as it got.
var applyingHalf = drafts(func(string, string, entities.Partition, *entities.Draft, error) bool { return true }).before

// changedIn returns the entities that a draft has added or replaced.
func changedIn(was entities.Partition, d *entities.Draft) (all []*entities.Entity) {
	d.Version().Ascend("", func(e *entities.Entity) bool {
		if was.Entity(e.Row) != e {
			all = append(all, e)
		}
		return true
	})
	return all
}

// entitiesApart is a store of entities that holds no lock between the check and the write.
type entitiesApart struct{ entities.Store }

func changingApart(s entities.Store) entities.Store { return entitiesApart{s} }

func (s entitiesApart) UpdatePartition(table, key string, change entities.Change) error {
	var drafted entities.Draft
	err := s.Store.UpdatePartition(table, key, func(d *entities.Draft) error {
		if err := change(d); err != nil {
			return err
		}
		drafted = *d
		return errOnlyLooked
	})
	if !errors.Is(err, errOnlyLooked) {
		return err
	}
	runtime.Gosched()
	return s.Store.UpdatePartition(table, key, func(d *entities.Draft) error {
		*d = drafted
		return nil
	})
}
