package fault

import (
	"errors"
	"runtime"

	"ifmatch/reference/store/entities"
)

// drafts judge what changes of entities have drafted, or had when they failed: they may alter it, and tell whether it is
// published. Whoever sent the change is told of it as if nothing had been altered.
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

// altered are drafts of changes that did not fail.
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

// applyingHalf publishes also what a failed change has drafted so far.
var applyingHalf = drafts(func(string, string, entities.Partition, *entities.Draft, error) bool { return true }).before

// changedIn are the entities that a draft has made.
func changedIn(was entities.Partition, d *entities.Draft) (all []*entities.Entity) {
	d.Version().Ascend("", func(e *entities.Entity) bool {
		if was.Entity(e.Row) != e {
			all = append(all, e)
		}
		return true
	})
	return all
}

// entitiesApart is a store of entities without a lock between the look and the write.
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
