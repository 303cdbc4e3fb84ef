package fault

import (
	"io"
	"net/http"
	"reflect"
	"regexp"
	"strings"
	"time"

	"ifmatch/reference/etag"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store/entities"
)

// tableEmulators are bugs that an emulator of the Table service might well have.
func tableEmulators() (all []Fault) {
	drafts := func(name, sentence, at string, alter func(was entities.Partition, d *entities.Draft), failed bool, of ...op.Operation) {
		all = append(all, Fault{Name: name, Family: "emulator", Sentence: sentence, Clauses: clauses(at), Scope: of,
			Entities: func(s entities.Store) entities.Store { return alteredDrafts{s, alter, failed} }})
	}
	changed := func(was entities.Partition, d *entities.Draft, each func(old, e *entities.Entity)) {
		for _, e := range changedIn(was, d) {
			each(was.Entity(e.Row), e)
		}
	}
	drafts("table-etag-millisecond-collision", "Timestamps and ETags have milliseconds, and two of one millisecond are alike.", "TABLE-ETAG-05 TABLE-ETAG-09 TABLE-ETAG-09a", func(was entities.Partition, d *entities.Draft) {
		changed(was, d, func(_, e *entities.Entity) {
			cut := *e
			cut.Timestamp = cut.Timestamp.Truncate(time.Millisecond)
			cut.ETag = etag.Entity(cut.Timestamp)
			d.Put(&cut)
		})
	}, false)
	drafts("insert-or-replace-keeps-etag-if-equal", "A write of what is stored already leaves ETag and Timestamp.", "TABLE-ETAG-05", func(was entities.Partition, d *entities.Draft) {
		changed(was, d, func(old, e *entities.Entity) {
			if old != nil && reflect.DeepEqual(old.Properties, e.Properties) {
				d.Put(old)
			}
		})
	}, false)
	drafts("batch-update-not-rolled-back", "A transaction that fails undoes its inserts and deletes, but no update.", "TABLE-BATCH-02 TABLE-BATCH-07", func(was entities.Partition, d *entities.Draft) {
		changed(was, d, func(old, e *entities.Entity) {
			if old == nil {
				d.Delete(e.Row)
			}
		})
		was.Ascend("", func(e *entities.Entity) bool {
			if d.Entity(e.Row) == nil {
				d.Put(e)
			}
			return true
		})
	}, true, op.EntityGroupTransaction)

	requests := func(name, sentence, at string, alter func(*http.Request), of ...op.Operation) {
		all = append(all, Fault{Name: name, Family: "emulator", Sentence: sentence, Clauses: clauses(at), Middleware: asking(of, alter)})
	}
	conditions := regexp.MustCompile(`(?mi)^If-Match:[^\r\n]*`)
	requests("batch-if-match-ignored", "Inside a transaction no If-Match is compared.", "TABLE-BATCH-07 TABLE-BATCH-23", func(r *http.Request) {
		if body, err := io.ReadAll(r.Body); err == nil {
			replaceBody(r, conditions.ReplaceAllString(string(body), "If-Match: *"))
		}
	}, op.EntityGroupTransaction)
	all = append(all, Fault{Name: "table-etag-decoded-comparison", Family: "emulator", Sentence: "Of an ETag only the part before the fraction of the second is compared.",
		Clauses: clauses("TABLE-COND-01 TABLE-COND-02 TABLE-COND-03 TABLE-RACE-01"), Apart: comparingSeconds})
	return all
}

// alteredDrafts is a store that alters what changes have drafted, or what those have drafted that failed.
type alteredDrafts struct {
	entities.Store
	alter  func(was entities.Partition, d *entities.Draft)
	failed bool
}

func (s alteredDrafts) UpdatePartition(table, key string, change entities.Change) error {
	var failed error
	err := s.Store.UpdatePartition(table, key, func(d *entities.Draft) error {
		was := d.Version()
		if failed = change(d); (failed != nil) != s.failed {
			return failed
		}
		s.alter(was, d)
		return nil
	})
	if err == nil {
		err = failed
	}
	return err
}

// keys are in the address of an entity.
var keys = regexp.MustCompile(`/([^/(]+)\(PartitionKey='([^']*)',RowKey='([^']*)'\)$`)

// comparingSeconds lets every ETag of the same second as the entity's own match.
func comparingSeconds() Parts {
	var known entities.Store
	of := []op.Operation{op.UpdateEntity, op.MergeEntity, op.DeleteEntity}
	second := func(tag string) string {
		text, _, _ := strings.Cut(tag, ".")
		return text
	}
	return Parts{
		Scope: of,
		Middleware: asking(of, func(r *http.Request) {
			at := keys.FindStringSubmatch(r.URL.Path)
			if at == nil {
				return
			}
			p, err := known.Partition(at[1], at[2])
			if e := p.Entity(at[3]); err == nil && e != nil && second(e.ETag) == second(r.Header.Get("If-Match")) {
				r.Header.Set("If-Match", e.ETag)
			}
		})(),
		Entities: func(s entities.Store) entities.Store {
			known = s
			return s
		},
	}
}
