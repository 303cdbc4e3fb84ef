package fault

import (
	"errors"
	"io"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"time"

	op "ifmatch/reference/operation"
	"ifmatch/reference/store/entities"
)

// furtherEntities are bugs that an emulator of the Table service might well have, under the names of
// testdata/further.tsv.
func furtherEntities() (all []Fault) {
	add := func(family, name, sentence, at string, f Fault) {
		f.Name, f.Family, f.Sentence, f.Clauses = name, family, sentence, clauses(at)
		all = append(all, f)
	}
	stored := func(s func(entities.Store) entities.Store, of ...op.Operation) Fault {
		return Fault{Entities: s, Scope: of}
	}
	add("emulator", "entity-etag-hash-of-properties", "The ETag of an entity is a hash of its properties.", "TABLE-OPS-09 TABLE-OPS-10 TABLE-ETAG-05", stored(func(s entities.Store) entities.Store {
		return &hashedTags{Store: s, of: map[entityName][]*entities.Entity{}}
	}))
	add("arrival", "batches-interleave", "A transaction is judged as a whole, and stored entity by entity.", "TABLE-BATCH-18 TABLE-QRY-11", stored(func(s entities.Store) entities.Store { return storingSingly{s} }, op.EntityGroupTransaction))
	add("emulator", "query-entities-cached", "Query Entities shows partitions as they were when they were last queried.", "TABLE-OCC-13 TABLE-QRY-12", stored(func(s entities.Store) entities.Store {
		return &cachedPartitions{Store: s, of: map[[2]string]entities.Partition{}}
	}, op.QueryEntities))
	add("emulator", "refused-merge-merges", "A Merge Entity that is refused with 412 has merged its properties all the same.", "TABLE-COND-02 TABLE-OCC-05", Fault{Apart: func() Parts {
		return Parts{Middleware: doneAllTheSame("", op.MergeEntity)()}
	}})
	add("emulator", "table-recreate-keeps-entities", "A table that is created again has the entities of the one before.", "TABLE-LIFE-01", stored(func(s entities.Store) entities.Store {
		return &keptEntities{Store: s, of: map[string][]*entities.Entity{}}
	}, op.DeleteTable, op.CreateTable))
	return all
}

// doneAllTheSame makes operations that were refused with 412 be done all the same, without a further condition that they
// had.
func doneAllTheSame(condition string, of ...op.Operation) func() op.Middleware {
	return wrapping(of, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler) // the sender is gone
		}
		again := func() *http.Request {
			r := r.Clone(r.Context())
			r.Body = readCloser{strings.NewReader(string(body))}
			return r
		}
		a := hold(w)
		if next.ServeHTTP(a, again()); a.status == http.StatusPreconditionFailed {
			bare := again()
			for _, h := range []string{"If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "x-ms-if-tags", condition} {
				bare.Header.Del(h)
			}
			bare.Header.Set("If-Match", "*")
			next.ServeHTTP(hold(w), bare)
		}
		a.send(w)
	})
}

type entityName struct{ table, partition, row string }

// hashedTags is a store whose entities have the ETag that they had when their properties were the same.
type hashedTags struct {
	entities.Store
	mu sync.Mutex
	of map[entityName][]*entities.Entity // one of each value that they ever had
}

func (s *hashedTags) UpdatePartition(table, key string, change entities.Change) error {
	return s.Store.UpdatePartition(table, key, func(d *entities.Draft) error {
		was := d.Version()
		if err := change(d); err != nil {
			return err
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, e := range changedIn(was, d) {
			at := entityName{strings.ToLower(table), key, e.Row}
			known := false
			for _, v := range s.of[at] {
				if reflect.DeepEqual(v.Properties, e.Properties) {
					known = true
					d.Put(v)
				}
			}
			if !known {
				s.of[at] = append(s.of[at], e)
			}
		}
		return nil
	})
}

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

// storingSingly is a store that publishes each entity of a change by itself.
type storingSingly struct{ entities.Store }

func (s storingSingly) UpdatePartition(table, key string, change entities.Change) error {
	var made []*entities.Entity
	var gone []string
	err := s.Store.UpdatePartition(table, key, func(d *entities.Draft) error {
		was := d.Version()
		if err := change(d); err != nil {
			return err
		}
		made = changedIn(was, d)
		was.Ascend("", func(e *entities.Entity) bool {
			if d.Entity(e.Row) == nil {
				gone = append(gone, e.Row)
			}
			return true
		})
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
		for _, row := range gone {
			d.Delete(row)
		}
		return nil
	})
}

// cachedPartitions is a store that shows what the reader before should have seen.
type cachedPartitions struct {
	entities.Store
	mu sync.Mutex
	of map[[2]string]entities.Partition // by table and key
}

func (s *cachedPartitions) swap(table, key string, p entities.Partition) entities.Partition {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := [2]string{strings.ToLower(table), key}
	old, found := s.of[at]
	if s.of[at] = p; found {
		return old
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

// keptEntities is a store whose tables come back with their entities.
type keptEntities struct {
	entities.Store
	mu sync.Mutex
	of map[string][]*entities.Entity
}

func (s *keptEntities) UpdateTable(name string, change entities.TableChange) (*entities.Table, error) {
	var there []*entities.Entity
	_ = s.ListPartitions(name, "", func(_ string, p entities.Partition) bool {
		p.Ascend("", func(e *entities.Entity) bool {
			there = append(there, e)
			return true
		})
		return true
	})
	next, err := s.Store.UpdateTable(name, change)
	if err != nil {
		return next, err
	}
	at := strings.ToLower(name)
	s.mu.Lock()
	kept := s.of[at]
	if s.of[at] = nil; next.Deleted() {
		s.of[at] = there
	}
	s.mu.Unlock()
	if !next.Deleted() {
		for _, e := range kept {
			_ = s.UpdatePartition(name, e.Partition, func(d *entities.Draft) error {
				d.Put(e)
				return nil
			})
		}
	}
	return next, nil
}
