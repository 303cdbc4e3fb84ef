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

// tableEmulators returns bugs that an emulator of the Table service might well have.
func tableEmulators() []Fault {
	g := group{family: "emulator"}
	g.entities("table-etag-millisecond-collision", "Timestamps and ETags are precise only to the millisecond, so two of the same millisecond are equal.", "TABLE-ETAG-05 TABLE-ETAG-09 TABLE-ETAG-09a", altered(func(_, _ string, was entities.Partition, d *entities.Draft) {
		for _, e := range changedIn(was, d) {
			cut := *e
			cut.Timestamp = cut.Timestamp.Truncate(time.Millisecond)
			cut.ETag = etag.Entity(cut.Timestamp)
			d.Put(&cut)
		}
	}).before)
	g.entities("insert-or-replace-keeps-etag-if-equal", "A write that changes no property leaves ETag and Timestamp as they were.", "TABLE-ETAG-05 TABLE-OPS-10 TABLE-OCC-04", altered(func(_, _ string, was entities.Partition, d *entities.Draft) {
		for _, old := range replaced(was, d) {
			if reflect.DeepEqual(old.Properties, d.Entity(old.Row).Properties) {
				d.Put(old)
			}
		}
	}).before)
	g.entities("batch-update-not-rolled-back", "A transaction that fails undoes its inserts and deletes, but not its updates.", "TABLE-BATCH-02 TABLE-BATCH-07", drafts(func(_, _ string, was entities.Partition, d *entities.Draft, failed error) bool {
		if failed == nil {
			return true
		}
		for _, e := range changedIn(was, d) {
			if was.Entity(e.Row) == nil {
				d.Delete(e.Row)
			}
		}
		was.Ascend("", func(e *entities.Entity) bool {
			if d.Entity(e.Row) == nil {
				d.Put(e)
			}
			return true
		})
		return true
	}).before, op.EntityGroupTransaction)

	conditions := regexp.MustCompile(`(?mi)^If-Match:[^\r\n]*`)
	g.requests("batch-if-match-ignored", "If-Match is ignored inside a transaction.", "TABLE-BATCH-07 TABLE-BATCH-23", func(r *http.Request) {
		if body, err := io.ReadAll(r.Body); err == nil {
			replaceBody(r, conditions.ReplaceAllString(string(body), "If-Match: *"))
		}
	}, op.EntityGroupTransaction)
	g.add("table-etag-decoded-comparison", "ETags are compared only up to the fraction of the second.", "TABLE-COND-01 TABLE-COND-02 TABLE-COND-03 TABLE-RACE-01", Fault{Apart: comparingSeconds})
	return g.faults
}

// keys matches the table and the keys in the address of an entity.
var keys = regexp.MustCompile(`/([^/(]+)\(PartitionKey='([^']*)',RowKey='([^']*)'\)$`)

// comparingSeconds makes every ETag match that has the same second as the entity's own.
func comparingSeconds(behind Stores) Parts {
	second := func(tag string) string {
		text, _, _ := strings.Cut(tag, ".")
		return text
	}
	return Parts{Middleware: asking([]op.Operation{op.UpdateEntity, op.MergeEntity, op.DeleteEntity}, func(r *http.Request) {
		at := keys.FindStringSubmatch(r.URL.Path)
		if at == nil {
			return
		}
		p, err := behind.Entities.Partition(at[1], at[2])
		if e := p.Entity(at[3]); err == nil && e != nil && second(e.ETag) == second(r.Header.Get("If-Match")) {
			r.Header.Set("If-Match", e.ETag)
		}
	})()}
}
