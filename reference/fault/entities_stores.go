package fault

import (
	"net/http"
	"reflect"
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
	arrival.entities("batches-interleave", "A transaction is judged as a whole but stored entity by entity.", "TABLE-BATCH-18 TABLE-QRY-11", partitions{draft: storingSingly}.before, op.EntityGroupTransaction)
	emulator.serving("query-entities-cached", "Query Entities shows partitions as they were at the previous query.", "TABLE-OCC-13 TABLE-QRY-12", readingCached(op.QueryEntities))
	emulator.serving("refused-merge-merges", "A Merge Entity that is refused with 412 still merges its properties.", "TABLE-COND-02 TABLE-OCC-05", doneAllTheSame("", op.MergeEntity))
	emulator.entities("table-recreate-keeps-entities", "A table that is created again still has its old entities.", "TABLE-LIFE-01", keepingEntities, op.DeleteTable, op.CreateTable)
}

// doneAllTheSame performs operations that were refused with 412, without one further condition that they had.
func doneAllTheSame(condition string, of ...op.Operation) func() op.Middleware {
	bare := repeated(of, func(r *http.Request, refused *held.Answer, _ *dice) http.Header {
		if refused.Status != http.StatusPreconditionFailed {
			return nil
		}
		h := with(r, "If-Match", "*")
		for _, name := range []string{"If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "x-ms-if-tags", condition} {
			h.Del(name)
		}
		return h
	}, func(refusal, _ *held.Answer) *held.Answer { return refusal })
	return func() op.Middleware { return bare(everyTime()) }
}

// hashingTags gives an entity the ETag that it had when its properties were the same.
func hashingTags(s entities.Store) entities.Store {
	var mu sync.Mutex
	of := map[[2]string][]*entities.Entity{} // one entity for each value that an entity ever had, by partition and row
	return altered(func(name string, was entities.Partition, d *entities.Draft) {
		mu.Lock()
		defer mu.Unlock()
		for _, e := range changedIn(was, d) {
			at := [2]string{folded(name), e.Row}
			same := func(v *entities.Entity) bool { return reflect.DeepEqual(v.Properties, e.Properties) }
			if i := slices.IndexFunc(of[at], same); i >= 0 {
				d.Put(of[at][i])
			} else {
				of[at] = append(of[at], e)
			}
		}
	}).before(s)
}

// folded is the name of a partition, however that of its table is spelled.
func folded(name string) string {
	table, key := parts(name)
	return strings.ToLower(table) + " " + key
}

// storingSingly publishes each entity of a change separately.
func storingSingly(name string, publish draftUpdate, by draftChange) (*entities.Draft, error) {
	var made, gone []*entities.Entity
	next, err := ackWithoutStoring[entities.Draft, time.Time](func(_ string, old, next *entities.Draft) bool {
		made, gone = changedIn(old.Version(), next), goneFrom(old.Version(), next)
		return true
	})(name, publish, by)
	for _, e := range made {
		if err == nil {
			next, err = publish(func(d *entities.Draft, _ time.Time) (*entities.Draft, error) {
				d.Put(e)
				return d, nil
			})
			time.Sleep(pause / 10)
		}
	}
	if err != nil {
		return next, err
	}
	return publish(func(d *entities.Draft, _ time.Time) (*entities.Draft, error) {
		for _, e := range gone {
			d.Delete(e.Row)
		}
		return d, nil
	})
}

// keepingEntities makes recreated tables come back with their entities.
func keepingEntities(s entities.Store) entities.Store {
	return partitions{table: inheriting[entities.Table, time.Time](func(name string) (there []*entities.Entity) {
		_ = s.ListPartitions(name, "", func(_ string, p entities.Partition) bool {
			each(p, func(e *entities.Entity) { there = append(there, e) })
			return true
		})
		return there
	}, (*entities.Table).Deleted, func(name string, e *entities.Entity) {
		_ = s.UpdatePartition(name, e.Partition, func(d *entities.Draft) error {
			d.Put(e)
			return nil
		})
	})}.before(s)
}

// altered alters the drafts of changes that did not fail.
func altered(alter func(name string, was entities.Partition, d *entities.Draft)) partitions {
	return partitions{draft: afterwards(func(name string, old, next *entities.Draft, _ time.Time) *entities.Draft {
		alter(name, old.Version(), next)
		return next
	})}
}

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

// checkThenActEntities judges changes against the partitions that they find, and publishes them over whatever was written
// meanwhile.
var checkThenActEntities = partitions{draft: looking[entities.Draft, time.Time](early[entities.Draft]{})}.before

// onlyDrafting publishes no change, and answers as if it had.
var onlyDrafting = partitions{draft: ackWithoutStoring[entities.Draft, time.Time](always)}.before

// applyingHalf publishes a failed change too, as far as it got.
var applyingHalf = partitions{draft: storeDespiteError(func(_, half *entities.Draft, _ error, _ time.Time) *entities.Draft { return half })}.before
