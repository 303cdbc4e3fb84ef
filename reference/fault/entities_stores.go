package fault

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"ifmatch/reference/held"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store/entities"
)

// furtherEntities returns bugs that an emulator of the Table service might well have, under their names in
// testdata/further.tsv.
func furtherEntities(arrival *group) {
	emulator := arrival.as("emulator")
	emulator.entities("entity-etag-hash-of-properties", "The ETag of an entity is a hash of its properties.", "TABLE-OPS-09 TABLE-OPS-10 TABLE-ETAG-05", hashingTags)
	arrival.entities("batches-interleave", "A transaction is judged as a whole but stored entity by entity.", "TABLE-BATCH-18 TABLE-QRY-11", func(s entities.Store) entities.Store { return storingSingly{s} }, op.EntityGroupTransaction)
	emulator.entities("query-entities-cached", "Query Entities shows partitions as they were at the previous query.", "TABLE-OCC-13 TABLE-QRY-12", func(s entities.Store) entities.Store { return &cachedPartitions{Store: s} }, op.QueryEntities)
	emulator.serving("refused-merge-merges", "A Merge Entity that is refused with 412 still merges its properties.", "TABLE-COND-02 TABLE-OCC-05", doneAllTheSame("", op.MergeEntity))
	emulator.entities("table-recreate-keeps-entities", "A table that is created again still has its old entities.", "TABLE-LIFE-01", func(s entities.Store) entities.Store { return &keptEntities{Store: s} }, op.DeleteTable, op.CreateTable)
}

// doneAllTheSame performs operations that were refused with 412, without one further condition that they had.
func doneAllTheSame(condition string, of ...op.Operation) func() op.Middleware {
	return wrapping(of, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler) // the sender is gone
		}
		again := func() *http.Request {
			r := r.Clone(r.Context())
			r.Body = io.NopCloser(bytes.NewReader(body))
			return r
		}
		a := held.By(w, again(), next)
		if a.Status == http.StatusPreconditionFailed {
			bare := again()
			for _, h := range []string{"If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "x-ms-if-tags", condition} {
				bare.Header.Del(h)
			}
			bare.Header.Set("If-Match", "*")
			held.By(w, bare, next)
		}
		a.Send(w)
	})
}

// hashingTags gives an entity the ETag that it had when its properties were the same.
func hashingTags(s entities.Store) entities.Store {
	var mu sync.Mutex
	of := map[[3]string][]*entities.Entity{} // one entity for each value that an entity ever had, by table, partition and row
	return altered(func(table, key string, was entities.Partition, d *entities.Draft) {
		mu.Lock()
		defer mu.Unlock()
		for _, e := range changedIn(was, d) {
			at := [3]string{strings.ToLower(table), key, e.Row}
			same := func(v *entities.Entity) bool { return reflect.DeepEqual(v.Properties, e.Properties) }
			if i := slices.IndexFunc(of[at], same); i >= 0 {
				d.Put(of[at][i])
			} else {
				of[at] = append(of[at], e)
			}
		}
	}).before(s)
}

// storingSingly is a store that publishes each entity of a change separately.
type storingSingly struct{ entities.Store }

func (s storingSingly) UpdatePartition(table, key string, change entities.Change) error {
	var made, gone []*entities.Entity
	err := s.Store.UpdatePartition(table, key, func(d *entities.Draft) error {
		was := d.Version()
		if err := change(d); err != nil {
			return err
		}
		made, gone = changedIn(was, d), goneFrom(was, d)
		return errOnlyLooked
	})
	if !errors.Is(err, errOnlyLooked) {
		return err
	}
	for _, e := range made {
		if err := s.Store.UpdatePartition(table, key, func(d *entities.Draft) error {
			d.Put(e)
			return nil
		}); err != nil {
			return err
		}
		time.Sleep(pause / 10)
	}
	return s.Store.UpdatePartition(table, key, func(d *entities.Draft) error {
		for _, e := range gone {
			d.Delete(e.Row)
		}
		return nil
	})
}

// cachedPartitions is a store that shows each reader what the previous reader should have seen.
type cachedPartitions struct {
	entities.Store
	of sync.Map // entities.Partition by table and key
}

func (s *cachedPartitions) swap(table, key string, p entities.Partition) entities.Partition {
	if old, found := s.of.Swap([2]string{strings.ToLower(table), key}, p); found {
		return old.(entities.Partition)
	}
	return p
}

func (s *cachedPartitions) Partition(table, key string) (entities.Partition, error) {
	p, err := s.Store.Partition(table, key)
	if err != nil {
		return p, err
	}
	return s.swap(table, key, p), nil
}

func (s *cachedPartitions) ListPartitions(table, from string, visit func(key string, p entities.Partition) bool) error {
	return s.Store.ListPartitions(table, from, func(key string, p entities.Partition) bool { return visit(key, s.swap(table, key, p)) })
}

// keptEntities is a store whose recreated tables come back with their entities.
type keptEntities struct {
	entities.Store
	left heritage[[]*entities.Entity]
}

func (s *keptEntities) UpdateTable(name string, change entities.TableChange) (*entities.Table, error) {
	var there []*entities.Entity
	_ = s.ListPartitions(name, "", func(_ string, p entities.Partition) bool {
		each(p, func(e *entities.Entity) { there = append(there, e) })
		return true
	})
	next, err := s.Store.UpdateTable(name, change)
	if err != nil {
		return next, err
	}
	for _, e := range s.left.pass(strings.ToLower(name), there, next.Deleted()) {
		_ = s.UpdatePartition(name, e.Partition, func(d *entities.Draft) error {
			d.Put(e)
			return nil
		})
	}
	return next, nil
}

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

// each calls do with the entities of a partition.
func each(p entities.Partition, do func(e *entities.Entity)) {
	p.Ascend("", func(e *entities.Entity) bool {
		do(e)
		return true
	})
}

// changedIn returns the entities that a draft has added or replaced.
func changedIn(was entities.Partition, d *entities.Draft) (all []*entities.Entity) {
	each(d.Version(), func(e *entities.Entity) {
		if was.Entity(e.Row) != e {
			all = append(all, e)
		}
	})
	return all
}

// goneFrom returns the entities that a draft lacks.
func goneFrom(was entities.Partition, d *entities.Draft) (all []*entities.Entity) {
	each(was, func(e *entities.Entity) {
		if d.Entity(e.Row) == nil {
			all = append(all, e)
		}
	})
	return all
}

// uncheckedEntities is a store of entities that holds no lock between the check and the write.
type uncheckedEntities struct{ entities.Store }

func checkThenActEntities(s entities.Store) entities.Store { return uncheckedEntities{s} }

func (s uncheckedEntities) UpdatePartition(table, key string, change entities.Change) error {
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
